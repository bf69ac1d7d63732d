import Foundation
import Photos
import PhotosStore
import Testing

/// Predicates as public code writes them, argument for argument, each against its meaning in Swift.
struct WrittenPredicateTests {
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

    @Test
    func identifiers() {
        let first = Photo.all[0].identifier
        let second = Photo.all[1].identifier
        expectPhotos(NSPredicate(format: "localIdentifier = %@", first)) { $0.identifier == first }
        expectPhotos(NSPredicate(format: "localIdentifier == %@", second)) {
            $0.identifier == second
        }
        expectPhotos(NSPredicate(format: "NOT (localIdentifier IN %@)", [first, second])) {
            $0.identifier != first && $0.identifier != second
        }
        expectPhotos(
            NSPredicate(format: "SELF IN %@", [Named(first), Named(second)]),
            onDictionaries: false
        ) { $0.identifier == first || $0.identifier == second }
        expectPhotos(NSPredicate(format: "SELF == %@", Named(first)), onDictionaries: false) {
            $0.identifier == first
        }
        expectPhotos(NSPredicate(format: "localIdentifier == %@", "nonsense")) { _ in false }
        expectPhotos(NSPredicate(format: "localIdentifier == %@", first.lowercased())) { _ in false
        }
        expectPhotos(
            NSPredicate(
                format: "localIdentifier BEGINSWITH[c] %@",
                String(first.prefix(35)).lowercased()
            )
        ) {
            $0.identifier.hasPrefix(first.prefix(35))
        }
    }

    /// Stands for an asset or a placeholder.
    final class Named: NSObject, IdentifiedObject {
        let localIdentifier: String
        init(_ identifier: String) { localIdentifier = identifier }
    }

    @Test
    func dates() {
        func after(_ date: Date?, _ other: Date) -> Bool { date.map { $0 > other } ?? false }
        func notBefore(_ date: Date?, _ other: Date) -> Bool { date.map { $0 >= other } ?? false }
        func before(_ date: Date?, _ other: Date) -> Bool { date.map { $0 < other } ?? false }
        expectPhotos(NSPredicate(format: "creationDate >= %@", early as NSDate)) {
            notBefore($0.creationDate, early)
        }
        expectPhotos(NSPredicate(format: "creationDate >= %@ ", early as NSDate)) {
            notBefore($0.creationDate, early)
        }
        expectPhotos(NSPredicate(format: "(creationDate < %@)", late as any CVarArg)) {
            before($0.creationDate, late)
        }
        expectPhotos(NSPredicate(format: "creationDate = %@", late as NSDate)) {
            $0.creationDate == late
        }
        expectPhotos(
            NSPredicate(
                format: "creationDate > %@ AND creationDate < %@",
                early as NSDate,
                late as NSDate
            )
        ) { after($0.creationDate, early) && before($0.creationDate, late) }
        expectPhotos(
            NSPredicate(
                format: "creationDate >= %@ AND creationDate < %@",
                early as NSDate,
                late as NSDate
            )
        ) { notBefore($0.creationDate, early) && before($0.creationDate, late) }
        expectPhotos(
            NSPredicate(
                format: "creationDate > %@ OR modificationDate > %@",
                late as NSDate,
                late as NSDate
            )
        ) { after($0.creationDate, late) || after($0.modificationDate, late) }
        expectPhotos(
            NSPredicate(format: "(creationDate >= %@) and (creationDate < %@)", early, late)
        ) {
            notBefore($0.creationDate, early) && before($0.creationDate, late)
        }
        expectPhotos(
            NSPredicate(
                format: "(creationDate > %@) and (creationDate) <= %@",
                early as any CVarArg,
                late as any CVarArg
            )
        ) { after($0.creationDate, early) && $0.creationDate.map { $0 <= late } ?? false }
        expectPhotos(
            NSPredicate(format: "(creationDate >= %@) && (creationDate >= %@)", early, late)
        ) {
            notBefore($0.creationDate, late)
        }
        expectPhotos(
            NSPredicate(
                format:
                    "(creationDate > %@ OR modificationDate > %@) AND (mediaType == %d OR mediaType == %d)",
                late as NSDate,
                late as NSDate,
                1,
                2
            )
        ) {
            (after($0.creationDate, late) || after($0.modificationDate, late))
                && [1, 2].contains($0.mediaType)
        }
        expectPhotos(NSPredicate(format: "modificationDate > %@", early as NSDate)) {
            after($0.modificationDate, early)
        }
        expectPhotos(NSPredicate(format: "creationDate IN %@", argumentArray: [[early, late]])) {
            [early, late].contains($0.creationDate)
        }
        expectPhotos(NSPredicate(format: "creationDate < %@", argumentArray: [late])) {
            before($0.creationDate, late)
        }
        expectPhotos(NSPredicate(format: "modificationDate >= %@", argumentArray: [late])) {
            notBefore($0.modificationDate, late)
        }
        expectPhotos(NSPredicate(format: "modificationDate < %@", argumentArray: [late])) {
            before($0.modificationDate, late)
        }
        expectPhotos(NSPredicate(format: "creationDate == nil")) { $0.creationDate == nil }
        expectPhotos(NSPredicate(format: "creationDate == %@", nil as Date?)) {
            $0.creationDate == nil
        }
    }

