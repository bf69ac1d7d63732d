import Crypto
package import Foundation
import GRDB
import Glibc
import PhotosStore

/// What a process did to a library, in a file outside of it.
package struct DistantNotes {
    enum Event: String {
        /// The asset is in the library.
        case added
        /// From now on the asset may be gone.
        case leaving
        /// A process begins.
        case begun
        /// The power is about to be cut.
        case cut
    }

    private let descriptor: Int32

    package init(appendingTo url: URL) throws {
        descriptor = open(url.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Fault("\(url.path) cannot be written") }
    }

    func write(_ event: Event, _ uuid: UUID? = nil) throws {
        let words = [event.rawValue] + (uuid.map { [$0.uuidString] } ?? [])
        let line = Array("\(words.joined(separator: " "))\n".utf8)
        guard Glibc.write(descriptor, line, line.count) == line.count else {
            throw Fault("a note cannot be written")
        }
    }

    /// Notes that the power is about to be cut.
    ///
    /// A process goes on for a moment afterwards, which it does not where the power really fails. What the file system
    /// says then proves nothing, so what is added after the cut does not count.
    package func writeCut() throws { try write(.cut) }

    /// Returns the assets that must be in the library.
    static func read(_ url: URL) -> Set<UUID> {
        var certain: Set<UUID> = []
        var isCut = false
        let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard let event = words.first.flatMap({ Event(rawValue: String($0)) }) else { continue }
            let uuid = words.count == 2 ? UUID(uuidString: String(words[1])) : nil
            switch (event, uuid) {
            case (.begun, _): isCut = false
            case (.cut, _): isCut = true
            case (.added, let uuid?) where !isCut: certain.insert(uuid)
            case (.leaving, let uuid?): certain.remove(uuid)
            default: continue
            }
        }
        return certain
    }
}

extension Library {
    func assetCount() throws -> Int { try assetIdentifiers().count }

    func assetIdentifiers() throws -> [UUID] {
        try core.onWriter { db in
            try Data.fetchAll(db, sql: "SELECT uuid FROM asset ORDER BY id").compactMap {
                UUID(bytes: $0)
            }
        }
    }

    func allResources() throws -> [ResourceRecord] {
        let rows = try core.onWriter { db in
            try Int64.fetchAll(db, sql: "SELECT id FROM resource ORDER BY id")
        }
        return try records.resources(rows)
    }
}

enum Checksum {
    static func of(_ data: Data) -> [UInt8] { Array(SHA256.hash(data: data)) }
}
