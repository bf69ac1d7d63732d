import ExamplePixels
import ExampleTestSupport
import Foundation
import OpenPhotoKit
import Testing

/// A library, a list of two hikes, and a place for pages; removed with the last reference.
final class HikingFolder {
    let url: URL
    private let libraryURL: URL
    let library: PHPhotoLibrary
    private(set) var identifiers: [String: String] = [:]

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("hiking-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        libraryURL = url.appendingPathComponent("Test.photolib")
        library = try PHPhotoLibrary.open(at: libraryURL, create: true)
        try Data(
            """
            [{"title": "Ridge", "start": "2024-06-14T08:00:00Z", "end": "2024-06-14T10:00:00Z"},
             {"title": "Lake", "start": "2024-06-14T12:00:00Z", "end": "2024-06-14T14:00:00Z"}]
            """.utf8
        ).write(to: hikes)
    }

    deinit {
        library.close()
        try? FileManager.default.removeItem(at: url)
    }

    var hikes: URL { url.appendingPathComponent("hikes.json") }
    var pages: URL { url.appendingPathComponent("Pages") }

    /// Puts pictures into the library, by name and minute of 14 June 2024.
    func add(_ photos: [String: Double]) throws {
        for (name, minutes) in photos.sorted(by: { $0.key < $1.key }) {
            let blue = UInt8(truncatingIfNeeded: identifiers.count)
            let bytes = try GradientPicture(blue: blue).jpegData()
            var identifier: String?
            try library.performChangesAndWait {
                let request = PHAssetCreationRequest.forAsset()
                let options = PHAssetResourceCreationOptions()
                options.originalFilename = "\(name).jpg"
                request.addResource(with: .photo, data: bytes, options: options)
                request.creationDate = minute(minutes)
                identifier = request.placeholderForCreatedAsset?.localIdentifier
            }
            identifiers[name] = identifier
        }
    }

    /// Changes photos by name.
    func change(_ names: [String], _ body: @escaping ([PHAsset]) -> Void) throws {
        let wanted = names.compactMap { identifiers[$0] }
        try library.withCurrent {
            let result = PHAsset.fetchAssets(withLocalIdentifiers: wanted, options: nil)
            let assets = result.objects(at: IndexSet(0..<result.count))
            try library.performChangesAndWait { body(assets) }
        }
    }

    /// Runs the program and gives what it printed.
    func run(_ arguments: String...) throws -> (status: Int32, lines: [String]) {
        try runProgram(
            "HikingCollages",
            ["--out", pages.path] + arguments,
            library: libraryURL
        )
    }

    /// Gives a photo another content, as an editor does.
    func edit(_ name: String, _ picture: GradientPicture) async throws {
        let wanted = identifiers[name].map { [$0] } ?? []
        let asset = try #require(
            library.withCurrent {
                PHAsset.fetchAssets(withLocalIdentifiers: wanted, options: nil).firstObject
            }
        )
        let rendering = try picture.jpegData()
        let library = library
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<Void, any Error>) in
            asset.requestContentEditingInput(with: nil) { input, _ in
                continuation.resume(
                    with: Result {
                        let output = PHContentEditingOutput(
                            contentEditingInput: try #require(input)
                        )
                        output.adjustmentData = PHAdjustmentData(
                            formatIdentifier: "org.example.editor",
                            formatVersion: "1",
                            data: Data()
                        )
                        try rendering.write(to: output.renderedContentURL)
                        try library.performChangesAndWait {
                            PHAssetChangeRequest(for: asset).contentEditingOutput = output
                        }
                    }
                )
            }
        }
    }

    /// Where the library keeps a photo.
    func original(of name: String) throws -> URL {
        let wanted = identifiers[name].map { [$0] } ?? []
        let asset = try #require(
            library.withCurrent {
                PHAsset.fetchAssets(withLocalIdentifiers: wanted, options: nil).firstObject
            }
        )
        let resource = try #require(PHAssetResource.assetResources(for: asset).first)
        return try #require(resource.value(forKey: "fileURL") as? URL)
    }

    private func url(of hike: String) -> URL {
        pages.appendingPathComponent("2024-06-14-\(hike).jpg")
    }

    /// The pixels of a page.
    func page(_ hike: String) throws -> Bitmap {
        try Bitmap(#require(UIImage(contentsOfFile: url(of: hike).path)?.cgImage))
    }

    func makeOld(_ hike: String) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 0)],
            ofItemAtPath: url(of: hike).path
        )
    }

    /// Whether a page was not drawn since it was made old.
    func isOld(_ hike: String) throws -> Bool {
        let date = try FileManager.default.attributesOfItem(atPath: url(of: hike).path)[
            .modificationDate
        ]
        return date as? Date == Date(timeIntervalSince1970: 0)
    }
}
