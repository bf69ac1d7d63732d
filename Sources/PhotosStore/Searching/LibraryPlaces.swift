import Foundation
import PhotosPaths
package import PhotosSearch

/// The table of places of a library, which gives places their names.
package final class LibraryPlaces: Sendable {
    let core: LibraryCore

    init(_ core: LibraryCore) { self.core = core }

    /// The library's table of places, read again if another one has replaced it; nil if there is none.
    package func placeTable() -> PlaceTable? {
        core.environment.places?.refresh()
        return core.environment.places?.table
    }

    /// The time zones of the table's places; nil if they are unknown.
    package func placeZones() -> PlaceZones? {
        core.environment.places?.refresh()
        return core.environment.places?.zones
    }

    /// Whether there is a file of the table that cannot be read.
    package func isPlaceTableDamaged() -> Bool {
        placeTable() == nil && FileManager.default.fileExists(atPath: core.layout.places.path)
    }

    /// Makes some places the table of the library.
    ///
    /// - Throws: ``StoreError`` where the library is read-only, the client sees a part of it, or the file cannot be written.
    package func usePlaces(_ entries: [PlaceEntry]) throws {
        try core.checkIsWritable()
        try core.requireEverything("choose its table of places")
        let tables = PlaceTableWriter.tables(of: entries)
        do {
            try FileManager.default.createDirectory(
                at: core.layout.places.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            // Zones belong to one table, so those of another are ignored until its places are there.
            if let zones = tables.zones {
                try FileOperations.replace(core.layout.placeZones, with: zones)
            } else {
                try FileOperations.unlink(core.layout.placeZones)
            }
            try FileOperations.replace(core.layout.places, with: tables.places)
        } catch {
            throw StoreError(error)
        }
        core.environment.places?.refresh()
    }

    /// Removes the table, so that places have no names.
    ///
    /// - Throws: ``StoreError`` where the library is read-only, the client sees a part of it, or the file cannot be removed.
    package func removePlaces() throws {
        try core.checkIsWritable()
        try core.requireEverything("remove its table of places")
        do {
            try FileOperations.unlink(core.layout.places)
            try FileOperations.unlink(core.layout.placeZones)
        } catch {
            throw StoreError(error)
        }
        core.environment.places?.refresh()
    }
}

extension LibraryLayout {
    /// The table of places.
    var places: URL { PlaceTablePath.url(inDerived: derived) }

    /// The time zones of the table's places.
    var placeZones: URL { PlaceTablePath.zones(inDerived: derived) }
}
