import Foundation
import Glibc

/// Checks whether the folder of an open library is still the one that was opened.
///
/// While a process runs, a volume may be unmounted, a folder renamed, or a database replaced. Code that
/// writes or removes something calls this check first.
package struct LibraryPresence: Hashable, Sendable {
    /// The identity of a file or folder, independent of its path.
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

    /// The state of the library's path at one moment.
    package struct Sight: Hashable, Sendable {
        package var database: Identity?
        package var hasSentinel: Bool
        /// The state of the file `LIBRARY`; nil if it was not read.
        package var sentinel: FileState?
        package var hasFolder: Bool
        /// The device of the library's folder, or else of the nearest existing folder above it.
        package var device: UInt64?

        package init(
            database: Identity?,
            hasSentinel: Bool = true,
            sentinel: FileState? = nil,
            hasFolder: Bool = true,
            device: UInt64?
        ) {
            self.database = database
            self.hasSentinel = hasSentinel
            self.sentinel = sentinel
            self.hasFolder = hasFolder
            self.device = device
        }
    }

    /// The reasons why the library is not at its path any more.
    package enum Absence: Hashable, Sendable {
        /// The library's volume is not mounted.
        case volumeAway
        /// The library was moved, renamed or deleted on its volume.
        case moved
        /// Another database is at the library's path.
        case replaced
        /// The database is there without the file that says which library it belongs to.
        case sentinelMissing
    }

    package let database: Identity
    /// The state of the file `LIBRARY` when the library was opened.
    private let sentinel: FileState?
    private let root: URL
    // Stored as strings, because every change checks these paths.
    private let databasePath: String
    private let sentinelPath: String

    package init?(_ layout: LibraryLayout) {
        guard let database = Identity(path: layout.database.path) else { return nil }
        self.init(layout, database, sentinel: FileState(of: layout.sentinel))
    }

    package init(_ layout: LibraryLayout, _ database: Identity, sentinel: FileState? = nil) {
        self.database = database
        self.sentinel = sentinel
        root = layout.root
        databasePath = layout.database.path
        sentinelPath = layout.sentinel.path
    }

    /// Decides from a state that was read before, without reading the file system.
    package func absence(_ sight: Sight) -> Absence? {
        if sight.database == database { return sight.hasSentinel ? nil : .sentinelMissing }
        if sight.database != nil { return .replaced }
        guard sight.device == database.device else { return .volumeAway }
        return .moved
    }

    /// Whether the file `LIBRARY` is still that of the opening.
    ///
    /// Software that migrates a library replaces the file first. So does whoever makes a copy of the library its own.
    package func hasSentinelOfOpening(_ sight: Sight) -> Bool { sight.sentinel == sentinel }

    package func inspect() -> Sight {
        let found = Identity(path: databasePath)
        var facts = stat()
        let hasSentinel = lstat(sentinelPath, &facts) == 0
        let sentinel = hasSentinel ? FileState(facts) : nil
        // The usual case costs two system calls.
        if found == database {
            return Sight(
                database: found,
                hasSentinel: hasSentinel,
                sentinel: sentinel,
                device: found?.device
            )
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
            sentinel: sentinel,
            hasFolder: folder != nil,
            device: device
        )
    }

    /// Returns the error that forbids writing and removing now; nil while the library is at its path.
    package func problem() -> StoreError? { problem(inspect()) }

    /// Returns the same from a state that was read before.
    func problem(_ sight: Sight) -> StoreError? {
        absence(sight).map(error)
    }

    fileprivate func error(_ absence: Absence) -> StoreError {
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

extension LibraryCore {
    /// Returns the error if the library's folder is not the one that was opened; nil otherwise, and for
    /// libraries in memory.
    package func absence() -> StoreError? { presence?.problem() }

    /// Throws if the library is not at its path, or if newer software has migrated it since it was opened, or a backup was
    /// copied over it.
    ///
    /// Called before anything is written or removed.
    func checkIsPresent() throws {
        guard let presence else { return }
        let sight = presence.inspect()
        if let problem = presence.problem(sight) { throw problem }
        guard !presence.hasSentinelOfOpening(sight) else { return }
        let sentinel: Sentinel
        do {
            sentinel = try Sentinel.read(layout)
            try sentinel.admits(writing: true, at: layout.root)
        } catch let error as StoreError where error.code == .newerFormat {
            throw StoreError(
                .newerFormat,
                "A newer version of OpenPhotoKit has brought the library at \(layout.root.path) to its format while this program had it open. Nothing was changed; end this program and start the newer version."
            )
        }
        // A database that was copied into the file of the open one keeps the inode. LIBRARY then has another incarnation, as
        // each backup has. Where a copy is open for reading, the first opening for writing gives it another one.
        guard
            mode == .readOnly
                || (sentinel.library, sentinel.incarnation) == (
                    identity.library, identity.incarnation
                )
        else { throw presence.error(.replaced) }
    }

    /// Throws if the library is read-only.
    ///
    /// Called before a change.
    package func checkIsWritable() throws {
        guard mode == .readOnly else { return }
        throw refusal
            ?? StoreError(
                .readOnly,
                "The library was opened read-only. Open it for writing to change it."
            )
    }
}
