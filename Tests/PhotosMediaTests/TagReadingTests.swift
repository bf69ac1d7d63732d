import Foundation
import PhotosMedia

/// Facts that are read from tags, without any file.
protocol TagReadingTests {}

extension TagReadingTests {
    static var vienna: TimeZone { TimeZone(identifier: "Europe/Vienna") ?? .gmt }
    static var original: String { "Exif.Photo.DateTimeOriginal" }

    func facts(
        _ tags: [String: String],
        type: MediaType = .jpeg,
        zone: TimeZone? = nil
    ) -> MediaFacts {
        MediaFacts(
            header: MediaHeader(type: type, storedWidth: 4, storedHeight: 3),
            tags: MediaTags(tags.mapValues { [$0] }),
            zone: zone ?? Self.vienna
        )
    }
}
