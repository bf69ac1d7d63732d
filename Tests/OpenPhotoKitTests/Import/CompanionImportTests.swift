import Foundation
import OpenPhotoKit
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// What stands beside a photo, or inside it.
@Suite(.permit) struct CompanionImportTests {
    private func write(_ name: String, _ bytes: [UInt8], _ fixture: LibraryFixture) throws {
        try Data(bytes).write(to: fixture.folder.appendingPathComponent(name))
    }

    private func onlyAsset(_ fixture: LibraryFixture) throws -> PHAsset {
        try fixture.library.withCurrent {
            let result = PHAsset.fetchAssets(with: nil)
            try #require(result.count == 1)
            return result.object(at: 0)
        }
    }

    private static func packet(_ content: String) -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
            xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:GCamera="http://ns.google.com/photos/1.0/camera/"
            \(content)</rdf:Description></rdf:RDF></x:xmpmeta>
        """
    }

    private static let sidecar = Array(
        packet(
            """
            xmp:Rating="4" exif:DateTimeOriginal="2019-08-07T06:05:04+02:00">
            <dc:subject><rdf:Bag><rdf:li>summit</rdf:li></rdf:Bag></dc:subject>
            <dc:description><rdf:Alt><rdf:li xml:lang="x-default">At the top</rdf:li></rdf:Alt></dc:description>
            """
        ).utf8
    )

    @Test(arguments: ["a.jpg.xmp", "a.xmp"], [true, false])
    func `a sidecar tells of its photo, together with it or later`(
        name: String,
        isLater: Bool
    ) async throws {
        let fixture = try LibraryFixture()
        try write("a.jpg", TestJPEG().data(), fixture)
        if isLater { _ = try await fixture.library.importFiles([fixture.folder]) }
        try write(name, Self.sidecar, fixture)
        let report = try await fixture.library.importFiles([fixture.folder])
        #expect(report.joinedCount == 1 && report.refusedCount == 0)
        let asset = try onlyAsset(fixture)
        #expect(asset.rating.rawValue == 4)
        #expect(asset.extendedMetadata.caption == "At the top")
        #expect(asset.extendedMetadata.keywords == ["summit"])
        let taken = try #require(
            ISO8601DateFormatter().date(from: "2019-08-07T06:05:04+02:00")
        )
        #expect(asset.creationDate == taken)
        #expect(asset.value(forKey: "timeZoneOffset") as? Int == 7_200)
        #expect(asset.creationDateSource == "Xmp.exif.DateTimeOriginal")
        let again = try await fixture.library.importFiles([fixture.folder])
        #expect(again.unchangedCount == 2 && again.joinedCount == 0)
    }

    @Test func `the date of the photo itself counts before that of a sidecar`() async throws {
        let fixture = try LibraryFixture()
        let exif = ExifFields(dateTimeOriginal: "2024:05:01 12:00:00", offset: "+02:00")
        try write("a.jpg", TestJPEG(exif: exif).data(), fixture)
        try write("a.xmp", Self.sidecar, fixture)
        _ = try await fixture.library.importFiles([fixture.folder])
        let asset = try onlyAsset(fixture)
        #expect(asset.creationDateSource == "Exif.Photo.DateTimeOriginal")
        #expect(asset.rating.rawValue == 4)
    }

    @Test func `a sidecar that is no XMP is kept with its photo, and named`() async throws {
        let fixture = try LibraryFixture()
        try write("a.jpg", TestJPEG().data(), fixture)
        try write("a.xmp", Array("no packet".utf8), fixture)
        let report = try await fixture.library.importFiles([fixture.folder])
        #expect(report.importedCount == 1 && report.joinedCount == 1)
        #expect(report.incompleteCount == 1 && report.refusedCount == 0)
    }

    @Test func `the movie inside a motion photo becomes the half of a pair`() async throws {
        let fixture = try LibraryFixture()
        let movie = TestMovie(.mpeg4).data()
        let packet = Self.packet(
            #"GCamera:MicroVideo="1" GCamera:MicroVideoOffset="\#(movie.count)">"#
        )
        let photo = TestJPEG(xmp: packet).data() + movie
        try write("MVIMG_1.jpg", photo, fixture)
        let report = try await fixture.library.importFiles([fixture.folder])
        #expect(report.importedCount == 1 && report.incompleteCount == 0)
        let asset = try onlyAsset(fixture)
        #expect(asset.mediaSubtypes.contains(.photoLive))
        #expect(asset.playbackStyle == .livePhoto)
        let resources: [PHAssetResource] = PHAssetResource.assetResources(for: asset)
        #expect(resources.map(\.type) == [.photo, .pairedVideo])
        #expect(resources.map(\.dataSize) == [photo.count, movie.count])
        #expect(resources[1].originalFilename == "MVIMG_1.mp4")
        #expect(try await fixture.library.check(readingBytes: true).findings.isEmpty)
    }
}
