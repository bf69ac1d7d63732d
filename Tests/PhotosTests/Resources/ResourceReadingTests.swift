import Foundation
import Photos
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import Synchronization
import TestPermits
import Testing

@Suite(.permit) struct ResourceReadingTests {
    let library: TestLibrary
    let data = TestLibrary.picture(seed: 5)
    let resource: PHAssetResource
    let asset: PHAsset

    init() throws {
        library = try TestLibrary()
        asset = try library.addPicture(seed: 5)
        resource = try #require(PHAssetResource.assetResources(for: asset).first)
    }

    private func read(_ resource: PHAssetResource) async -> (data: Data, error: (any Error)?) {
        let data = Mutex(Data())
        let error = await withCheckedContinuation { continuation in
            PHAssetResourceManager.default().requestData(for: resource, options: nil) { chunk in
                data.withLock { $0.append(chunk) }
            } completionHandler: { error in
                continuation.resume(returning: error)
            }
        }
        return (data.withLock { $0 }, error)
    }

    @Test func `a resource tells what it is`() {
        #expect(resource.type == .photo)
        #expect(resource.assetLocalIdentifier == asset.localIdentifier)
        #expect(resource.contentType == .jpeg && resource.uniformTypeIdentifier == "public.jpeg")
        #expect((resource.pixelWidth, resource.pixelHeight) == (8, 6))
        #expect(resource.dataSize == data.count)
        #expect(resource.filename == resource.originalFilename)
    }

    @Test func `a resource answers the keys in use, and others with nil`() {
        #expect(resource.value(forKey: "fileSize") as? Int64 == Int64(data.count))
        #expect(resource.value(forKey: "locallyAvailable") as? Bool == true)
        #expect(resource.value(forKey: "isCurrent") as? Bool == true)
        #expect(resource.value(forKey: "filename") as? String == resource.filename)
        #expect(resource.value(forKey: "nonsense") == nil)
        #expect(asset.value(forKey: "filename") as? String == resource.filename)
        #expect(asset.value(forKey: "nonsense") == nil)
    }

    @Test func `data comes whole, and the request has an identifier`() async {
        let (read, error) = await read(resource)
        #expect(read == data && error == nil)
        let id = PHAssetResourceManager.default().requestData(for: resource, options: nil) { _ in
        } completionHandler: { _ in
        }
        #expect(id != PHInvalidAssetResourceDataRequestID)
    }

    @Test func `a file is written, over another one too`() async throws {
        let url = library.folder.appendingPathComponent("out.jpg")
        try Data("old".utf8).write(to: url)
        try await PHAssetResourceManager.default().writeData(
            for: resource,
            toFile: url,
            options: nil
        )
        #expect(try Data(contentsOf: url) == data)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: library.folder.path).filter {
                $0.contains("out")
            } == ["out.jpg"]
        )
    }

    @Test(arguments: [1, 242, 245, 246, 250, 255])
    func `a file is written under each name that a file can have`(_ length: Int) async throws {
        let folder = library.folder.appendingPathComponent("names", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let name = String(repeating: "n", count: max(length - 4, 1)) + (length > 4 ? ".jpg" : "")
        for _ in 1...2 {
            try await PHAssetResourceManager.default().writeData(
                for: resource,
                toFile: folder.appendingPathComponent(name),
                options: nil
            )
        }
        #expect(try Data(contentsOf: folder.appendingPathComponent(name)) == data)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
    }

    @Test func `a failed write leaves the file and nothing else`() async throws {
        let folder = library.folder.appendingPathComponent("names", isDirectory: true)
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("taken/inside", isDirectory: true),
            withIntermediateDirectories: true
        )
        let error = await #expect(throws: PHPhotosError.self) {
            try await PHAssetResourceManager.default().writeData(
                for: resource,
                toFile: folder.appendingPathComponent("taken"),
                options: nil
            )
        }
        #expect(error?.localizedDescription.contains("taken") == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["taken"])
    }

    @Test func `a folder that is missing is an error with the path`() async {
        let url = library.folder.appendingPathComponent("none/out.jpg")
        let error = await #expect(throws: PHPhotosError.self) {
            try await PHAssetResourceManager.default().writeData(
                for: resource,
                toFile: url,
                options: nil
            )
        }
        #expect(error?.localizedDescription.contains("out.jpg") == true)
    }

    @Test func `a cancelled request ends as cancelled`() async {
        let manager = PHAssetResourceManager.default()
        // Handlers run one after another, so a request made in one is cancelled before it begins.
        let resource = resource
        let code = await withCheckedContinuation { continuation in
            manager.requestData(for: resource, options: nil) { _ in
            } completionHandler: { _ in
                let id = manager.requestData(for: resource, options: nil) { _ in
                    Issue.record("Data came after the cancellation.")
                } completionHandler: { error in
                    continuation.resume(returning: (error as? PHPhotosError)?.code)
                }
                manager.cancelDataRequest(id)
            }
        }
        #expect(code == .userCancelled)
    }

    @Test func `the resource of a purged asset is missing`() async throws {
        try library.store.settings.change(.init(trashDays: 0))
        try library.change { PHAssetChangeRequest.deleteAssets([asset]) }
        #expect((await read(resource).error as? PHPhotosError)?.code == .missingResource)
        #expect(PHAssetResource.assetResources(for: asset).isEmpty)
    }

    @Test func `a resource of a test's own is in no library`() async {
        #expect((await read(PHAssetResource()).error as? PHPhotosError)?.code == .missingResource)
        #expect(PHAssetResource.assetResources(for: PHAsset()).isEmpty)
    }

    @Test func `exporting to a cloud is not supported`() async {
        let error = await #expect(throws: PHPhotosError.self) {
            _ = try await PHAssetResourceManager.default().exportedAssetID(for: resource)
        }
        #expect(error?.code == .requestNotSupportedForAsset)
    }

    @Test func `options are copied`() throws {
        let options = PHAssetResourceRequestOptions()
        #expect(!options.isNetworkAccessAllowed && options.progressHandler == nil)
        options.isNetworkAccessAllowed = true
        options.progressHandler = { _ in }
        let copy = try #require(options.copy() as? PHAssetResourceRequestOptions)
        #expect(copy.isNetworkAccessAllowed && copy.progressHandler != nil)
    }
}
