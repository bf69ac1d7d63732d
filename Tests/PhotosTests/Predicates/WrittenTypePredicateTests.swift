import Foundation
import Photos
import PhotosStore
import TestPermits
import Testing

/// Predicates on types, subtypes and flags as public code writes them, each against its meaning in Swift.
@Suite(.permit) struct WrittenTypePredicateTests {
    enum Media: Int {
        case image = 1
        case video = 2
    }

    struct Subtypes: OptionSet {
        let rawValue: UInt
        static let screenshot = Subtypes(rawValue: 4)
    }

    let screenshot: UInt = 4
    let live: UInt = 8

    @Test
    func `media types`() {
        expectPhotos(NSPredicate(format: "mediaType == %d", Media.image.rawValue)) {
            $0.mediaType == 1
        }
        expectPhotos(NSPredicate(format: "mediaType == %ld", 1)) { $0.mediaType == 1 }
        expectPhotos(NSPredicate(format: "mediaType = %i", 2)) { $0.mediaType == 2 }
        expectPhotos(NSPredicate(format: "mediaType != %i", 2)) { $0.mediaType != 2 }
        expectPhotos(NSPredicate(format: "mediaType != %d", 2)) { $0.mediaType != 2 }
        expectPhotos(NSPredicate(format: "mediaType == %d || mediaType == %d", 1, 2)) {
            $0.mediaType == 1 || $0.mediaType == 2
        }
        expectPhotos(NSPredicate(format: "mediaType = %d || mediaType = %d", 1, 2)) {
            $0.mediaType == 1 || $0.mediaType == 2
        }
        expectPhotos(
            NSPredicate(format: "(mediaType == %d) || (mediaType == %d)", argumentArray: [1, 2])
        ) { $0.mediaType == 1 || $0.mediaType == 2 }
        expectPhotos(NSPredicate(format: "mediaType IN %@", [1, 2])) {
            [1, 2].contains($0.mediaType)
        }
        expectPhotos(NSPredicate(format: "mediaType IN %@", [NSNumber(value: 1)] as NSArray)) {
            $0.mediaType == 1
        }
        expectPhotos(NSPredicate(format: "mediaType in %@", [1, 3])) {
            [1, 3].contains($0.mediaType)
        }
        expectPhotos(NSPredicate(format: "SELF.mediaType = %d", 1)) { $0.mediaType == 1 }
        expectPhotos(NSPredicate(format: "mediaType = %@", argumentArray: [1])) {
            $0.mediaType == 1
        }
        expectPhotos(NSPredicate(format: "mediaType > %@", argumentArray: [1])) { $0.mediaType > 1 }
        expectPhotos(NSPredicate(format: "mediaType < %@", argumentArray: [1])) { $0.mediaType < 1 }
        expectPhotos(NSPredicate(format: "mediaType <= %@", argumentArray: [1])) {
            $0.mediaType <= 1
        }
        expectPhotos(NSPredicate(format: "mediaType == %@", Media.image)) { $0.mediaType == 1 }
    }