    @Test
    func sizes() {
        expectPhotos(NSPredicate(format: "pixelWidth >= %d AND pixelHeight >= %d", 400, 400)) {
            $0.width >= 400 && $0.height >= 400
        }
        expectPhotos(
            NSPredicate(
                format: "pixelWidth == %@ AND pixelHeight == %@",
                argumentArray: [1125, 2436]
            )
        ) { $0.width == 1125 && $0.height == 2436 }
        expectPhotos(NSPredicate(format: "pixelWidth == %d AND pixelHeight == %d", 1125, 600)) {
            $0.width == 1125 && $0.height == 600
        }
        expectPhotos(
            NSPredicate(format: "pixelWidth IN %@ && pixelHeight IN %@", [1125, 400], [600, 400])
        ) {
            [1125, 400].contains($0.width) && [600, 400].contains($0.height)
        }
        expectPhotos(NSPredicate(format: "pixelWidth >= 400")) { $0.width >= 400 }
        expectPhotos(NSPredicate(format: "pixelHeight >= 400")) { $0.height >= 400 }
        expectPhotos(
            NSPredicate(
                format: "pixelHeight BETWEEN {600, 6000} AND pixelWidth BETWEEN {800, 6000}"
            )
        ) { (600...6000).contains($0.height) && (800...6000).contains($0.width) }
        expectPhotos(NSPredicate(format: "pixelHeight BETWEEN %@", [600, 6000])) {
            (600...6000).contains($0.height)
        }
        expectPhotos(NSPredicate(format: "pixelWidth = %i", 400)) { $0.width == 400 }
        expectPhotos(NSPredicate(format: "pixelWidth IN %@", argumentArray: [[400, 800]])) {
            [400, 800].contains($0.width)
        }
        expectPhotos(NSPredicate(format: "pixelWidth > %@", argumentArray: [400])) {
            $0.width > 400
        }
        expectPhotos(NSPredicate(format: "pixelWidth < %@", argumentArray: [400])) {
            $0.width < 400
        }
        expectPhotos(NSPredicate(format: "pixelWidth <= %@", argumentArray: [400])) {
            $0.width <= 400
        }
        expectPhotos(NSPredicate(format: "pixelHeight IN %@", argumentArray: [[400, 600]])) {
            [400, 600].contains($0.height)
        }
        expectPhotos(NSPredicate(format: "pixelHeight > %@", argumentArray: [600])) {
            $0.height > 600
        }
        expectPhotos(NSPredicate(format: "pixelHeight < %@", argumentArray: [600])) {
            $0.height < 600
        }
        expectPhotos(NSPredicate(format: "pixelHeight <= %@", argumentArray: [600])) {
            $0.height <= 600
        }
    }

    @Test
    func durations() {
        let seconds: TimeInterval = 12.5
        expectPhotos(NSPredicate(format: "duration = %d", seconds)) { $0.duration == 12.5 }
        expectPhotos(NSPredicate(format: "duration < %f", 12.5)) { $0.duration < 12.5 }
        expectPhotos(NSPredicate(format: "duration >= %f", 12.5)) { $0.duration >= 12.5 }
        expectPhotos(NSPredicate(format: "duration > %f", 12.5)) { $0.duration > 12.5 }
        expectPhotos(NSPredicate(format: "duration >= %d AND duration <= %d", 7, 15)) {
            (7...15).contains($0.duration)
        }
        expectPhotos(
            NSPredicate(format: "duration >= %d AND duration <= %d", argumentArray: [7, 15])
        ) {
            (7...15).contains($0.duration)
        }
        expectPhotos(
            NSPredicate(
                format: "duration >= %@ AND duration <= %@",
                NSNumber(value: 7),
                NSNumber(value: 12.5)
            )
        ) { (7...12.5).contains($0.duration) }
        expectPhotos(NSPredicate(format: "duration IN %@", argumentArray: [[7, 15]])) {
            [7, 15].contains($0.duration)
        }
        expectPhotos(NSPredicate(format: "duration > %@", argumentArray: [7])) { $0.duration > 7 }
        expectPhotos(NSPredicate(format: "duration < %@", argumentArray: [7])) { $0.duration < 7 }
        expectPhotos(NSPredicate(format: "duration <= %@", argumentArray: [7])) { $0.duration <= 7 }
    }

