import Foundation
import GRDB
import OpenPhotoKit
import PhotosStore
import PhotosTestSupport
import Testing

/// A library on disk with one large photo, whose file is in remotes alone: folders that the tests change.
final class DistantFixture: Sendable {
    static let part = 4 << 20

    let folder: URL
    let library: PHPhotoLibrary
    let places: [URL]
    let data: Data
    private let identifier: String

    /// Makes the library, sends the file to all remotes, and lets it leave.
    init(remotes: Int = 1, isEncrypted: Bool = false, size: Int = 3 * part + 700_001) async throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("openphotokit-test-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        library = try PHPhotoLibrary.open(
            at: folder.appendingPathComponent("Test.photolib", isDirectory: true),
            create: true,
            user: .owner
        )
        data = Self.picture(size)
        identifier = try Self.add(data, to: library)
        var settings = LibraryRemote.Settings()
        if isEncrypted {
            let key = folder.appendingPathComponent("key")
            try LibraryRemote.EncryptionKey().write(to: key)
            settings.encryptionKeyURL = key
        }
        var places: [URL] = []
        for number in 0..<remotes {
            let place = folder.appendingPathComponent("place\(number)", isDirectory: true)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            let remote = try await library.addRemote(place.path, settings: settings).remote
            let report = try await library.sync(remote)
            #expect(report.sent.count == 1)
            places.append(place)
        }
        self.places = places
        try await sendAway()
    }

    deinit {
        library.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// A picture of a number of bytes, most of which are behind its end.
    private static func picture(_ size: Int) -> Data {
        var data = Data(TestJPEG(seed: 7).data())
        var random = SeededNumbers(seed: UInt64(size))
        data.append(contentsOf: random.bytes(count: size))
        return data.prefix(size)
    }

    @discardableResult
    static func add(_ data: Data, to library: PHPhotoLibrary) throws -> String {
        let identifier = Collected<String>()
        try library.performChangesAndWait {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(with: .photo, data: data, options: nil)
            request.placeholderForCreatedAsset.map { identifier.add($0.localIdentifier) }
        }
        return try #require(identifier.values.first)
    }

    /// Lets the file leave this disk.
    func sendAway() async throws {
        try library.setSpaceRule(LibrarySpaceRule(byteCount: 0))
        #expect(try await library.freeSpace().released.count == 1)
    }

    var resource: PHAssetResource {
        get throws {
            let asset = library.withCurrent {
                PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: nil).firstObject
            }
            let found = try #require(asset)
            return try #require(PHAssetResource.assetResources(for: found).first)
        }
    }

    var isElsewhere: Bool { get throws { try resource.isElsewhere } }

    /// Changes a byte that a remote has; the same call again takes that back.
    func damage(place: Int = 0, at offset: Int) throws {
        let file = try #require(object(place))
        chmod(file.path, 0o644)
        let handle = try FileHandle(forUpdating: file)
        defer { try? handle.close() }
        try handle.seek(toOffset: UInt64(offset))
        let byte = try #require(try handle.read(upToCount: 1)?.first)
        try handle.seek(toOffset: UInt64(offset))
        try handle.write(contentsOf: Data([byte ^ 4]))
    }

    /// The largest file of a place, which is that of the photo.
    func object(_ place: Int = 0) -> URL? {
        let files = FileManager.default.enumerator(
            at: places[place],
            includingPropertiesForKeys: [.fileSizeKey]
        )
        return (files?.allObjects as? [URL])?.max { size($0) < size($1) }
    }

    private func size(_ url: URL) -> Int {
        (try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
    }

    /// Forgets the checksums of parts, as in a library that an earlier version made.
    func forgetParts() throws {
        try library.store().core.onWriter { db in try db.execute(sql: "DELETE FROM part_hashes") }
    }

    // MARK: Streams

    struct Answer: Sendable {
        var parts: [Data]
        var code: PHPhotosError.Code?
        var data: Data { parts.reduce(Data(), +) }
    }

    /// Asks for the data of the resource.
    func stream() async throws -> Answer {
        let options = PHAssetResourceRequestOptions()
        options.isNetworkAccessAllowed = true
        let parts = Collected<Data>()
        let resource = try resource
        let error = await withCheckedContinuation { continuation in
            PHAssetResourceManager.default().requestData(for: resource, options: options) {
                parts.add($0)
            } completionHandler: {
                continuation.resume(returning: $0 as? PHPhotosError)
            }
        }
        return Answer(parts: parts.values, code: error?.code)
    }
}