    @Test
    func `media types with dates`() {
        expectPhotos(
            NSPredicate(format: "mediaType IN %@ AND creationDate >= %@", [1, 2], early as NSDate)
        ) {
            [1, 2].contains($0.mediaType) && $0.creationDate.map { $0 >= early } ?? false
        }
        expectPhotos(
            NSPredicate(format: "mediaType == %d AND creationDate >= %@", 1, early as NSDate)
        ) {
            $0.mediaType == 1 && $0.creationDate.map { $0 >= early } ?? false
        }
        expectPhotos(
            NSPredicate(
                format: "mediaType == %d AND creationDate >= %@ AND creationDate <= %@",
                1,
                early as NSDate,
                late as NSDate
            )
        ) { $0.mediaType == 1 && $0.creationDate.map { $0 >= early && $0 <= late } ?? false }
        expectPhotos(
            NSPredicate(
                format: "mediaType = %d AND creationDate >= %@ AND creationDate < %@",
                1,
                early as NSDate,
                late as NSDate
            )
        ) { $0.mediaType == 1 && $0.creationDate.map { $0 >= early && $0 < late } ?? false }
        expectPhotos(
            NSPredicate(
                format: "mediaType = %d AND ( creationDate > %@ ) AND ( creationDate < %@ )",
                1,
                early as NSDate,
                late as NSDate
            )
        ) { $0.mediaType == 1 && $0.creationDate.map { $0 > early && $0 < late } ?? false }
        expectPhotos(
            NSPredicate(
                format: "(mediaType = %d || mediaType = %d) && modificationDate > %@",
                1,
                2,
                early as NSDate
            )
        ) { [1, 2].contains($0.mediaType) && $0.modificationDate.map { $0 > early } ?? false }
    }

    @Test
    func `media types with durations and subtypes`() {
        expectPhotos(NSPredicate(format: "mediaType == %d AND duration >= 1.0", 2)) {
            $0.mediaType == 2 && $0.duration >= 1
        }
        expectPhotos(NSPredicate(format: "mediaType = %d AND duration > 30", 2)) {
            $0.mediaType == 2 && $0.duration > 30
        }
        expectPhotos(
            NSPredicate(format: "mediaType == %d && (duration > %f && duration < %f)", 2, 0.5, 30.0)
        ) { $0.mediaType == 2 && $0.duration > 0.5 && $0.duration < 30 }
        expectPhotos(
            NSPredicate(format: "mediaType == %d AND (mediaSubtype & %d) != 0", 1, screenshot)
        ) {
            $0.mediaType == 1 && $0.subtypes & 4 != 0
        }
        expectPhotos(
            NSPredicate(format: "mediaType == %d AND NOT (mediaSubtype == %d)", 1, screenshot)
        ) {
            $0.mediaType == 1 && $0.subtypes != 4
        }
        expectPhotos(
            NSPredicate(
                format: "mediaType = %d and mediaSubtype == %d",
                argumentArray: [Media.image, Subtypes.screenshot]
            )
        ) { $0.mediaType == 1 && $0.subtypes == 4 }
        expectPhotos(
            NSPredicate(format: "mediaType = %d and (mediaSubtype & %d = 0)", 1, screenshot)
        ) {
            $0.mediaType == 1 && $0.subtypes & 4 == 0
        }
        expectPhotos(
            NSPredicate(format: "mediaType == %d && !(mediaSubtypes == %d)", 1, screenshot)
        ) {
            $0.mediaType == 1 && $0.subtypes != 4
        }
        expectPhotos(
            NSPredicate(format: "mediaType == %d && !(mediaSubtype & %d != 0)", 1, screenshot)
        ) {
            $0.mediaType == 1 && $0.subtypes & 4 == 0
        }
        expectPhotos(
            NSPredicate(
                format: "mediaType == \(Media.image.rawValue) AND "
                    + "!((mediaSubtype & \(Subtypes.screenshot.rawValue)) == \(Subtypes.screenshot.rawValue))"
            )
        ) { $0.mediaType == 1 && $0.subtypes & 4 != 4 }
        expectPhotos(
            NSPredicate(
                format: "(mediaType = %d || mediaType = %d) && NOT (mediaSubtype & %d) != 0",
                1,
                2,
                screenshot
            )
        ) { [1, 2].contains($0.mediaType) && $0.subtypes & 4 == 0 }
        expectPhotos(NSPredicate(format: "(mediaType == %d) OR (mediaSubtypes & %d) != 0", 2, live))
        {
            $0.mediaType == 2 || $0.subtypes & 8 != 0
        }
    }

