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

    /// What all steps share.
    struct Shared: Codable, Sendable {
        /// The positions of changes that took back another, each with the position of that other, the latest last.
        var reversals: [[String]] = []
        /// The identifiers of albums and folders that were made again, by the earlier ones.
        var successors: [String: String] = [:]
    }

    private static let prefix = "undo-"
    private static let sharedFile = "undone.json"

    private let folder: StateFolder

    init(_ folder: StateFolder) { self.folder = folder }

    func write(_ entry: Entry) {
        guard let data = try? JSONEncoder().encode(entry) else { return }
        try? folder.write(data, to: Self.prefix + entry.id)
    }

    func remove(_ id: String) { folder.remove(Self.prefix + id) }

    /// Returns all steps, the oldest first.
    func all() -> [Entry] {
        folder.names().filter { $0.hasPrefix(Self.prefix) && !$0.contains(".draft-") }
            .compactMap { name in
                let data = (try? folder.read(name)) ?? nil
                return data.flatMap { try? JSONDecoder().decode(Entry.self, from: $0) }
            }
            .sorted { $0.number < $1.number }
    }

    func write(_ shared: Shared) {
        guard let data = try? JSONEncoder().encode(shared) else { return }
        try? folder.write(data, to: Self.sharedFile)
    }

    func shared() -> Shared {
        let data = (try? folder.read(Self.sharedFile)) ?? nil
        return data.flatMap { try? JSONDecoder().decode(Shared.self, from: $0) } ?? Shared()
    }
}
