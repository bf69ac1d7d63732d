import Photos

protocol LegacyLibrary {
    func performChanges(
        _ changeBlock: @escaping () -> Void,
        completionHandler: ((Bool, Error?) -> Void)?
    )
    static func requestAuthorization(_ handler: @escaping (PHAuthorizationStatus) -> Void)
}

extension PHPhotoLibrary: LegacyLibrary {}

class LegacyMockAsset: PHAsset, @unchecked Sendable {
    var mockType: PHAssetMediaType = .image
    var mockDate: Date?
    override var mediaType: PHAssetMediaType { mockType }
    override var creationDate: Date? { mockDate }
    override func canPerform(_ editOperation: PHAssetEditOperation) -> Bool { true }

    static var fetched = 0
    override class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        fetched += 1
        return PHFetchResult<PHAsset>()
    }
}

class LegacyMockLibrary: PHPhotoLibrary, @unchecked Sendable {
    var changes = 0
    static var status: PHAuthorizationStatus = .denied

    override class func authorizationStatus() -> PHAuthorizationStatus { status }

    override class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus
    {
        status
    }

    override func performChanges(
        _ changeBlock: @escaping () -> Void,
        completionHandler: ((Bool, Error?) -> Void)? = nil
    ) {
        changes += 1
        completionHandler?(true, nil)
    }

    override func register(_ observer: PHPhotoLibraryChangeObserver) { changes += 100 }
}

// Conformances that applications add for their queues and lists.
// swift-format-ignore: AvoidRetroactiveConformances
extension PHAssetResource: @retroactive @unchecked Sendable {}

// swift-format-ignore: AvoidRetroactiveConformances
extension PHAsset: @retroactive Identifiable {
    /// What lists tell assets apart by.
    public var id: String { localIdentifier }
}