    @Test
    func subtypes() {
        expectPhotos(NSPredicate(format: "mediaSubtype = %d", live)) { $0.subtypes == 8 }
        expectPhotos(NSPredicate(format: "mediaSubtype == %d", live)) { $0.subtypes == 8 }
        expectPhotos(NSPredicate(format: "mediaSubtypes = %d", live)) { $0.subtypes == 8 }
        expectPhotos(NSPredicate(format: "mediaSubtypes == %ld", live)) { $0.subtypes == 8 }
        expectPhotos(NSPredicate(format: "mediaSubtypes & %d != 0", live)) { $0.subtypes & 8 != 0 }
        expectPhotos(NSPredicate(format: "mediaSubtypes & %d == 0", live)) { $0.subtypes & 8 == 0 }
        expectPhotos(NSPredicate(format: "(mediaSubtype & %d) != 0", live)) { $0.subtypes & 8 != 0 }
        expectPhotos(NSPredicate(format: "(mediaSubtypes & %d) != 0", live)) {
            $0.subtypes & 8 != 0
        }
        expectPhotos(NSPredicate(format: "(mediaSubtype & %d) == 0", live)) { $0.subtypes & 8 == 0 }
        expectPhotos(NSPredicate(format: "(mediaSubtypes & %d) == 0", live)) {
            $0.subtypes & 8 == 0
        }
        expectPhotos(
            NSPredicate(
                format: "((mediaSubtype & %d) != 0) OR ((mediaSubtype & %d) != 0)",
                live,
                screenshot
            )
        ) { $0.subtypes & 12 != 0 }
        expectPhotos(NSPredicate(format: "NOT ((mediaSubtype & %d) != 0)", live)) {
            $0.subtypes & 8 == 0
        }
        expectPhotos(
            NSPredicate(
                format: "NOT (((mediaSubtype & %d) != 0) || ((mediaSubtype & %d) != 0))",
                live,
                screenshot
            )
        ) { $0.subtypes & 12 == 0 }
        expectPhotos(
            NSPredicate(
                format: "!((mediaSubtype & %d) == %d) AND isHidden != %d",
                screenshot,
                screenshot,
                1 as any CVarArg
            )
        ) { $0.subtypes & 4 != 4 && !$0.isHidden }
        expectPhotos(
            NSPredicate(
                format: "!((mediaSubtype & %d) == %d) AND creationDate >= %@ AND creationDate < %@",
                screenshot,
                screenshot,
                early as any CVarArg,
                late as any CVarArg
            )
        ) { $0.subtypes & 4 != 4 && $0.creationDate.map { $0 >= early && $0 < late } ?? false }
        expectPhotos(
            NSPredicate(
                format:
                    "!((mediaSubtype & %d) == %d) AND creationDate >= %@ AND creationDate < %@ AND isHidden != %d",
                screenshot,
                screenshot,
                early as any CVarArg,
                late as any CVarArg,
                1
            )
        ) {
            $0.subtypes & 4 != 4 && $0.creationDate.map { $0 >= early && $0 < late } ?? false
                && !$0.isHidden
        }
    }

    @Test
    func flags() {
        expectPhotos(NSPredicate(format: "isFavorite = true")) { $0.isFavorite }
        expectPhotos(NSPredicate(format: "isFavorite == %@", NSNumber(value: true))) {
            $0.isFavorite
        }
        expectPhotos(NSPredicate(format: "self.isFavorite==true")) { $0.isFavorite }
        expectPhotos(NSPredicate(format: "isFavorite = %@", NSNumber(booleanLiteral: false))) {
            !$0.isFavorite
        }
        expectPhotos(NSPredicate(format: "isHidden == NO")) { !$0.isHidden }
        expectPhotos(NSPredicate(format: "isHidden == false")) { !$0.isHidden }
        expectPhotos(NSPredicate(format: "favorite == YES && hidden != 1")) {
            $0.isFavorite && !$0.isHidden
        }
        expectPhotos(NSPredicate(format: "isFavorite == %d", true)) { $0.isFavorite }
    }
}
