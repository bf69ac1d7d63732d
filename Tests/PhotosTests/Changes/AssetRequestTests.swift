import CoreLocation
import Foundation
import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct AssetRequestTests {
    let library: TestLibrary

    init() throws { library = try TestLibrary() }

    @Test(arguments: TestLibrary.Storage.allCases)
    func `a created asset has the facts of its file and the properties that were set`(
        storage: TestLibrary.Storage
    ) throws {
        let library = try TestLibrary(storage)
        let date = Date(timeIntervalSinceReferenceDate: 1_000)
        let place = CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: 47.5, longitude: 11.25),
            altitude: 980,
            horizontalAccuracy: 5,
            verticalAccuracy: 7,
            course: 90,
            speed: 1.5,
            timestamp: date
        )
        let asset = try library.addPicture { request in
            request.creationDate = date
            request.location = place
            request.isFavorite = true
            request.rating = .four
            request.caption = "The hut"
            request.addKeyword("alps")
        }
        #expect(asset.mediaType == .image)
        #expect((asset.pixelWidth, asset.pixelHeight) == (8, 6))
        #expect(asset.creationDate == date)
        #expect(asset.addedDate == TestLibrary.start)
        #expect(asset.modificationDate == TestLibrary.start)
        #expect(asset.isFavorite && !asset.isHidden)
        #expect(asset.rating == .four)
        #expect(asset.extendedMetadata.caption == "The hut")
        #expect(asset.extendedMetadata.keywords == ["alps"])
        #expect(asset.duration == 0)
        #expect(asset.sourceType == .typeUserLibrary)
        let found = try #require(asset.location)
        #expect((found.coordinate.latitude, found.coordinate.longitude) == (47.5, 11.25))
        #expect(
            (found.altitude, found.verticalAccuracy, found.course, found.speed) == (980, 7, 90, 1.5)
        )
        #expect(found.timestamp == date)
    }

    @Test func `a request changes what is set and leaves the rest`() throws {
        let date = Date(timeIntervalSinceReferenceDate: 5)
        let asset = try library.addPicture {
            $0.creationDate = date
            $0.caption = "Before"
        }
        library.advance(seconds: 60)
        try library.change { PHAssetChangeRequest(for: asset).isFavorite = true }
        let after = try library.asset(asset.localIdentifier)
        #expect(after.isFavorite)
        #expect(after.creationDate == date)
        #expect(after.extendedMetadata.caption == "Before")
        #expect(after.modificationDate == library.now)
        #expect(!asset.isFavorite)
    }

    @Test func `a request reads as a mutable copy of its asset`() throws {
        let date = Date(timeIntervalSinceReferenceDate: 5)
        let asset = try library.addPicture {
            $0.creationDate = date
            $0.isFavorite = true
            $0.rating = .two
            $0.location = CLLocation(latitude: 1, longitude: 2)
        }
        try library.change {
            let request = PHAssetChangeRequest(for: asset)
            #expect(request.creationDate == date)
            #expect(request.isFavorite && !request.isHidden)
            #expect(request.rating == .two)
            #expect(request.location?.coordinate.longitude == 2)
            #expect(request.placeholderForCreatedAsset == nil)
            request.isFavorite = false
            request.creationDate = nil
            request.location = CLLocation(latitude: 3, longitude: 4)
            request.isHidden = true
            #expect(!request.isFavorite && request.isHidden)
            #expect(request.creationDate == nil)
            #expect(request.location?.coordinate.latitude == 3)
        }
        let after = try library.asset(asset.localIdentifier)
        #expect(after.creationDate == nil && !after.isFavorite && after.isHidden)
        #expect(after.location?.coordinate.longitude == 4)
    }

    @Test func `nil clears dates, places and captions, and an empty caption too`() throws {
        let asset = try library.addPicture {
            $0.location = CLLocation(latitude: 1, longitude: 2)
            $0.caption = "A"
        }
        try library.change {
            let request = PHAssetChangeRequest(for: asset)
            request.location = nil
            request.caption = ""
        }
        let after = try library.asset(asset.localIdentifier)
        #expect(after.location == nil)
        #expect(after.extendedMetadata.caption == nil)
    }

    @Test func `keywords are added once and removed, and superfluous requests are ignored`() throws
    {
        let asset = try library.addPicture {
            $0.addKeyword("alps")
            $0.addKeyword("alps")
            $0.addKeyword("snow")
            $0.removeKeyword("sea")
        }
        #expect(asset.extendedMetadata.keywords == ["alps", "snow"])
        try library.change {
            let request = PHAssetChangeRequest(for: asset)
            request.removeKeyword("alps")
            request.addKeyword("ice")
        }
        #expect(
            try library.asset(asset.localIdentifier).extendedMetadata.keywords == ["snow", "ice"]
        )
    }

    @Test func `a deleted asset is fetched no more, by its identifier neither`() throws {
        let assets = try library.addPictures(3)
        try library.change { PHAssetChangeRequest.deleteAssets([assets[1]] as NSArray) }
        #expect(library.assets.names == [assets[0], assets[2]].names)
        #expect(throws: TestLibrary.Missing.self) { try library.asset(assets[1].localIdentifier) }
    }

    @Test func `deleting twice is no error, and changing what was deleted is one`() throws {
        let asset = try library.addPicture()
        try library.change { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
        try library.change { PHAssetChangeRequest.deleteAssets([asset] as NSArray) }
        #expect(
            library.refusal { PHAssetChangeRequest(for: asset).isFavorite = true }
                == .changeNotSupported
        )
    }

    @Test func `assets are deleted by a fetch result, a set or an array`() throws {
        let assets = try library.addPictures(6)
        try library.change { PHAssetChangeRequest.deleteAssets(Set([assets[0]])) }
        try library.change { PHAssetChangeRequest.deleteAssets(NSSet(object: assets[1])) }
        #expect(library.assets.count == 4)
        let rest = library.assets
        try library.change { PHAssetChangeRequest.deleteAssets(rest) }
        #expect(library.assets.count == 0)
    }

    @Test func `a block that asks for nothing succeeds`() throws {
        let token = library.photos.currentChangeToken
        try library.change {}
        #expect(library.photos.currentChangeToken == token)
    }

    @Test func `an image makes an asset with its own bytes`() throws {
        let data = TestLibrary.picture(seed: 9)
        let image = try #require(UIImage(data: data))
        let name = Box<String>()
        try library.change {
            name.value =
                PHAssetChangeRequest.creationRequestForAsset(from: image)
                .placeholderForCreatedAsset?.localIdentifier
        }
        let asset = try library.asset(name.value ?? "")
        let resource = try #require(PHAssetResource.assetResources(for: asset).first)
        #expect(resource.dataSize == data.count)
        #expect(resource.type == .photo)
    }

    @Test func `a file that cannot be saved fails the block, and does not vanish in silence`()
        throws
    {
        let picture = try library.file("IMG_1.JPG", TestLibrary.picture())
        let movie = try library.file("clip.mov", Data(TestMovie(.quickTime).data()))
        let text = try library.file("note.jpg", Data("not a picture".utf8))
        let empty = try library.file("empty.jpg", Data())
        let missing = library.folder.appendingPathComponent("none.jpg")
        typealias Request = PHAssetChangeRequest
        func image(_ url: URL) -> PHPhotosError.Code? {
            library.refusal {
                #expect(Request.creationRequestForAssetFromImage(atFileURL: url) != nil)
            }
        }
        func video(_ url: URL) -> PHPhotosError.Code? {
            library.refusal {
                #expect(Request.creationRequestForAssetFromVideo(atFileURL: url) != nil)
            }
        }
        #expect(
            [text, empty, movie, library.folder].map(image)
                == Array(repeating: .invalidResource, count: 4)
        )
        #expect(
            [text, empty, picture, library.folder].map(video)
                == Array(repeating: .invalidResource, count: 4)
        )
        #expect(image(missing) == .missingResource && video(missing) == .missingResource)
        #expect(library.assets.count == 0)
        #expect(image(picture) == nil)
        #expect(library.assets.count == 1)
        let asset = try #require(library.assets.firstObject)
        #expect(PHAssetResource.assetResources(for: asset).map(\.originalFilename) == ["IMG_1.JPG"])
    }

    @Test func `the movie of a Live Photo is switched, and no other asset has one to switch`()
        throws
    {
        let asset = try library.addPicture()
        #expect(
            library.refusal {
                PHAssetChangeRequest(for: asset).setLivePhotoVideoPlaybackEnabled(false)
            }
                == .changeNotSupported
        )
    }
}
