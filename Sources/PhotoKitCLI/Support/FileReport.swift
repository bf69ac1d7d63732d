import Foundation
import Synchronization

/// A file with a line about each file of an import or export.
///
/// The mutex guards the file and the bytes that are not written yet.
final class FileReport: Sendable {
    private let isTable: Bool
    private let state: Mutex<(file: FileHandle, waiting: Data, error: (any Error)?)>
    private let path: String

    /// Makes the file, or empties it; writes to a device or FIFO.
    init(_ url: URL) throws {
        isTable = url.pathExtension.lowercased() == "csv"
        path = url.path
        try LibraryGuard.checkIsOutside(url)
        let file = try OutputFile(url).openHandle()
        let header = isTable ? Data((ReportLine.header + "\r\n").utf8) : Data()
        state = Mutex((file, header, nil))
    }

    func addLine(_ line: ReportLine?) {
        guard let line else { return }
        let text = isTable ? line.csv + "\r\n" : line.json.description + "\n"
        state.withLock { state in
            state.waiting += Data(text.utf8)
            if state.waiting.count > 1 << 16 { Self.writeWaitingLines(in: &state) }
        }
    }

    /// Writes what is left; throws if a part of the report could not be written.
    func finish() throws {
        let error = state.withLock { state in
            Self.writeWaitingLines(in: &state)
            return state.error
        }
        guard let error else { return }
        throw CommandFailure(
            .volume,
            "The report \(path) could not be written completely: \(error.localizedDescription)"
        )
    }

    private static func writeWaitingLines(
        in state: inout (file: FileHandle, waiting: Data, error: (any Error)?)
    ) {
        guard state.error == nil else { return }
        do {
            try state.file.write(contentsOf: state.waiting)
        } catch {
            state.error = error
        }
        state.waiting = Data()
    }
}
