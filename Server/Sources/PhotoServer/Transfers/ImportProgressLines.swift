import Foundation
import NIOCore
import OpenPhotoKit
import Synchronization

/// The lines of a running import.
///
/// The mutex guards the counts; events come on a thread of the import.
final class ImportProgressLines: Sendable {
    private struct Counts {
        var refused: [RefusedModel] = []
        var lastDone = -1
    }

    private let folder: String
    private let feed: AsyncStream<String>.Continuation
    private let counts = Mutex(Counts())

    init(folder: URL, feed: AsyncStream<String>.Continuation) {
        self.folder = folder.path + "/"
        self.feed = feed
    }

    func recordEvent(_ event: LibraryImport.Event) {
        switch event {
        case .progress(let progress): sendLine(progress)
        case .refused(let url, let reason), .incomplete(let url, let reason),
            .changed(let url, let reason), .deleted(let url, let reason, _),
            .conflict(let url, _, _, let reason):
            counts.withLock { counts in
                guard counts.refused.count < 1000 else { return }
                counts.refused.append(RefusedModel(path: relativePath(of: url), message: reason))
            }
        case .other(let url):
            counts.withLock { counts in
                guard counts.refused.count < 1000 else { return }
                counts.refused.append(
                    RefusedModel(
                        path: relativePath(of: url),
                        message: "This is no photo and no video."
                    )
                )
            }
        default: break
        }
    }

    /// Ends the lines with what the import did, and the identifier for undoing it.
    func sendReport(_ report: LibraryImport.Report, undo: String?) {
        sendLine(
            DoneModel(
                done: true,
                imported: report.importedCount,
                joined: report.joinedCount,
                known: report.duplicateCount + report.unchangedCount + report.removedCount,
                inSource: report.inSourceCount,
                refused: counts.withLock { $0.refused },
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

private struct RefusedModel: Encodable {
    var path: String
    var message: String
}

private struct DoneModel: Encodable {
    var done: Bool
    var imported: Int
    var joined: Int
    var known: Int
    var inSource: Int
    var refused: [RefusedModel]
    var undo: String?
}

private struct FailedModel: Encodable {
    var error: String
    var message: String
}
