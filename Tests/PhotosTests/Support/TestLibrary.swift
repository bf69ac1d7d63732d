import Foundation
import Photos
import PhotosMedia
import PhotosStore
import PhotosTestSupport
import Synchronization

/// A library of one test, and short ways to fill and read it through the public API.
final class TestLibrary: Sendable {
    enum Storage: String, CaseIterable, Sendable {
        case memory
        case disk
    }

    let photos: PHPhotoLibrary
    let store: Library
    let folder: URL
    private let time: Mutex<Date>
    private let statements = Mutex<[String]>([])

    /// When the clock of every test starts.
    static let start = Date(timeIntervalSinceReferenceDate: 700_000_000)

    /// Makes an empty library; `pictures` stands in for the worker that makes pictures, `remote` for its remotes.
    init(
        _ storage: Storage = .memory,
        pictures: (@Sendable (Int32, PictureRequest) throws -> [Picture])? = nil,
        examine: (@Sendable (Int32, String?) throws -> MediaFacts)? = nil,
        remote: RemoteFake? = nil
    ) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("PhotosTests-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        time = Mutex(Self.start)
        let hooks = Hooks()
        var environment = EngineEnvironment(now: { hooks.now() }, author: "tests")
        environment.trace = { hooks.trace($0) }
        if let pictures { environment.pictures = pictures }
        if let examine { environment.examine = examine }
        if let remote {
            environment.transfer = { try remote.carryOut($0) }
            environment.readRange = { try remote.read($0) }
        }
        store =
            switch storage {
            case .memory: try Library.inMemory(environment: environment)
            case .disk:
                try Library.open(
                    folder.appendingPathComponent("Test.photolib"),
                    create: true,
                    environment: environment
                )
            }
        photos = PHPhotoLibrary(store)
        hooks.owner.withLock { $0 = Weak(value: self) }
    }

    deinit {
        store.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Opens the same folder once more, as another process would.
    func reopened(mode: LibraryCore.Mode = .readWrite) throws -> PHPhotoLibrary {
        PHPhotoLibrary(try Library.open(folder.appendingPathComponent("Test.photolib"), mode: mode))
    }

    func advance(days: Double = 0, seconds: Double = 0) {
        time.withLock { $0 += days * 86_400 + seconds }
    }

    var now: Date { time.withLock { $0 } }

    /// The statements that read or write rows while `body` runs.
    func statements(_ body: () throws -> Void) rethrows -> [String] {
        statements.withLock { $0 = [] }
        try body()
        return statements.withLock { $0 }.filter { $0.hasPrefix("SELECT") || $0.hasPrefix("WITH") }
    }

    // MARK: Changing

    func change(_ block: @escaping () -> Void) throws { try photos.performChangesAndWait(block) }

    /// The code of the error that a block is refused with; nil when it is carried out.
    func refusal(_ block: @escaping () -> Void) -> PHPhotosError.Code? {
        do {
            try photos.performChangesAndWait(block)
            return nil
        } catch {
            return (error as? PHPhotosError)?.code ?? .internalError
        }
    }

    /// Adds a picture, `configure` sets its properties, and fetches it.
    @discardableResult
    func addPicture(
        seed: UInt8 = 1,
        _ configure: @escaping (PHAssetCreationRequest) -> Void = { _ in }
    ) throws -> PHAsset {
        let name = Box<String>()
        try change {
            let request = Self.pictureRequest(seed: seed)
            configure(request)
            name.value = request.placeholderForCreatedAsset?.localIdentifier
        }
        return try asset(name.value ?? "")
    }

    /// Adds pictures that were taken a minute after one another.
    @discardableResult
    func addPictures(_ count: Int) throws -> [PHAsset] {
        let names = Box<[String]>([])
        try change {
            for index in 0..<count {
                let request = Self.pictureRequest(seed: UInt8(truncatingIfNeeded: index))
                request.creationDate = Self.start.addingTimeInterval(Double(index) * 60)
                names.value?.append(request.placeholderForCreatedAsset?.localIdentifier ?? "")
            }
        }
        let found = PHAsset.fetchAssets(withLocalIdentifiers: names.value ?? [], options: options())
        let byName = Dictionary(uniqueKeysWithValues: found.all.map { ($0.localIdentifier, $0) })
        return (names.value ?? []).compactMap { byName[$0] }
    }

    @discardableResult
    func addMovie(seed: UInt8 = 1) throws -> PHAsset {
        let name = Box<String>()
        try change {
            let request = PHAssetCreationRequest.forAsset()
            request.addResource(
                with: .video,
                data: Data(TestMovie(.quickTime, seed: seed).data()),
                options: nil
            )
            name.value = request.placeholderForCreatedAsset?.localIdentifier
        }
        return try asset(name.value ?? "")
    }

    static func pictureRequest(seed: UInt8 = 1) -> PHAssetCreationRequest {
        let request = PHAssetCreationRequest.forAsset()
        request.addResource(with: .photo, data: picture(seed: seed), options: nil)
        return request
    }

    static func picture(seed: UInt8 = 1) -> Data {
        Data(TestJPEG(width: 8, height: 6, seed: seed).data())
    }

    @discardableResult
    func addAlbum(_ title: String = "Album", _ assets: [PHAsset] = []) throws -> PHAssetCollection {
        let name = Box<String>()
        try change {
            let request = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                withTitle: title
            )
            if !assets.isEmpty { request.addAssets(assets) }
            name.value = request.placeholderForCreatedAssetCollection.localIdentifier
        }
        return try album(name.value ?? "")
    }

