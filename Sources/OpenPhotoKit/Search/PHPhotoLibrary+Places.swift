public import CoreLocation
public import Foundation
import Glibc
public import Photos
import PhotosMedia
import PhotosSearch
import PhotosStore

/// A file cannot be read, or is no table of places.
public struct PlaceFileError: LocalizedError, Hashable, Sendable {
    /// The problem, and the form of a table of places.
    public let errorDescription: String?
}

extension PHPhotoLibrary {
    /// Makes the places of a file the library's table of places.
    ///
    /// All programs that use the library then show and search names of places. The table is kept in the folder `derived` of the
    /// library, and the file is not needed any more. No network is ever asked.
    ///
    /// If the file has time zones, photos and movies with a place and without a zone get the zone of the nearest place.
    /// Reading their files sets the zone, see ``Photos/PHAsset/isZoneAssumed``.
    ///
    /// - Parameter url: A text in UTF-8. Its lines have commas below the heading `lat,lon,name,admin1,admin2,cc,zone`,
    ///   whose last four columns may lack, or tabs as in the file `cities1000.txt` of GeoNames. If a file
    ///   `admin1CodesASCII.txt` is in the same folder, it names the regions of such lines.
    /// - Returns: The number of places.
    /// - Throws: ``PlaceFileError`` where the file cannot be read or has no places. Throws `PHPhotosError` where the
    ///   library is read-only or the user sees a part of it.
    @concurrent
    public func usePlaces(from url: URL) async throws -> Int {
        let store = try store()
        let count = try await LibraryWork.run { _ -> Result<Int, PlaceFileError> in
            let places: [PlaceEntry]
            do throws(PlaceFileError) {
                places = try Self.places(of: url)
            } catch {
                return .failure(error)
            }
            try store.places.usePlaces(places)
            return .success(places.count)
        }
        return try count.get()
    }

    private static func places(of url: URL) throws(PlaceFileError) -> [PlaceEntry] {
        let regions = url.deletingLastPathComponent()
            .appendingPathComponent("admin1CodesASCII.txt")
        // Foundation's own error does not name the reason.
        guard Glibc.access(url.path, R_OK) == 0 else {
            throw PlaceFileError(
                errorDescription:
                    "It cannot be read (\(systemMessage(errno))). Check its path and permissions."
            )
        }
        do {
            let names = (try? Data(contentsOf: regions)) ?? Data()
            return try PlaceFile.places(in: try Data(contentsOf: url), regions: names)
        } catch let error as PlaceFile.Unreadable {
            throw PlaceFileError(errorDescription: error.description)
        } catch {
            throw PlaceFileError(
                errorDescription: "It cannot be read. Check that it is a file, and its disk."
            )
        }
    }

    /// Removes the library's table of places, so that places have no names.
    ///
    /// - Throws: `PHPhotosError` where the library is read-only or the user sees a part of it.
    public func removePlaces() throws {
        do {
            try store().places.removePlaces()
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// The number of places of the library's table; nil if there is none.
    public var placeCount: Int? { read(orElse: nil) { $0.places.placeTable()?.count } }

    /// The number of places of the library's table whose time zone is known.
    public var placeZoneCount: Int { read(orElse: 0) { $0.places.placeZones()?.count ?? 0 } }

    /// Whether the library has a table of places that cannot be read, and must be made again.
    public var isPlaceTableDamaged: Bool { read(orElse: false) { $0.places.isPlaceTableDamaged() } }

    /// Returns the place of the table that is nearest to a point.
    ///
    /// - Parameter coordinate: The point.
    /// - Returns: Nil where no place is within 100 km, or there is no table.
    public func place(near coordinate: CLLocationCoordinate2D) -> PhotoPlace? {
        read(orElse: nil) { store in
            guard let point = PlacePoint(coordinate.latitude, coordinate.longitude),
                let table = store.places.placeTable(), let index = table.nearest(to: point)
            else { return nil }
            return PhotoPlace(table.place(index))
        }
    }

    /// Returns the places of the table whose names begin with a text, without regard to case and accents.
    ///
    /// - Parameters:
    ///   - name: The text, with a region or country, or its beginning, after a comma: `Springfield, Ill`.
    ///   - limit: The largest number of places, 1 or more.
    /// - Returns: The places in the order of their letters, so that those with exactly this name are the first; none without a
    ///   table.
    public func places(beginningWith name: String, limit: Int = 10) -> [PhotoPlace] {
        precondition(limit >= 1, "The limit of places must be 1 or more.")
        return read(orElse: []) { store in
            guard let table = store.places.placeTable() else { return [] }
            return table.places(beginningWith: name, limit: limit).map {
                PhotoPlace(table.place($0))
            }
        }
    }

    /// Returns the places of the table with a name, without regard to case and accents.
    ///
    /// - Parameter name: The name, with a region or country after a comma where that is needed: `Springfield, Illinois`.
    /// - Returns: The places in no particular order; none without a table.
    public func places(named name: String) -> [PhotoPlace] {
        read(orElse: []) { store in
            guard let table = store.places.placeTable() else { return [] }
            return table.places(named: name).map { PhotoPlace(table.place($0)) }
        }
    }
}
