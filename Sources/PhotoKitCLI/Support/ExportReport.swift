import Foundation
import OpenPhotoKit
import Synchronization

/// An event of an export as one line of a report.
struct ExportLine: Sendable {
    var event: String
    var identifier: String
    var path: String?
    var bytes: Int64?
    var sha256: String?
    var reason: String?

    /// Returns nil for events that concern no single file.
    init?(_ event: LibraryExport.Event) {
        switch event {
        case .written(let file, let replaces):
            self.init(replaces ? "replaced" : "written", file)
        case .present(let file): self.init("present", file)
        case .moved(let file, let url):
            self.init("moved", file)
            reason = "It was at \(url.path)."
        case .kept(let url, let identifier, let reason):
            self.init("kept", identifier, url.path, reason)
        case .deleted(let url, let identifier, let isRemoved):
            self.init(isRemoved ? "removed" : "deleted", identifier, url.path, nil)
        case .failed(let name, let identifier, let reason):
            self.init("failed", identifier, name, reason)
        case .remains(let url, let identifier, let reason):
            self.init("remains", identifier, url.path, reason)
        case .unchanged, .progress: return nil
        }
    }

    private init(_ event: String, _ file: LibraryExport.File) {
        self.init(event, file.localIdentifier, file.url.path, nil)
        bytes = file.byteCount
        sha256 = file.sha256
    }

    private init(_ event: String, _ identifier: String, _ path: String?, _ reason: String?) {
        self.event = event
        self.identifier = identifier
        self.path = path
        self.reason = reason
    }

    var json: JSON {
        .object([
            ("event", JSON(event)), ("identifier", JSON(identifier)), ("path", JSON(path)),
            ("bytes", bytes.map { JSON($0) } ?? .null), ("sha256", JSON(sha256)),
            ("reason", JSON(reason)),
        ])
    }

    static let header = "event,identifier,path,bytes,sha256,reason"

    /// The line of a table, in the form of RFC 4180.
    var csv: String {
        [event, identifier, path ?? "", bytes.map(String.init) ?? "", sha256 ?? "", reason ?? ""]
            .map { field in
                field.contains { ",\"\r\n".contains($0) }
                    ? "\"" + field.replacing("\"", with: "\"\"") + "\"" : field
            }
            .joined(separator: ",")
    }
}

/// A file with a line about each file of an export.
///
/// The mutex guards the file and the bytes that are not written yet.
final class ExportReport: Sendable {
    private let isTable: Bool
    private let state: Mutex<(file: FileHandle, waiting: Data, error: (any Error)?)>
    private let path: String

    /// Makes the file, or empties it.
    init(_ url: URL) throws {
        isTable = url.pathExtension.lowercased() == "csv"
        path = url.path
        guard FileManager.default.createFile(atPath: url.path, contents: nil),
            let file = try? FileHandle(forWritingTo: url)
        else {
            throw CommandFailure(
                .usage,
                "The report \(url.path) cannot be written. Check the path and its permissions."
            )
        }
        let header = isTable ? Data((ExportLine.header + "\r\n").utf8) : Data()
        state = Mutex((file, header, nil))
    }

    func add(_ event: LibraryExport.Event) {
        guard let line = ExportLine(event) else { return }
        let text = isTable ? line.csv + "\r\n" : line.json.description + "\n"
        state.withLock { state in
            state.waiting += Data(text.utf8)
            if state.waiting.count > 1 << 16 { Self.write(&state) }
        }
    }

    /// Writes what is left; throws if a part of the report could not be written.
    func finish() throws {
        let error = state.withLock { state in
            Self.write(&state)
            return state.error
        }
        guard let error else { return }
        throw CommandFailure(
            .volume,
            "The report \(path) could not be written completely: \(error.localizedDescription)"
        )
    }

    private static func write(_ state: inout (file: FileHandle, waiting: Data, error: (any Error)?))
    {
        guard state.error == nil else { return }
        do {
            try state.file.write(contentsOf: state.waiting)
        } catch {
            state.error = error
        }
        state.waiting = Data()
    }
}
