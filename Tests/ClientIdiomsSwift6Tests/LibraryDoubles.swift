import Photos

/// What an application needs of the library, so that its tests can do without one.
protocol PhotoLibraryType: AnyObject, Sendable {
    func performChanges(
        _ changeBlock: @escaping () -> Void,
        completionHandler: ((Bool, Error?) -> Void)?
    )
    func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws
    func register(_ observer: PHPhotoLibraryChangeObserver)
    func unregisterChangeObserver(_ observer: PHPhotoLibraryChangeObserver)
    static func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus
}

extension PHPhotoLibrary: PhotoLibraryType {}

/// The same by an asynchronous requirement.
protocol AsyncPhotoLibrary {
    func performChanges(_ changeBlock: @escaping () -> Void) async throws
    var currentChangeToken: PHPersistentChangeToken { get }
    func fetchPersistentChanges(
        since token: PHPersistentChangeToken
    ) throws -> PHPersistentChangeFetchResult
}

extension PHPhotoLibrary: AsyncPhotoLibrary {}

final class MockLibrary: PhotoLibraryType, @unchecked Sendable {
    private(set) var blocks = 0

    func performChanges(
        _ changeBlock: @escaping () -> Void,
        completionHandler: ((Bool, Error?) -> Void)?
    ) {
        blocks += 1
        completionHandler?(false, PHPhotosError(.accessUserDenied))
    }

    func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws { blocks += 1 }

    func register(_ observer: PHPhotoLibraryChangeObserver) {}

    func unregisterChangeObserver(_ observer: PHPhotoLibraryChangeObserver) {}

    class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
        accessLevel == .addOnly ? .authorized : .denied
    }
}

final class MockAsset: PHAsset, @unchecked Sendable {
    private let identifier: String
    private let type: PHAssetMediaType
    private let date: Date?

    init(_ identifier: String, type: PHAssetMediaType = .image, date: Date? = nil) {
        self.identifier = identifier
        self.type = type
        self.date = date
        super.init()
    }

    override var localIdentifier: String { identifier }
    override var mediaType: PHAssetMediaType { type }
    override var mediaSubtypes: PHAssetMediaSubtype { [.photoLive, .photoHDR] }
    override var creationDate: Date? { date }
    override var pixelWidth: Int { 4000 }
    override var pixelHeight: Int { 3000 }
    override var location: CLLocation? { CLLocation(latitude: 46.5, longitude: 7.5) }
    override var isFavorite: Bool { true }

    override class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        MockFetchResult([MockAsset("one"), MockAsset("two", type: .video)])
    }

    override class func fetchAssets(
        withLocalIdentifiers identifiers: [String],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        MockFetchResult(identifiers.map { MockAsset($0) })
    }
}

final class MockFetchResult: PHFetchResult<PHAsset>, @unchecked Sendable {
    private let assets: [PHAsset]

    init(_ assets: [PHAsset]) {
        self.assets = assets
        super.init()
    }

    override var count: Int { assets.count }
    override func object(at index: Int) -> PHAsset { assets[index] }
    override var firstObject: PHAsset? { assets.first }
    override func enumerateObjects(
        _ block: @escaping (PHAsset, Int, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var stop: ObjCBool = false
        for (index, asset) in assets.enumerated() where !stop.boolValue {
            block(asset, index, &stop)
        }
    }
}

final class MockAlbum: PHAssetCollection, @unchecked Sendable {
    override var localizedTitle: String? { "Mock" }
    override var assetCollectionSubtype: PHAssetCollectionSubtype { .albumCloudShared }
    override var estimatedAssetCount: Int { 7 }

    override class func fetchAssetCollections(
        with type: PHAssetCollectionType,
        subtype: PHAssetCollectionSubtype,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> { PHFetchResult<PHAssetCollection>() }
}

final class MockResource: PHAssetResource, @unchecked Sendable {
    override var type: PHAssetResourceType { .alternatePhoto }
    override var originalFilename: String { "IMG_0001.DNG" }
}

final class MockManager: PHAssetResourceManager, @unchecked Sendable {
    override func requestData(
        for resource: PHAssetResource,
        options: PHAssetResourceRequestOptions?,
        dataReceivedHandler handler: @escaping (Data) -> Void,
        completionHandler: @escaping (Error?) -> Void
    ) -> PHAssetResourceDataRequestID {
        handler(Data("mock".utf8))
        completionHandler(nil)
        return 1
    }
}

final class MockChange: PHChange, @unchecked Sendable {
    override func changeDetails<T>(
        for fetchResult: PHFetchResult<T>
    ) -> PHFetchResultChangeDetails<T>?
    where T: PHObject {
        PHFetchResultChangeDetails(from: fetchResult, to: fetchResult, changedObjects: [])
    }
}
