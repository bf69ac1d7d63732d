package import Foundation
import Glibc
import Synchronization

/// The files of a table of places and of its time zones, which are read once until another table replaces them.
///
/// Safe on any thread.
package final class PlaceTableFile: Sendable {
    /// The identity of a file, which differs after the file was replaced.
    private struct Stamp: Equatable {
        var inode: UInt64
        var size: Int64
        var seconds: Int
        var nanoseconds: Int
    }

    /// The tables of one moment; all are nil without a file.
    private struct Reading {
        var stamp: Stamp?
        var table: PlaceTable?
        var zones: PlaceZones?
    }

    private let file: URL
    private let zonesFile: URL
    /// The file that was read last, guarded by a mutex because all threads use it; nil before the first use.
    private let last = Mutex<Reading?>(nil)

    package init(_ file: URL, zones: URL) { (self.file, zonesFile) = (file, zones) }

    /// The table as it was read last; nil if there is none, or if it is damaged.
    package var table: PlaceTable? { tables?.table }

    /// The table as it was read last, with the zones that belong to it; nil without a table.
    package var tables: (table: PlaceTable, zones: PlaceZones?)? {
        last.withLock { last in
            let reading = last ?? readTable()
            last = reading
            return reading.table.map { ($0, reading.zones) }
        }
    }

    /// Reads the table again if another one has replaced it.
    package func refresh() {
        last.withLock { last in
            if last == nil || last?.stamp != fileStamp() { last = readTable() }
        }
    }

    private func readTable() -> Reading {
        // A file that is replaced meanwhile differs from this, so it is read again at the next use.
        let stamp = fileStamp()
        // A damaged table gives no names, and `photokit places` reports it.
        let table = (try? Data(contentsOf: file)).flatMap { PlaceTable($0) }
        let zones = table.flatMap { table in
            (try? Data(contentsOf: zonesFile)).flatMap { PlaceZones($0, of: table) }
        }
        return Reading(stamp: stamp, table: table, zones: zones)
    }

    private func fileStamp() -> Stamp? {
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
