import Foundation
import Photos

/// Up to which change photos were looked at, and which of them have no job yet.
struct Memory: Codable {
    var waiting: [String] = []
    private var archivedToken: Data?

    private static let file = URL(fileURLWithPath: NSHomeDirectory(), isDirectory: true)
        .appendingPathComponent(".config/photo-uploader.state.json")

    /// Reads the file; one that is missing or damaged means that no photo was uploaded.
    static func read() -> Memory {
        let data = try? Data(contentsOf: file)
        return data.flatMap { try? JSONDecoder().decode(Memory.self, from: $0) } ?? Memory()
    }

    func token() throws -> PHPersistentChangeToken? {
        guard let archivedToken else { return nil }
        let kind = PHPersistentChangeToken.self
        return try NSKeyedUnarchiver.unarchivedObject(ofClass: kind, from: archivedToken)
    }

    mutating func remember(_ token: PHPersistentChangeToken) throws {
        archivedToken = try NSKeyedArchiver.archivedData(
            withRootObject: token,
            requiringSecureCoding: true
        )
    }

    func save() throws { try JSONEncoder().encode(self).write(to: Self.file, options: .atomic) }
}
