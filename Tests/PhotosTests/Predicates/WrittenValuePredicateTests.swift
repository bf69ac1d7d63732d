import Foundation
import Photos
import PhotosStore
import TestPermits
import Testing

/// Predicates on dates, sizes and durations as public code writes them, each against its meaning in Swift.
@Suite(.permit) struct WrittenValuePredicateTests {
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
}
