import Foundation
import ServeRules

/// The steps of sessions on disk, so that they survive the end of a server.
///
/// Each step is a file of mode 0600. A file that cannot be written or read costs a step, and no change.
struct UndoFiles: Sendable {
    /// A step with whose it is.
    struct Entry: Codable, Sendable {
        var session: String
        var id: String
        /// Rises with each step.
        var number: Int
        var step: UndoStep
    }

    private static let prefix = "undo-"

    private let folder: StateFolder

    init(_ folder: StateFolder) { self.folder = folder }

    func writeEntry(_ entry: Entry) {
        guard let data = try? JSONEncoder().encode(entry) else { return }
        try? folder.write(data, to: Self.prefix + entry.id)
    }

    func removeEntry(_ id: String) { folder.removeFile(Self.prefix + id) }

    /// Returns all steps, the oldest first.
    ///
    /// Files that are no steps of this version are removed.
    func allEntries() -> [Entry] {
        folder.fileNames().filter { $0.hasPrefix(Self.prefix) && !$0.contains(".draft-") }
            .compactMap { name in
                let data = (try? folder.readFile(name)) ?? nil
                let entry = data.flatMap { try? JSONDecoder().decode(Entry.self, from: $0) }
                if entry == nil { folder.removeFile(name) }
                return entry
            }
            .sorted { $0.number < $1.number }
    }
}
