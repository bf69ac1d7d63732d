import Foundation
import Glibc

/// Tells whether the folder of an open library is still the one that was opened.
///
/// A volume may go away, a folder be renamed, and a database be replaced under a living process. Whoever writes or
/// removes something asks first.
package struct LibraryPresence: Hashable, Sendable {
    /// A file or folder, whatever its path.
    package struct Identity: Hashable, Sendable {
        package var device: UInt64
        package var inode: UInt64

        package init(device: UInt64, inode: UInt64) {
            self.device = device
            self.inode = inode
        }

        fileprivate init?(path: String) {
            var facts = stat()
            guard lstat(path, &facts) == 0 else { return nil }
            device = UInt64(facts.st_dev)
            inode = UInt64(facts.st_ino)
        }
    }

    /// What stands at the library's path at a moment.
    package struct Sight: Hashable, Sendable {
        package var database: Identity?
        package var hasSentinel: Bool
        package var hasFolder: Bool
        /// Of the library's folder, or else of the nearest folder above it that exists.
        package var device: UInt64?

        package init(
            database: Identity?,
            hasSentinel: Bool = true,
            hasFolder: Bool = true,
            device: UInt64?
        ) {
            self.database = database
            self.hasSentinel = hasSentinel
            self.hasFolder = hasFolder
            self.device = device
        }
    }

    /// Why the library is not what it was.
    package enum Absence: Hashable, Sendable {
        /// Its volume is not mounted.
        case volumeAway
        /// It was moved, renamed or deleted on its volume.
        case moved
        /// Another database stands at its path.
        case replaced
        /// The database stands there without the file that says what it belongs to.
        case sentinelMissing
    }

    package let database: Identity
    private let root: URL
    // Paths, since each change looks there.
    private let databasePath: String
    private let sentinelPath: String

    package init?(_ layout: LibraryLayout) {
        guard let database = Identity(path: layout.database.path) else { return nil }
        self.init(layout, database)
    }

    package init(_ layout: LibraryLayout, _ database: Identity) {
        self.database = database
        root = layout.root
        databasePath = layout.database.path
        sentinelPath = layout.sentinel.path
    }

    /// Decides without looking at anything.
    package func absence(_ sight: Sight) -> Absence? {
        if sight.database == database { return sight.hasSentinel ? nil : .sentinelMissing }
        if sight.database != nil { return .replaced }
        guard sight.device == database.device else { return .volumeAway }
        return .moved
    }

    package func look() -> Sight {
        let found = Identity(path: databasePath)
        let hasSentinel = access(sentinelPath, F_OK) == 0
        // The usual case costs two system calls.
        if found == database {
            return Sight(database: found, hasSentinel: hasSentinel, device: found?.device)
        }
        let folder = Identity(path: root.path)
        var above = root
        var device = folder?.device
        while device == nil, above.path != "/" {
            above.deleteLastPathComponent()
            device = Identity(path: above.path)?.device
        }
        return Sight(
            database: found,
            hasSentinel: hasSentinel,
            hasFolder: folder != nil,
            device: device
        )
    }

    /// Why nothing may be written or removed now; nil while all is as it was.
    package func problem() -> StoreError? {
        guard let absence = absence(look()) else { return nil }
        let path = root.path
        switch absence {
        case .volumeAway:
            return StoreError(
                .volumeOffline,
                "The volume of the library at \(path) is not there any more. Nothing was changed; mount it again to go on."
            )
        case .moved:
            return StoreError(
                .libraryMoved,
                "The library was moved, renamed or deleted: it is not at \(path) any more. Nothing was changed; put it back, or open it at its new place."
            )
        case .replaced:
            return StoreError(
                .libraryMoved,
                "Another database was put into the library at \(path) while it was open. Nothing was changed; close the library and open it again."
            )
        case .sentinelMissing:
            return StoreError(
                .libraryMoved,
                "The library at \(path) has lost its file LIBRARY while it was open. Nothing was changed; put it back from a backup."
            )
        }
    }
}

extension Library {
    /// Why the library's folder is not the one that was opened; nil while it is, and for libraries in memory.
    package func absence() -> StoreError? { presence?.problem() }

    /// Called before anything is written or removed.
    func checkIsPresent() throws {
        if let problem = absence() { throw problem }
    }

    /// Called before a change.
    func checkIsWritable() throws {
        guard mode == .readOnly else { return }
        throw refusal
            ?? StoreError(
                .readOnly,
                "The library was opened read-only. Open it for writing to change it."
            )
    }
}
