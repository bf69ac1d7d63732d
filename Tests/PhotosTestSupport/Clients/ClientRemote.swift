import Foundation
import GRDB
import PhotosRemotes
import PhotosStore

/// A remote of a client's library: a folder, which can go away as a network does.
///
/// Public, though no product has it, because the clients are compiled outside the package.
public struct ClientRemote: Sendable {
    private let folder: URL
    private let library: URL

    init(_ sandbox: ClientSandbox) throws {
        folder = try sandbox.emptyFolder("Remote")
        library = sandbox.folder.appendingPathComponent("Client.photolib", isDirectory: true)
        let store = try Library.open(library)
        defer { store.close() }
        try MarkerList(FolderPlace(folder.path)).claimPlace(for: store)
        _ = try store.remotes.addRemote(
            RemoteRow(
                uuid: UUID(),
                name: "remote",
                address: folder.path,
                incarnation: store.identity.incarnation,
                addedDate: Date()
            )
        )
    }

    /// Copies all originals to the remote, and lets them leave this disk; returns how many.
    @discardableResult
    public func sendAwayOriginals() throws -> Int {
        let store = try Library.open(library)
        defer { store.close() }
        guard let row = try store.remotes.all().first else { return 0 }
        let report = try RemoteSync(store, remote: row, place: FolderPlace(folder.path)).run()
        if let failure = report.endedBy { throw failure }
        // What a space rule does with files that are large enough.
        let files = try store.core.onWriter { db in
            try db.execute(
                sql: "INSERT OR REPLACE INTO elsewhere_file SELECT id, 0 FROM resource"
            )
            return try String.fetchAll(db, sql: "SELECT file FROM resource")
        }
        for file in files {
            try FileManager.default.removeItem(at: store.layout.original(file))
        }
        return files.count
    }

    /// Makes the remote unreachable.
    public func disconnect() throws {
        try FileManager.default.moveItem(at: folder, to: awayFolder)
    }

    /// Makes the remote reachable again.
    public func connect() throws {
        try FileManager.default.moveItem(at: awayFolder, to: folder)
    }

    private var awayFolder: URL {
        folder.deletingLastPathComponent().appendingPathComponent("Away", isDirectory: true)
    }
}

extension ClientSandbox {
    /// Adds a remote to the client's library, which exists.
    public func remote() throws -> ClientRemote { try ClientRemote(self) }
}