    @discardableResult
    func addFolder(
        _ title: String = "Folder",
        _ children: [PHCollection] = []
    ) throws -> PHCollectionList {
        let name = Box<String>()
        try change {
            let request = PHCollectionListChangeRequest.creationRequestForCollectionList(
                withTitle: title
            )
            if !children.isEmpty { request.addChildCollections(children) }
            name.value = request.placeholderForCreatedCollectionList.localIdentifier
        }
        return try list(name.value ?? "")
    }

    // MARK: Reading

    /// Options that fetch from this library.
    func options(_ configure: (PHFetchOptions) -> Void = { _ in }) -> PHFetchOptions {
        let options = PHFetchOptions()
        options.library = photos
        configure(options)
        return options
    }

    struct Missing: Error {
        var identifier: String
    }

    func asset(_ identifier: String) throws -> PHAsset {
        let found = PHAsset.fetchAssets(withLocalIdentifiers: [identifier], options: options())
            .firstObject
        guard let found else { throw Missing(identifier: identifier) }
        return found
    }

    func album(_ identifier: String) throws -> PHAssetCollection {
        let found = PHAssetCollection.fetchAssetCollections(
            withLocalIdentifiers: [identifier],
            options: options()
        ).firstObject
        guard let found else { throw Missing(identifier: identifier) }
        return found
    }

    func list(_ identifier: String) throws -> PHCollectionList {
        let found = PHCollectionList.fetchCollectionLists(
            withLocalIdentifiers: [identifier],
            options: options()
        ).firstObject
        guard let found else { throw Missing(identifier: identifier) }
        return found
    }

    func smartAlbum(_ subtype: PHAssetCollectionSubtype) throws -> PHAssetCollection {
        let found = PHAssetCollection.fetchAssetCollections(
            with: .smartAlbum,
            subtype: subtype,
            options: options()
        ).firstObject
        guard let found else { throw Missing(identifier: "smart album \(subtype.rawValue)") }
        return found
    }

    /// All assets that a default fetch gives.
    var assets: PHFetchResult<PHAsset> { PHAsset.fetchAssets(with: options()) }

    func members(_ album: PHAssetCollection) -> PHFetchResult<PHAsset> {
        PHAsset.fetchAssets(in: album, options: options())
    }

    func children(_ list: PHCollectionList) -> PHFetchResult<PHCollection> {
        PHCollection.fetchCollections(in: list, options: options())
    }

    var topLevel: PHFetchResult<PHCollection> {
        PHCollection.fetchTopLevelUserCollections(with: options())
    }

    /// The files that the library keeps, of whatever kind.
    var files: [String] {
        let root = store.layout.root
        let all = FileManager.default.enumerator(atPath: root.path)?.allObjects as? [String] ?? []
        return all.filter { $0.hasPrefix("originals/") || $0.hasPrefix("staging/") }
            .filter { !isFolder(root.appendingPathComponent($0)) }.sorted()
    }

    private func isFolder(_ url: URL) -> Bool {
        (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
    }

    /// A file in the test's own folder.
    func file(_ name: String, _ data: Data) throws -> URL {
        let url = folder.appendingPathComponent(name)
        try data.write(to: url)
        return url
    }

    fileprivate func note(_ statement: String) { statements.withLock { $0.append(statement) } }
}

private struct Weak: Sendable {
    weak var value: TestLibrary?
}

/// What the engine calls before its owner exists.
private final class Hooks: Sendable {
    let owner = Mutex(Weak())

    func now() -> Date { owner.withLock { $0.value }?.now ?? TestLibrary.start }

    func trace(_ statement: String) { owner.withLock { $0.value }?.note(statement) }
}

/// Carries a value out of a change block.
final class Box<Value>: @unchecked Sendable {
    // Unchecked because a block that has run is done with it before the test reads.
    var value: Value?

    init(_ value: Value? = nil) { self.value = value }
}

extension PHFetchResult {
    /// All objects, in their order.
    var all: [ObjectType] { objects(at: IndexSet(0..<count)) }
}

extension PHFetchResult where ObjectType: PHObject {
    var names: [String] { all.map(\.localIdentifier) }
}

extension Array where Element: PHObject {
    var names: [String] { map(\.localIdentifier) }
}
