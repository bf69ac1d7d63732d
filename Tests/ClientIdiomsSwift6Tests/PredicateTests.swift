import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct PredicateTests {
    /// Conditions in every way that programs write their arguments, each with how many of the assets meet it.
    private static func conditions(_ asset: PHAsset) -> [(NSPredicate, Int)] {
        let start = Date(timeIntervalSince1970: 1_000)
        let end = Date(timeIntervalSince1970: 2_500)
        let key = "creationDate"
        return [
            (NSPredicate(format: "mediaType == %d", PHAssetMediaType.image.rawValue), 3),
            (NSPredicate(format: "mediaType = %i", PHAssetMediaType.video.rawValue), 1),
            (NSPredicate(format: "creationDate >= %@", start as CVarArg), 4),
            (
                NSPredicate(
                    format: "creationDate > %@ AND creationDate < %@",
                    start as NSDate,
                    end as NSDate
                ), 1
            ),
            (
                NSPredicate(
                    format: "(creationDate >= %@) && (creationDate < %@)",
                    start as CVarArg,
                    end as CVarArg
                ), 2
            ),
            (NSPredicate(format: "\(key) < %@", argumentArray: [end]), 2),
            (NSPredicate(format: "%K < %@", key, end as NSDate), 2),
            (NSPredicate(format: "mediaType IN %@", [1, 2]), 4),
            (NSPredicate(format: "mediaType IN %@", [NSNumber(value: 2)]), 1),
            (NSPredicate(format: "isFavorite == %@", NSNumber(value: true)), 1),
            (NSPredicate(format: "favorite = YES"), 1),
            (NSPredicate(format: "self.isFavorite==true"), 1),
            (NSPredicate(format: "pixelWidth >= %d AND pixelHeight >= %d", 100, 10), 0),
            (NSPredicate(format: "pixelHeight BETWEEN {1, 6000}"), 4),
            (NSPredicate(format: "duration < %f", 0.1), 3),
            (
                NSPredicate(
                    format: "NOT ((mediaSubtype & %d) != 0)",
                    PHAssetMediaSubtype.photoScreenshot.rawValue
                ), 4
            ),
            (
                NSPredicate(
                    format: "mediaSubtypes & %d != 0",
                    PHAssetMediaSubtype.photoLive.rawValue
                ), 0
            ),
            (NSPredicate(format: "localIdentifier = %@", asset.localIdentifier), 1),
            (NSPredicate(format: "NOT (localIdentifier IN %@)", [asset.localIdentifier]), 3),
            (NSPredicate(format: "SELF IN %@", [asset]), 1),
            (NSPredicate(format: "location != nil"), 0),
            (
                NSPredicate(
                    format: "mediaType = %d and mediaSubtype == %d",
                    argumentArray: [PHAssetMediaType.image, PHAssetMediaSubtype()]
                ), 3
            ),
            (NSPredicate(value: false), 0),
            (NSCompoundPredicate(andPredicateWithSubpredicates: []), 4),
            (
                NSCompoundPredicate(orPredicateWithSubpredicates: [
                    NSPredicate(format: "mediaType == 2"), NSPredicate(format: "isFavorite == YES"),
                ]), 2
            ),
        ]
    }

    @Test func `predicates of client code select what they say`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let files = try (1...3).map { try sandbox.picture("\($0).jpg", seed: UInt8($0)) }
                let movie = try sandbox.movie("4.mov")
                try await PHPhotoLibrary.shared().performChanges {
                    for (index, file) in files.enumerated() {
                        let request = PHAssetChangeRequest.creationRequestForAssetFromImage(
                            atFileURL: file
                        )
                        request?.creationDate = Date(
                            timeIntervalSince1970: Double(index + 1) * 1_000
                        )
                        request?.isFavorite = index == 0
                    }
                    PHAssetChangeRequest.creationRequestForAssetFromVideo(atFileURL: movie)?
                        .creationDate = Date(timeIntervalSince1970: 4_000)
                }
                let options = PHFetchOptions()
                options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
                let all = PHAsset.fetchAssets(with: options)
                try #require(all.count == 4)
                for (index, condition) in PredicateTests.conditions(all[0]).enumerated() {
                    options.predicate = condition.0
                    let found = PHAsset.fetchAssets(with: options).count
                    #expect(found == condition.1, "condition \(index)")
                }
            }
        }
    }

    @Test func `sort descriptors by key and by key path order alike`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let files = try (1...3).map { try sandbox.picture("\($0).jpg", seed: UInt8($0)) }
                try await PHPhotoLibrary.shared().performChanges {
                    for (index, file) in files.enumerated() {
                        PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: file)?
                            .creationDate = Date(timeIntervalSince1970: Double([1, 3, 2][index]))
                    }
                }
                func names(_ descriptors: [NSSortDescriptor]) -> [String] {
                    let options = PHFetchOptions()
                    options.sortDescriptors = descriptors
                    var names: [String] = []
                    PHAsset.fetchAssets(with: options).enumerateObjects { asset, _, _ in
                        names.append(asset.value(forKey: "filename") as? String ?? "")
                    }
                    return names
                }
                let byKey = names([NSSortDescriptor(key: "creationDate", ascending: true)])
                #expect(byKey == ["1.jpg", "3.jpg", "2.jpg"])
                #expect(
                    names([NSSortDescriptor(keyPath: \PHAsset.creationDate, ascending: true)])
                        == byKey
                )
                let down = names([
                    NSSortDescriptor(key: "pixelWidth", ascending: false),
                    NSSortDescriptor(keyPath: \PHAsset.creationDate, ascending: false),
                ])
                #expect(down == byKey.reversed())
            }
        }
    }

    @Test func `an unknown key stops the program`() async {
        await #expect(processExitsWith: .failure) {
            try await ClientSandbox.run { _ in
                // Only the key may stop it.
                guard PHPhotoLibrary.shared().unavailabilityReason == nil else {
                    exit(EXIT_SUCCESS)
                }
                let options = PHFetchOptions()
                options.predicate = NSPredicate(format: "mediaSubTypes == %d", 4)
                _ = PHAsset.fetchAssets(with: options)
            }
        }
    }
}
