package import Foundation
import Glibc
package import PhotosSearch
import Synchronization

/// The table of places of a library and their time zones, in two files in the folder of derived files.
///
/// The files belong to the library, so all programs that use the library give its photos the same names. Safe on any thread.
package final class PlaceNames: Sendable {
    /// What tells that a file was replaced.
    private struct Stamp: Equatable {
        var inode: UInt64
        var size: Int64
        var seconds: Int
        var nanoseconds: Int
    }

    /// The table of one file; all are nil without a file.
    private struct Reading {
        var stamp: Stamp?
        var table: PlaceTable?
        var zones: PlaceZones?
    }

    private let file: URL
    private let zonesFile: URL
    /// The file that was read last, guarded by a mutex because statements of all threads use it; nil before the first use.
    private let last = Mutex<Reading?>(nil)

    init(_ file: URL, zones: URL) { (self.file, zonesFile) = (file, zones) }

    /// The table as it was read last; nil if there is none.
    package var table: PlaceTable? { reading().table }

    /// The zones of the table's places as they were read last; nil if they are unknown.
    package var zones: PlaceZones? { reading().zones }

    private func reading() -> Reading {
        last.withLock { last in
            let reading = last ?? read()
            last = reading
            return reading
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
        let zones = table.flatMap { table in
            (try? Data(contentsOf: zonesFile)).flatMap { PlaceZones($0, of: table) }
        }
        return Reading(stamp: stamp, table: table, zones: zones)
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

extension PlaceNames: PlaceZoning {
    package func zone(near point: PlacePoint) -> TimeZone? {
        refresh()
        let reading = reading()
        guard let table = reading.table, let zones = reading.zones,
            let index = table.nearest(to: point)
        else { return nil }
        return zones.zone(ofPlace: index)
    }
}

/// Returns the time zones of places near points.
package protocol PlaceZoning: Sendable {
    /// Returns the zone of the place that is nearest to a point; nil if there is none near it, or its zone is unknown.
    func zone(near point: PlacePoint) -> TimeZone?
}

/// Returns the names of places near points.
package protocol PlaceNaming: Sendable {
    /// Returns the names of the place that is nearest to a point; nil if there is none near it.
    func names(near point: PlacePoint) -> [String]?
}
