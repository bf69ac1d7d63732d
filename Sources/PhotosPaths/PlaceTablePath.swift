package import Foundation

/// The paths of a library's table of places and of its time zones.
package enum PlaceTablePath {
    /// Returns the table in the folder of a library's derived files.
    package static func url(inDerived folder: URL) -> URL {
        self.folder(inDerived: folder).appendingPathComponent("places.table")
    }

    /// Returns the time zones of the table's places.
    package static func zones(inDerived folder: URL) -> URL {
        self.folder(inDerived: folder).appendingPathComponent("zones.table")
    }

    private static func folder(inDerived folder: URL) -> URL {
        folder.appendingPathComponent("places", isDirectory: true)
    }

    /// Returns the folder of derived files in a library's folder.
    package static func derived(inLibrary folder: URL) -> URL {
        folder.appendingPathComponent("derived", isDirectory: true)
    }
}
