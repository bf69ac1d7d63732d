package import Foundation
import PhotosBase
import PhotosStore

/// The object that says which library writes to a place.
///
/// Markers are numbered, and the last one counts. None is ever changed or removed.
package struct RemoteMarker: Codable, Hashable, Sendable {
    package static let format = "openphotokit-remote"
    /// The version of the names and files below the prefix that this software writes.
    package static let version = 1

    package var format = Self.format
    package var version = Self.version
    package var library: UUID
    /// The incarnation of the library that may write.
    package var incarnation: UUID
    package var date: Date
    /// The identifier of the place, by whatever path it is reached; nil in markers of older software.
    package var place: UUID?

    package init(library: UUID, incarnation: UUID, date: Date, place: UUID) {
        self.library = library
        self.incarnation = incarnation
        self.date = date
        self.place = place
    }

    /// The text by which two remotes are known to be one place.
    ///
    /// Older markers have none of their own. Their contents differ, because no two places were claimed at one moment.
    package var mark: String {
        "place \(place?.uuidString ?? "\(incarnation) \(date.timeIntervalSinceReferenceDate)")"
    }

    /// Returns the name of the marker after a number of earlier ones.
    package func name(after earlier: Int) -> String {
        let number = String(earlier + 1)
        let zeros = String(repeating: "0", count: max(0, 6 - number.count))
        return
            "\(RemoteNames.markers)\(zeros)\(number)-\(incarnation.uuidString.lowercased()).json"
    }

    /// Returns the number in the name of a marker; nil for other names.
    package static func number(of name: String) -> Int? { RemoteNames.markerNumber(of: name) }

    /// Returns the incarnation in the name of a marker; nil for other names.
    package static func incarnation(of name: String) -> UUID? {
        guard number(of: name) != nil else { return nil }
        return UUID(uuidString: String(name.dropLast(".json".count).suffix(36)))
    }

    package func encoded() throws -> Data { try RemoteCoding.encoder.encode(self) }

    /// - Throws: ``RemoteFailure`` if the bytes are no marker, or one of a newer version.
    package init(_ data: Data) throws {
        guard let marker = try? RemoteCoding.decoder.decode(Self.self, from: data),
            marker.format == Self.format
        else {
            throw RemoteFailure(
                .notTheService,
                "The file that says which library writes to the place cannot be read. Check that the address leads to a remote of OpenPhotoKit."
            )
        }
        guard marker.version <= Self.version else {
            throw RemoteFailure(
                .unsupported,
                "A newer version of OpenPhotoKit writes to the place (layout \(marker.version)). Use that version."
            )
        }
        self = marker
    }
}
