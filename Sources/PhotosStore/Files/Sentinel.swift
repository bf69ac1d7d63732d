import CPhotosSystem
package import Foundation
import Glibc

/// The file `LIBRARY`, which marks a folder as a library, identifies it, and says which software may read and write it.
package struct Sentinel: Codable, Hashable, Sendable {
    package var library: UUID
    /// The identifier that is replaced when the library turns out to be a copy.
    ///
    /// Tokens of the library that was copied are not valid for the copy.
    package var incarnation: UUID
    package var format: Int
    package var minimumReader: Int
    package var minimumWriter: Int
    /// The identity of the database file for which this sentinel was written.
    package var database: FileIdentity
    /// The identity of the database file of a backup, where the backup was made.
    ///
    /// A copy of a backup has another one, as after somebody copied it back to use it.
    var backup: FileIdentity?
    /// The requirements of the library before a migration that has not ended.
    var earlier: Requirements?

    private enum CodingKeys: String, CodingKey {
        case library, incarnation, format, minimumReader, minimumWriter, backup, earlier
        case database = "place"
    }

    /// The inode number and birth time of a file, which distinguish it from a copy.
    package struct FileIdentity: Codable, Hashable, Sendable {
        package var inode: UInt64
        package var birth: Int64

        static func of(_ url: URL) throws -> FileIdentity {
            var facts = stat()
            guard lstat(url.path, &facts) == 0 else {
                throw StoreError.system("Looking at", path: url.path, code: errno)
            }
            return FileIdentity(
                inode: UInt64(facts.st_ino),
                birth: photos_birth_time(AT_FDCWD, url.path)
            )
        }
    }

    static func read(_ layout: LibraryLayout) throws -> Sentinel {
        try checkPermission(layout)
        guard access(layout.sentinel.path, F_OK) == 0 else {
            guard access(layout.root.path, F_OK) == 0 else {
                throw StoreError(
                    .libraryMissing,
                    "There is no library at \(layout.root.path). Check the path and whether its volume is mounted."
                )
            }
            throw StoreError(
                .notALibrary,
                "\(layout.root.path) is not a photo library: it has no file named LIBRARY."
            )
        }
        let content: Data
        do {
            guard FileOperations.size(layout.sentinel) ?? 0 <= 1 << 16 else {
                throw StoreError(.damaged, "it is too large to be one.")
            }
            content = try Data(contentsOf: layout.sentinel)
        } catch {
            throw StoreError(
                .inputOutput,
                "The file LIBRARY in \(layout.root.path) cannot be read: \(error.localizedDescription)",
                cause: error
            )
        }
        do {
            return try decodeSentinel(content, at: layout.root)
        } catch let error as DecodingError {
            throw StoreError(
                .damaged,
                "The file LIBRARY in \(layout.root.path) cannot be read. Restore it from a backup.",
                cause: error
            )
        }
    }

    private static func decodeSentinel(_ content: Data, at root: URL) throws -> Sentinel {
        do {
            let sentinel = try JSONDecoder().decode(Sentinel.self, from: content)
            try sentinel.admits(writing: false, at: root)
            return sentinel
        } catch let error as DecodingError {
            // A newer format may contain other fields, but these are always there.
            let needs = try JSONDecoder().decode(Requirements.self, from: content)
            try needs.admit(writing: false, ours: Schema.format, at: root)
            throw error
        }
    }

    /// Throws if a file exists but may not be read, so that it does not count as missing.
    private static func checkPermission(_ layout: LibraryLayout) throws {
        let files = [layout.sentinel, layout.database]
        guard let file = files.first(where: { access($0.path, R_OK) != 0 && errno == EACCES })
        else { return }
        throw StoreError(
            .notPermitted,
            "This user may not read the library at \(layout.root.path) (\(file.lastPathComponent)). Ask its owner, or check the permissions of the folder and of the folders above it."
        )
    }

    func write(_ layout: LibraryLayout) throws {
        try FileOperations.replace(layout.sentinel, with: try encoded())
    }

    func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        return try encoder.encode(self)
    }

    /// Throws if this software, of format `ours`, may not read or write a library with this sentinel.
    func admits(writing: Bool, ours: Int = Schema.format, at root: URL) throws {
        try requirements.admit(writing: writing, ours: ours, at: root)
    }

    /// Returns the error with which ``admits(writing:ours:at:)`` forbids to write; nil if this software may write.
    func refusalOfWriting(at root: URL) -> StoreError? {
        do {
            try admits(writing: true, at: root)
            return nil
        } catch {
            return error as? StoreError
        }
    }

    private var requirements: Requirements {
        Requirements(format: format, minimumReader: minimumReader, minimumWriter: minimumWriter)
    }

    /// The sentinel for the time of a migration to the present format.
    ///
    /// The sentinel keeps the requirements before the migration. After an interruption, these are the ones that an earlier
    /// migration kept.
    var duringMigration: Sentinel {
        var sentinel = self
        sentinel.earlier = earlier ?? requirements
        sentinel.format = Schema.format
        sentinel.minimumWriter = Schema.oldestWriter
        return sentinel
    }

    /// Returns the sentinel of before a migration that has not ended.
    ///
    /// - Parameter format: The format of the database.
    /// - Returns: The sentinel; nil if there is no such migration, or if it has made a step.
    func beforeMigration(ofDatabase format: Int) -> Sentinel? {
        guard let earlier, earlier.format == format else { return nil }
        var sentinel = self
        sentinel.earlier = nil
        sentinel.format = earlier.format
        sentinel.minimumReader = earlier.minimumReader
        sentinel.minimumWriter = earlier.minimumWriter
        return sentinel
    }
}

/// The requirements of a library for the software that opens it.
///
/// This part of the sentinel never changes its form.
struct Requirements: Codable, Hashable {
    var format: Int
    var minimumReader: Int
    var minimumWriter: Int

    func admit(writing: Bool, ours: Int, at root: URL) throws {
        if minimumReader > ours {
            throw StoreError(
                .newerFormat,
                "The library at \(root.path) has format \(format), which needs a newer OpenPhotoKit to read; this one reads formats up to \(ours). Nothing was touched."
            )
        }
        if writing, minimumWriter > ours {
            throw StoreError(
                .newerFormat,
                "The library at \(root.path) has format \(format), which needs a newer OpenPhotoKit to write. Commands that only read work. Nothing was touched."
            )
        }
    }
}
