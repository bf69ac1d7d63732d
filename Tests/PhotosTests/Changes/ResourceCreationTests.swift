import Foundation
import Photos
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct ResourceCreationTests {
    let library: TestLibrary

    init() throws { library = try TestLibrary(.disk) }

    private var movie: Data { Data(TestMovie(.quickTime).data()) }

    private func refusal(_ body: @escaping (PHAssetCreationRequest) -> Void) -> PHPhotosError.Code?
    {
        library.refusal { body(PHAssetCreationRequest.forAsset()) }
    }

    @Test func `an asset without an original is refused`() {
        #expect(refusal { _ in } == .missingResource)
        let movie = movie
        #expect(
            refusal { $0.addResource(with: .pairedVideo, data: movie, options: nil) }
                == .missingResource
        )
        #expect(library.files.isEmpty)
    }

    @Test func `bytes that are no picture are refused`() {
        #expect(
            refusal { $0.addResource(with: .photo, data: Data("text".utf8), options: nil) }
                == .invalidResource
        )
        #expect(
            refusal { $0.addResource(with: .photo, data: Data(), options: nil) } == .invalidResource
        )
        #expect(library.files.isEmpty)
    }

    @Test func `a picture is no movie, and a movie no picture`() {
        let movie = movie
        #expect(
            refusal { $0.addResource(with: .video, data: TestLibrary.picture(), options: nil) }
                == .invalidResource
        )
        #expect(
            refusal { $0.addResource(with: .photo, data: movie, options: nil) } == .invalidResource
        )
    }

    @Test func `types that make no asset together are refused, as was said in advance`() {
        let movie = movie
        #expect(!PHAssetCreationRequest.supportsAssetResourceTypes([1, 2]))
        #expect(PHAssetCreationRequest.supportsAssetResourceTypes([1, 9]))
        #expect(PHAssetCreationRequest.supportsAssetResourceTypes([1]))
        #expect(!PHAssetCreationRequest.supportsAssetResourceTypes([]))
        #expect(!PHAssetCreationRequest.supportsAssetResourceTypes([1, 1]))
        #expect(!PHAssetCreationRequest.supportsAssetResourceTypes([777]))
        #expect(
            refusal {
                $0.addResource(with: .photo, data: TestLibrary.picture(), options: nil)
                $0.addResource(with: .video, data: movie, options: nil)
            } == .invalidResource
        )
    }

    @Test func `a file that is missing is refused by name`() {
        let url = library.folder.appendingPathComponent("gone.jpg")
        let error = #expect(throws: PHPhotosError.self) {
            try library.change {
                PHAssetCreationRequest.forAsset().addResource(
                    with: .photo,
                    fileURL: url,
                    options: nil
                )
            }
        }
        #expect(error?.code == .missingResource)
        #expect(error?.localizedDescription.contains("gone.jpg") == true)
    }

    @Test func `a folder is no file`() {
        let folder = library.folder
        #expect(
            refusal { $0.addResource(with: .photo, fileURL: folder, options: nil) }
                == .invalidResource
        )
    }

    @Test func `a picture with a movie makes a Live Photo, whose movie can be switched`() throws {
        let movie = movie
        try library.change {
            let request = TestLibrary.pictureRequest()
            request.addResource(with: .pairedVideo, data: movie, options: nil)
        }
        let asset = library.assets[0]
        #expect(asset.mediaType == .image && asset.mediaSubtypes.contains(.photoLive))
        #expect(asset.playbackStyle == .livePhoto && asset.duration == 0)
        #expect(PHAssetResource.assetResources(for: asset).map(\.type) == [.photo, .pairedVideo])
        try library.change {
            PHAssetChangeRequest(for: asset).setLivePhotoVideoPlaybackEnabled(false)
        }
        #expect(try library.asset(asset.localIdentifier).playbackStyle == .image)
    }

    @Test func `a file is copied, and stays where it is`() throws {
        let url = try library.file("IMG_7.JPG", TestLibrary.picture())
        try library.change {
            PHAssetCreationRequest.forAsset().addResource(with: .photo, fileURL: url, options: nil)
        }
        #expect(FileManager.default.fileExists(atPath: url.path))
        #expect(
            PHAssetResource.assetResources(for: library.assets[0]).first?.originalFilename
                == "IMG_7.JPG"
        )
    }

    @Test func `a file that is moved is gone once the asset is made, and only then`() throws {
        let url = try library.file("IMG_8.JPG", TestLibrary.picture())
        let options = PHAssetResourceCreationOptions()
        options.shouldMoveFile = true
        #expect(
            library.refusal {
                PHAssetCreationRequest.forAsset().addResource(
                    with: .photo,
                    fileURL: url,
                    options: options
                )
                _ = PHAssetCreationRequest.forAsset()
            } == .missingResource
        )
        #expect(FileManager.default.fileExists(atPath: url.path))
        try library.change {
            PHAssetCreationRequest.forAsset().addResource(
                with: .photo,
                fileURL: url,
                options: options
            )
        }
        #expect(!FileManager.default.fileExists(atPath: url.path))
        #expect(library.assets.count == 1)
    }

    @Test func `a file with two names is not moved`() throws {
        let url = try library.file("IMG_9.JPG", TestLibrary.picture())
        try FileManager.default.linkItem(
            at: url,
            to: library.folder.appendingPathComponent("other.jpg")
        )
        let options = PHAssetResourceCreationOptions()
        options.shouldMoveFile = true
        #expect(
            refusal { $0.addResource(with: .photo, fileURL: url, options: options) }
                == .invalidResource
        )
        #expect(FileManager.default.fileExists(atPath: url.path))
    }

    @Test func `a file that is open for writing is not moved`() throws {
        let url = try library.file("IMG_10.JPG", TestLibrary.picture())
        let handle = try FileHandle(forUpdating: url)
        let options = PHAssetResourceCreationOptions()
        options.shouldMoveFile = true
        #expect(
            refusal { $0.addResource(with: .photo, fileURL: url, options: options) }
                == .invalidResource
        )
        try handle.write(contentsOf: Data("later".utf8))
        try handle.close()
        #expect(try Data(contentsOf: url).starts(with: Data("later".utf8)))
    }

    @Test func `name and type come from the options, else from the file`() throws {
        let options = PHAssetResourceCreationOptions()
        options.originalFilename = "Summit.jpeg"
        options.contentType = .jpeg
        try library.change {
            let named = PHAssetCreationRequest.forAsset()
            named.addResource(with: .photo, data: TestLibrary.picture(seed: 1), options: options)
            named.creationDate = TestLibrary.start
            let unnamed = PHAssetCreationRequest.forAsset()
            unnamed.addResource(with: .photo, data: TestLibrary.picture(seed: 2), options: nil)
            unnamed.creationDate = TestLibrary.start.addingTimeInterval(1)
        }
        let resources = library.assets.all.compactMap {
            PHAssetResource.assetResources(for: $0).first
        }
        #expect(resources[0].originalFilename == "Summit.jpeg")
        #expect(!resources[1].originalFilename.isEmpty)
        #expect(
            resources.allSatisfy {
                $0.contentType == .jpeg && $0.uniformTypeIdentifier == "public.jpeg"
            }
        )
        let copy = try #require(options.copy() as? PHAssetResourceCreationOptions)
        #expect(
            copy.originalFilename == "Summit.jpeg" && copy.contentType == .jpeg
                && !copy.shouldMoveFile
        )
    }

    @Test(arguments: [
        ("/../../etc/passwd", "passwd"), ("a/b/Summit.jpg", "Summit.jpg"),
        ("Sum\u{0}mit\n.jpg", "Summit.jpg"),
        (
            String(repeating: "é", count: 10_000) + ".jpeg",
            String(repeating: "é", count: 125) + ".jpeg"
        ),
        ("..", nil), ("/", nil), ("", nil), ("\u{7F}", nil),
    ])
    func `a name is one that a file can have, and else a generated one`(
        _ given: String,
        _ kept: String?
    ) throws {
        let options = PHAssetResourceCreationOptions()
        options.originalFilename = given
        try library.change {
            PHAssetCreationRequest.forAsset().addResource(
                with: .photo,
                data: TestLibrary.picture(),
                options: options
            )
        }
        let asset = library.assets[0]
        let resource = try #require(PHAssetResource.assetResources(for: asset).first)
        #expect(
            kept == nil
                ? resource.originalFilename.hasPrefix("IMG_") : resource.originalFilename == kept
        )
        #expect(asset.extendedMetadata.originalFilename == resource.originalFilename)
        #expect(asset.value(forKey: "filename") as? String == resource.filename)
    }

    @Test func `a name that an older version kept is read as one that a file can have`() throws {
        let asset = try library.addPicture()
        let name = "/../../etc/" + String(repeating: "x", count: 10_000)
        try library.overwrite("UPDATE asset SET filename = '\(name)'")
        try library.overwrite("UPDATE resource SET filename = '\(name)'")
        let found = try library.asset(asset.localIdentifier)
        let kept = String(repeating: "x", count: 255)
        #expect(found.extendedMetadata.originalFilename == kept)
        #expect(PHAssetResource.assetResources(for: found).first?.originalFilename == kept)
    }

    @Test func `only a RAW and JPEG pair has a choice of originals`() throws {
        #expect(
            refusal {
                $0.addResource(with: .photo, data: TestLibrary.picture(), options: nil)
                $0.originalResourceChoice = .raw
            } == .changeNotSupported
        )
        try library.change {
            let request = TestLibrary.pictureRequest(seed: 1)
            request.addResource(
                with: .alternatePhoto,
                data: TestLibrary.picture(seed: 2),
                options: nil
            )
            request.originalResourceChoice = .raw
        }
        let asset = library.assets[0]
        #expect(asset.originalResourceChoice == .raw)
        try library.change { PHAssetChangeRequest(for: asset).revertAssetContent(to: .compressed) }
        #expect(try library.asset(asset.localIdentifier).originalResourceChoice == .compressed)
        let plain = try library.addPicture(seed: 3)
        #expect(
            library.refusal { PHAssetChangeRequest(for: plain).revertAssetContent(to: .raw) }
                == .changeNotSupported
        )
    }
}
