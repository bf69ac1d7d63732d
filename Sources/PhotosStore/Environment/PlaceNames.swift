package import Foundation
package import PhotosSearch

/// The table of places of a library and their time zones, in two files in the folder of derived files.
///
/// The files belong to the library, so all programs that use the library give its photos the same names. Safe on any thread.
package final class PlaceNames: Sendable {
    private let file: PlaceTableFile

    init(_ file: URL, zones: URL) { self.file = PlaceTableFile(file, zones: zones) }

    /// The table as it was read last; nil if there is none.
    package var table: PlaceTable? { file.table }

    /// The zones of the table's places as they were read last; nil if they are unknown.
    package var zones: PlaceZones? { file.tables?.zones }

    /// The number of the table for the index of words; 0 if there is none.
    var identity: Int64 { table?.identity ?? 0 }

    /// Reads the table again if another one has replaced it.
    func refresh() { file.refresh() }
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
        guard let (table, zones) = file.tables, let index = table.nearest(to: point) else {
            return nil
        }
        return zones?.zone(ofPlace: index)
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