    @Test
    func `bursts and locations`() {
        expectPhotos(NSPredicate(format: "burstIdentifier == %@", "B1")) { $0.burst == "B1" }
        expectPhotos(NSPredicate(format: "burstIdentifier = %@", "B2")) { $0.burst == "B2" }
        expectPhotos(NSPredicate(format: "burstIdentifier != %@", "B2")) { $0.burst != "B2" }
        expectPhotos(NSPredicate(format: "location != nil")) { $0.latitude != nil }
        expectPhotos(NSPredicate(format: "location == nil")) { $0.latitude == nil }
    }

    @Test
    func collections() {
        expectAlbums(NSPredicate(format: "title CONTAINS[cd] %@", "ALPS")) {
            $0.title.map { ["Alps", "alps 2024", "Ålps"].contains($0) } ?? false
        }
        expectAlbums(NSPredicate(format: "title LIKE %@", "Al*")) { $0.title == "Alps" }
        for subject in [PredicateSubject.assetCollection, .collectionList, .collection] {
            expectAlbums(NSPredicate(format: "localizedTitle == %@", "Food"), subject) {
                $0.title == "Food"
            }
            expectAlbums(NSPredicate(format: "startDate == nil"), subject) { _ in true }
        }
        expectAlbums(NSPredicate(format: "%K like %@", argumentArray: ["localizedTitle", "?lps"])) {
            $0.title == "Alps" || $0.title == "Ålps"
        }
        expectAlbums(NSPredicate(format: "estimatedAssetCount != %d", NSNotFound)) { _ in true }
        expectAlbums(NSPredicate(format: "estimatedAssetCount = %i", 3)) { $0.count == 3 }
        expectAlbums(NSPredicate(format: "assetCollectionSubtype = %d", 2)) { _ in true }
        expectAlbums(NSPredicate(format: "startDate > %@", early as any CVarArg)) { _ in false }
        expectAlbums(NSPredicate(format: "endDate = %@", early as NSDate)) { _ in false }
        for album in Album.all {
            expectAlbums(NSPredicate(format: "localIdentifier = %@", album.identifier), .collection)
            {
                $0.uuid == album.uuid
            }
        }
    }

    @Test
    func `constants and compounds`() {
        expectPhotos(NSPredicate(value: false)) { _ in false }
        expectPhotos(NSPredicate(value: true)) { _ in true }
        expectPhotos(NSPredicate(format: "TRUEPREDICATE")) { _ in true }
        expectPhotos(NSCompoundPredicate(andPredicateWithSubpredicates: [])) { _ in true }
        expectPhotos(NSCompoundPredicate(orPredicateWithSubpredicates: [])) { _ in false }
        let image = NSPredicate(format: "mediaType == 1")
        let favorite = NSPredicate(format: "isFavorite == YES")
        expectPhotos(NSCompoundPredicate(andPredicateWithSubpredicates: [image, favorite])) {
            $0.mediaType == 1 && $0.isFavorite
        }
        expectPhotos(NSCompoundPredicate(orPredicateWithSubpredicates: [image, favorite])) {
            $0.mediaType == 1 || $0.isFavorite
        }
        expectPhotos(NSCompoundPredicate(notPredicateWithSubpredicate: image)) { $0.mediaType != 1 }
    }

    @Test
    func `unknown keys are named together with those that exist`() throws {
        let capital = try #require(
            refusal(NSPredicate(format: "mediaType == %d && mediaSubTypes == %d", 1, screenshot))
        )
        #expect(capital.code == .unknownKey)
        #expect(capital.message.contains("no key \"mediaSubTypes\""))
        #expect(capital.message.contains("Did you mean \"mediaSubtypes\"?"))
        #expect(capital.message.contains("pixelWidth"))
        #expect(capital.message.contains("\"mediaType == %d && mediaSubTypes == %d\""))
        let unknown = try #require(
            refusal(NSPredicate(format: "mediaType = %d AND subtype IN %@", 1, [screenshot]))
        )
        #expect(unknown.code == .unknownKey)
        #expect(unknown.message.contains("no key \"subtype\""))
        #expect(
            refusal(NSPredicate(format: "estimatedAssetCount > 1"), .collectionList)?.code
                == .unknownKey
        )
    }
}
