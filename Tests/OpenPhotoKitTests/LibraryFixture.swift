import Foundation
import OpenPhotoKit
import PhotosTestSupport

/// A library in memory, and a folder with files to import.
final class LibraryFixture {
    let folder: URL
    let library: PHPhotoLibrary

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("openphotokit-test-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        library = try PHPhotoLibrary.inMemory(author: "test")
    }

    deinit {
        library.close()
        try? FileManager.default.removeItem(at: folder)
    }

    @discardableResult
    func write(picture name: String, seed: UInt8) throws -> URL {
        let url = folder.appendingPathComponent(name)
        try Data(TestJPEG(seed: seed).data()).write(to: url)
        return url
    }

    /// Makes assets of small pictures, in one block.
    func makeAssets(_ count: Int) throws -> [PHAsset] {
        let pictures = (0..<count).map { Data(TestJPEG(seed: UInt8($0 + 1)).data()) }
        var identifiers: [String] = []
        try library.performChangesAndWait {
            for picture in pictures {
                let request = PHAssetCreationRequest.forAsset()
                request.addResource(with: .photo, data: picture, options: nil)
                identifiers += [request.placeholderForCreatedAsset?.localIdentifier].compactMap {
                    $0
                }
            }
        }
        return try identifiers.map { try asset($0) }
    }

    struct Missing: Error {}

    func asset(_ identifier: String) throws -> PHAsset {
        let found = library.withCurrent {
            PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject
        }
        guard let found else { throw Missing() }
        return found
    }

    /// The facts of the changes since a token.
    func facts(since token: PHPersistentChangeToken) throws -> [ChangeFacts] {
        try library.fetchPersistentChanges(since: token).map { try $0.facts() }
    }
}
