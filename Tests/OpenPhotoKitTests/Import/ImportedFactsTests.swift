import Foundation
import OpenPhotoKit
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// A thousand files of every kind we can make go through the import, and exiftool says what they are.
@Suite(.permit) struct ImportedFactsTests {
    @Test
    func `a thousand imported files have the dates, places and sizes that exiftool reads`()
        async throws
    {
        let folder = try TemporaryFolder()
        let files = try GeneratedFiles.write(
            1_000,
            seed: 20_261_121,
            below: folder.url.appendingPathComponent("in")
        )
        let library = try PHPhotoLibrary.open(
            at: folder.url.appendingPathComponent("Test.photolib"),
            create: true
        )
        defer { library.close() }

        let report = try await library.importFiles([files.root])

        #expect(report.importedCount == files.whole)
        #expect(report.duplicateCount == files.duplicates)
        // Texts among them have names of pictures.
        #expect(report.refusedCount == files.broken && report.otherCount == 0)
        let answers = try Exiftool.answers(for: files.root)
        let assets = library.allAssets()
        #expect(assets.count == files.whole)
        #expect(answers.values.filter { $0.date != nil }.count > 900)
        #expect(answers.values.filter { $0.latitude != nil }.count > 500)
        for asset in assets {
            let name = try #require(asset.value(forKey: "filename") as? String)
            let answer = try #require(answers[name], "exiftool did not read \(name)")
            try Self.compare(asset, answer, name)
        }
    }

    private static func compare(_ asset: PHAsset, _ answer: Exiftool.Answer, _ name: String) throws
    {
        let (width, height) = try #require(answer.displayedSize)
        #expect(asset.pixelWidth == width && asset.pixelHeight == height, "size of \(name)")
        if let (date, zone) = answer.date {
            let ours = try #require(asset.creationDate, "date of \(name)")
            #expect(abs(ours.timeIntervalSince1970 - date) < 1e-3, "date of \(name)")
            #expect(asset.value(forKey: "timeZoneOffset") as? Int == zone, "zone of \(name)")
        }
        #expect((asset.location == nil) == (answer.latitude == nil), "place of \(name)")
        if let location = asset.location {
            #expect(
                abs(location.coordinate.latitude - (answer.latitude ?? 0)) < 1e-5,
                "latitude of \(name)"
            )
            #expect(
                abs(location.coordinate.longitude - (answer.longitude ?? 0)) < 1e-5,
                "longitude of \(name)"
            )
        }
        #expect(abs(asset.duration - (answer.duration ?? 0)) < 0.02, "duration of \(name)")
        #expect((asset.mediaType == .video) == (answer.duration != nil), "type of \(name)")
    }
}

extension PHPhotoLibrary {
    fileprivate func allAssets() -> [PHAsset] {
        let options = PHFetchOptions()
        options.library = self
        let result = PHAsset.fetchAssets(with: options)
        return result.objects(at: IndexSet(0..<result.count))
    }
}
