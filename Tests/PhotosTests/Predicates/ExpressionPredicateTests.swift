import Foundation
import Photos
import PhotosStore
import TestPermits
import Testing

/// `#Predicate` over a class of the test, whose answer on each object says what the translation must select.
@Suite(.permit) struct ExpressionPredicateTests {
    final class Item: NSObject {
        let photo: Photo
        init(_ photo: Photo) { self.photo = photo }
        var mediaType: Int { photo.mediaType }
        var duration: Double { photo.duration }
        var isFavorite: Bool { photo.isFavorite }
        var creationDate: Date? { photo.creationDate }
        var burstIdentifier: String? { photo.burst }
        var localIdentifier: String { photo.identifier }
        var secret: Int { 1 }
    }

    static var keyPaths: [AnyKeyPath: String] {
        [
            \Item.mediaType: "mediaType", \Item.duration: "duration",
            \Item.isFavorite: "isFavorite",
            \Item.creationDate: "creationDate", \Item.burstIdentifier: "burstIdentifier",
            \Item.localIdentifier: "localIdentifier",
        ]
    }

    private func expectAgreement(
        _ predicate: Predicate<Item>,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let object = try #require(NSPredicate(predicate))
        let condition = try condition(from: object, for: .asset, keyPaths: Self.keyPaths)
        let expected = try Photo.all.filter { try predicate.evaluate(Item($0)) }.map(\.identifier)
        #expect(
            Photo.all.filter(condition.matches).map(\.identifier) == expected,
            sourceLocation: sourceLocation
        )
        #expect(
            !expected.isEmpty && expected.count < Photo.all.count,
            sourceLocation: sourceLocation
        )
        #expect(
            Photo.all.filter { object.evaluate(with: Item($0)) }.map(\.identifier) == expected,
            sourceLocation: sourceLocation
        )
    }

    @Test
    func `comparisons and logic`() throws {
        try expectAgreement(#Predicate { $0.mediaType == 1 })
        try expectAgreement(#Predicate { $0.mediaType != 1 && $0.isFavorite })
        try expectAgreement(#Predicate { $0.duration > 7 || !$0.isFavorite })
        try expectAgreement(
            #Predicate { !($0.duration <= 7 || $0.mediaType < 2) && $0.duration >= 1 }
        )
    }

    @Test
    func `missing values`() throws {
        let date = early
        try expectAgreement(#Predicate { $0.creationDate == nil })
        try expectAgreement(#Predicate { $0.creationDate != nil && $0.mediaType == 2 })
        try expectAgreement(#Predicate { $0.creationDate == date })
        try expectAgreement(#Predicate { $0.burstIdentifier != "B1" })
        try expectAgreement(#Predicate { ($0.creationDate ?? date) > date })
        try expectAgreement(#Predicate { ($0.creationDate ?? date) <= date })
        try expectAgreement(
            #Predicate { if let day = $0.creationDate { return day > date } else { return true } }
        )
        try expectAgreement(#Predicate { $0.burstIdentifier?.contains("2") == true })
        try expectAgreement(#Predicate { $0.burstIdentifier?.contains("2") != true })
        try expectAgreement(#Predicate { $0.burstIdentifier?.starts(with: "B1") ?? true })
        try expectAgreement(#Predicate { $0.burstIdentifier?.contains("2") == false })
    }

    @Test
    func `members and ranges`() throws {
        let types = [1, 3]
        let names: Set<String> = [Photo.all[3].identifier, Photo.all[4].identifier]
        let seconds = 7.0...30.0
        try expectAgreement(#Predicate { types.contains($0.mediaType) })
        try expectAgreement(#Predicate { names.contains($0.localIdentifier) })
        try expectAgreement(#Predicate { (1...2).contains($0.mediaType) })
        try expectAgreement(#Predicate { (1..<2).contains($0.mediaType) })
        try expectAgreement(#Predicate { seconds.contains($0.duration) })
        try expectAgreement(#Predicate { $0.isFavorite ? $0.mediaType == 1 : $0.duration > 7 })
    }

    @Test
    func `what cannot be translated is named`() throws {
        func refused(_ predicate: Predicate<Item>) throws -> PredicateFault {
            let object = try #require(NSPredicate(predicate))
            return try #require(refusal(object, keyPaths: Self.keyPaths))
        }
        let arithmetic = try refused(#Predicate { $0.mediaType + 1 == 2 })
        #expect(arithmetic.code == .unsupported)
        #expect(arithmetic.message.contains("Arithmetic"))
        let unknown = try refused(#Predicate { $0.secret == 2 })
        #expect(unknown.code == .unknownKey)
        #expect(unknown.message.contains("Item") && unknown.message.contains("mediaType"))
    }
}
