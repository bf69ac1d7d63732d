import Crypto
import Foundation
import GRDB
import Glibc
import PhotosStore

/// What a process did to a library, in a file outside of it.
struct DistantNotes {
    enum Event: String {
        /// The asset is in the library.
        case added
        /// From now on the asset may be gone.
        case leaving
    }

    private let descriptor: Int32

    init(appendingTo url: URL) throws {
        descriptor = open(url.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Fault("\(url.path) cannot be written") }
    }

    func write(_ event: Event, _ uuid: UUID) throws {
        let line = Array("\(event.rawValue) \(uuid.uuidString)\n".utf8)
        guard Glibc.write(descriptor, line, line.count) == line.count else {
            throw Fault("a note cannot be written")
        }
    }

    /// Returns the assets that must be in the library.
    static func read(_ url: URL) -> Set<UUID> {
        var certain: Set<UUID> = []
        let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count == 2, let event = Event(rawValue: String(words[0])),
                let uuid = UUID(uuidString: String(words[1]))
            else { continue }
            switch event {
            case .added: certain.insert(uuid)
            case .leaving: certain.remove(uuid)
            }
        }
        return certain
    }
}

extension Library {
    func assetCount() throws -> Int { try assetIdentifiers().count }

    func assetIdentifiers() throws -> [UUID] {
        try onWriter { db in
            try Data.fetchAll(db, sql: "SELECT uuid FROM asset ORDER BY id").compactMap {
                UUID(bytes: $0)
            }
        }
    }

    func allResources() throws -> [ResourceRecord] {
        let rows = try onWriter { db in
            try Int64.fetchAll(db, sql: "SELECT id FROM resource ORDER BY id")
        }
        return try resources(rows)
    }
}

enum Checksum {
    static func of(_ data: Data) -> [UInt8] { Array(SHA256.hash(data: data)) }
}
