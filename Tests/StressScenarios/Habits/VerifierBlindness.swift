import Foundation
import GRDB
import PhotosStore

/// Records the present state of each original without reading it, as an engine does that trusts files unseen.
///
/// The engine reads an original again only if its state is not the recorded one. It then believes that an original which
/// somebody overwrote is whole.
final class VerifierBlindness {
    private let layout: LibraryLayout
    private let queue: DatabaseQueue

    init(_ layout: LibraryLayout) throws {
        self.layout = layout
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        queue = try DatabaseQueue(path: layout.database.path, configuration: configuration)
    }

    func recordStates() throws {
        try queue.write { db in
            for file in try String.fetchAll(db, sql: "SELECT file FROM resource") {
                guard let state = FileState(of: layout.original(file)) else { continue }
                try db.execute(
                    sql: "UPDATE resource SET inode = ?, status_change = ? WHERE file = ?",
                    arguments: [state.inode, state.statusChange, file]
                )
            }
        }
    }
}
