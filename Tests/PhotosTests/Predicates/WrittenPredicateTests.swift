import Foundation
import Photos
import PhotosStore
import TestPermits
import Testing

/// Predicates as public code writes them, argument for argument, each against its meaning in Swift.
@Suite(.permit) struct WrittenPredicateTests {
    let screenshot: UInt = 4

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
    func `unknown keys are named with the nearest one, or with those that exist`() throws {
        let capital = try #require(
            refusal(NSPredicate(format: "mediaType == %d && mediaSubTypes == %d", 1, screenshot))
        )
        #expect(capital.code == .unknownKey)
        #expect(capital.message.contains("no key \"mediaSubTypes\""))
        #expect(capital.message.contains("Did you mean \"mediaSubtypes\"?"))
        #expect(!capital.message.contains("pixelWidth"))
        #expect(capital.message.contains("\"mediaType == %d && mediaSubTypes == %d\""))
        let unknown = try #require(
            refusal(NSPredicate(format: "mediaType = %d AND subtype IN %@", 1, [screenshot]))
        )
        #expect(unknown.code == .unknownKey)
        #expect(unknown.message.contains("no key \"subtype\""))
        #expect(unknown.message.contains("Did you mean \"mediaSubtypes\"?"))
        let far = try #require(refusal(NSPredicate(format: "filename == 'a'")))
        #expect(far.message.contains("The keys are ") && far.message.contains("pixelWidth"))
        #expect(!far.message.contains("SELF") && !far.message.contains(" favorite,"))
        #expect(
            refusal(NSPredicate(format: "estimatedAssetCount > 1"), .collectionList)?.code
                == .unknownKey
        )
    }
}
