import Foundation
import Glibc
package import PhotosSearch
import Synchronization

/// The table of places of a library, in a file in the folder of derived files.
///
/// The file belongs to the library, so all programs that use the library give its photos the same names. Safe on any thread.
package final class PlaceNames: Sendable {
    /// What tells that a file was replaced.
    private struct Stamp: Equatable {
        var inode: UInt64
        var size: Int64
        var seconds: Int
        var nanoseconds: Int
    }

    /// The table of one file; both are nil without a file.
    private struct Reading {
        var stamp: Stamp?
        var table: PlaceTable?
    }

    private let file: URL
    /// The file that was read last, guarded by a mutex because statements of all threads use it; nil before the first use.
    private let last = Mutex<Reading?>(nil)

    init(_ file: URL) { self.file = file }

    /// The table as it was read last; nil if there is none.
    package var table: PlaceTable? {
        last.withLock { last in
            let reading = last ?? read()
            last = reading
            return reading.table
        }
    }

    /// The number of the table for the index of words; 0 if there is none.
    var identity: Int64 { table?.identity ?? 0 }

    /// Reads the table again if another one has replaced it.
    func refresh() {
        last.withLock { last in
            if last == nil || last?.stamp != stamp() { last = read() }
        }
    }

    private func read() -> Reading {
        // A file that is replaced meanwhile has another stamp, so it is read again at the next use.
        let stamp = stamp()
        // A damaged table gives no names, and `photokit places` reports it.
        let table = (try? Data(contentsOf: file)).flatMap { PlaceTable($0) }
        return Reading(stamp: stamp, table: table)
    }

    private func stamp() -> Stamp? {
        var status = stat()
        guard unsafe stat(file.path, &status) == 0 else { return nil }
        return Stamp(
            inode: UInt64(status.st_ino),
            size: Int64(status.st_size),
            seconds: status.st_mtim.tv_sec,
            nanoseconds: status.st_mtim.tv_nsec
        )
    }
}

extension PlaceNames: PlaceNaming {
    package func names(near point: PlacePoint) -> [String]? {
        guard let table, let index = table.nearest(to: point) else { return nil }
        return table.place(index).names
    }
}

/// Returns the names of places near points.
package protocol PlaceNaming: Sendable {
    /// Returns the names of the place that is nearest to a point; nil if there is none near it.
    func names(near point: PlacePoint) -> [String]?
}
