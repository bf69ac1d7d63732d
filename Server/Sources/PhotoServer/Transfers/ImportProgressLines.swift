import Foundation
import NIOCore
import OpenPhotoKit
import Synchronization

/// The lines of a running import.
///
/// The mutex guards the remarks; events come on a thread of the import.
final class ImportProgressLines: Sendable {
    /// What is told about single files.
    struct Remarks {
        /// The files that were not added.
        var refused: [FileModel] = []
        /// The files that were added, although not all of their content can be read.
        var damaged: [FileModel] = []
        /// The files that were added, and about which there is something else to say.
        var remarked: [FileModel] = []
    }

    /// The most files of each kind that are named.
    private static let mostFiles = 1000

    private let folder: String
    private let feed: AsyncStream<String>.Continuation
    let remarks = Mutex(Remarks())

    init(folder: URL, feed: AsyncStream<String>.Continuation) {
        self.folder = folder.path + "/"
        self.feed = feed
    }

    func recordEvent(_ event: LibraryImport.Event) {
        switch event {
        case .progress(let progress): sendLine(progress)
        case .refused(let url, let reason), .deleted(let url, let reason, _):
            addFile(url, reason, to: \.refused)
        case .other(let url): addFile(url, "This is no photo and no video.", to: \.refused)
        case .incomplete(let url, let reason): addFile(url, reason, to: \.damaged)
        case .changed(let url, let reason), .conflict(let url, _, _, let reason):
            addFile(url, reason, to: \.remarked)
        default: break
        }
    }

    private func addFile(
        _ url: URL,
        _ message: String,
        to list: WritableKeyPath<Remarks, [FileModel]>
    ) {
        let file = FileModel(path: relativePath(of: url), message: message)
        remarks.withLock { remarks in
            if remarks[keyPath: list].count < Self.mostFiles { remarks[keyPath: list].append(file) }
        }
    }

    /// Ends the lines with what the import did, and the identifier for undoing it.
    func sendReport(_ report: LibraryImport.Report, undo: String?) {
        let remarks = remarks.withLock { $0 }
        sendLine(
            DoneModel(
                done: true,
                imported: report.importedCount,
                joined: report.joinedCount,
                known: report.duplicateCount + report.unchangedCount + report.removedCount,
                inSource: report.inSourceCount,
                refused: remarks.refused,
                damaged: remarks.damaged,
                remarked: remarks.remarked,
                undo: undo
            )
        )
    }

    func sendProblem(_ problem: Problem) {
        sendLine(FailedModel(error: problem.code, message: problem.message))
    }

    private func relativePath(of url: URL) -> String {
        url.path.hasPrefix(folder)
            ? String(url.path.dropFirst(folder.count)) : url.lastPathComponent
    }

    private func sendLine(_ value: some Encodable) {
        feed.yield(String(buffer: JSONAnswer.bytes(value)))
    }
}

/// A file, and a sentence about it.
struct FileModel: Encodable {
    var path: String
    var message: String
}

private struct DoneModel: Encodable {
    var done: Bool
    var imported: Int
    var joined: Int
    var known: Int
    var inSource: Int
    var refused: [FileModel]
    var damaged: [FileModel]
    var remarked: [FileModel]
    var undo: String?
}

private struct FailedModel: Encodable {
    var error: String
    var message: String
}
