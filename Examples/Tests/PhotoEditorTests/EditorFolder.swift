import ExamplePixels
import ExampleTestSupport
import Foundation
import OpenPhotoKit
import Testing

/// A library with one photo, removed with the last reference.
final class EditorFolder {
    let url: URL
    private let libraryURL: URL
    let library: PHPhotoLibrary
    /// The photo as it was added.
    let first: PHAsset
    private var observers: [ChangeStream] = []

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("editor-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        libraryURL = url.appendingPathComponent("Test.photolib")
        library = try PHPhotoLibrary.open(at: libraryURL, create: true)
        let bytes = try GradientPicture(width: 160, height: 120, blue: 20).jpegData()
        try library.performChangesAndWait {
            PHAssetCreationRequest.forAsset().addResource(with: .photo, data: bytes, options: nil)
        }
        first = try #require(
            library.withCurrent { PHAsset.fetchAssets(with: nil).firstObject }
        )
    }

    deinit {
        library.close()
        try? FileManager.default.removeItem(at: url)
    }

    /// The beginning of the photo's identifier.
    var name: String { String(first.localIdentifier.prefix(8)) }

    /// The photo as it is now.
    func asset() throws -> PHAsset {
        try #require(
            library.withCurrent {
                PHAsset.fetchAssets(
                    withLocalIdentifiers: [first.localIdentifier],
                    options: nil
                ).firstObject
            }
        )
    }

    /// What the photo looks like now.
    func pixels() throws -> Bitmap {
        let resources = PHAssetResource.assetResources(for: try asset())
        let shown = resources.first { $0.value(forKey: "isCurrent") as? Bool == true }
        let file = try #require(shown?.value(forKey: "fileURL") as? URL)
        return try Bitmap(#require(UIImage(contentsOfFile: file.path)?.cgImage))
    }

    func observe() -> ChangeStream {
        let stream = ChangeStream()
        library.register(stream)
        observers.append(stream)
        return stream
    }

    func run(_ arguments: String...) throws -> (status: Int32, lines: [String]) {
        try runProgram("PhotoEditor", arguments, library: libraryURL)
    }

    func photokit(_ arguments: String...) throws -> (status: Int32, lines: [String]) {
        try runProgram("photokit", arguments, library: libraryURL)
    }
}

/// The changes that an observer is told, one after another.
final class ChangeStream: NSObject, PHPhotoLibraryChangeObserver, Sendable {
    private let changes: AsyncStream<PHChange>
    private let continuation: AsyncStream<PHChange>.Continuation

    override init() {
        (changes, continuation) = AsyncStream.makeStream()
        super.init()
    }

    func photoLibraryDidChange(_ changeInstance: PHChange) { continuation.yield(changeInstance) }

    /// Waits for a change.
    func next() async -> PHChange? {
        for await change in changes { return change }
        return nil
    }
}
