public import CPhotosTypes
public import CoreLocation
public import Foundation
import PhotosStore

/// An album with an ordered set of assets, or a smart album with a computed set.
open class PHAssetCollection: PHCollection, @unchecked Sendable {
    // Unchecked because the class is open for test doubles. Its stored properties are constants; a mutex guards the
    // counts.

    private enum Count {
        case unknown
        case known(Int)
        case counted(AlbumBatch, ObjectSource)
    }

    private let count: Count
    /// The assets of a transient collection.
    package let transientAssets: [PHAsset]?

    /// Makes a collection that is in no library, for test doubles.
    public override init() {
        count = .unknown
        transientAssets = nil
        super.init()
    }

    init(_ record: CollectionRecord, source: ObjectSource, batch: AlbumBatch? = nil) {
        let isCounted = record.collectionKind == .album
        count = isCounted ? batch.map { .counted($0, source) } ?? .unknown : .unknown
        transientAssets = nil
        super.init(record, source: source)
    }

    private init(transient assets: [PHAsset], title: String?) {
        var record = CollectionRecord(rowID: 0, uuid: UUID())
        record.title = title
        record.subtype = CollectionSubtype.regularAlbum
        count = .known(assets.count)
        transientAssets = assets
        super.init(record, source: nil)
    }

    /// Whether the collection is an album or a smart album.
    open var assetCollectionType: PHAssetCollectionType {
        record.collectionKind == .smartAlbum ? .smartAlbum : .album
    }

    /// The kind of album or smart album.
    open var assetCollectionSubtype: PHAssetCollectionSubtype {
        PHAssetCollectionSubtype(rawValue: record.subtype) ?? .albumRegular
    }

    /// The number of visible assets when the album was fetched.
    ///
    /// `NSNotFound` for smart albums, whose assets would have to be computed.
    open var estimatedAssetCount: Int {
        switch count {
        case .unknown: NSNotFound
        case .known(let count): count
        case .counted(let batch, let source): batch.count(of: source.row, in: source) ?? NSNotFound
        }
    }
    /// Nil: only moments had dates, and Apple has retired them.
    open var startDate: Date? { nil }
    /// Nil: only moments had dates, and Apple has retired them.
    open var endDate: Date? { nil }
    /// Nil: only moments had locations, and Apple has retired them.
    open var approximateLocation: CLLocation? { nil }
    /// Empty: only moments had locations, and Apple has retired them.
    open var localizedLocationNames: [String] { [] }

    open override var canContainAssets: Bool { true }

    /// Whether the collection exists in memory only.
    package var isTransient: Bool { transientAssets != nil }

    open override func canPerform(_ anOperation: PHCollectionEditOperation) -> Bool {
        guard source != nil else { return false }
        if record.search != nil { return anOperation == .delete || anOperation == .rename }
        guard record.collectionKind == .album else { return false }
        return switch anOperation {
        case .deleteContent, .removeContent, .addContent, .createContent, .rearrangeContent,
            .delete, .rename:
            true
        @unknown default: false
        }
    }

    // MARK: Fetching

    /// Returns the albums and smart albums with some identifiers; unknown identifiers are left out.
    @discardableResult
    open class func fetchAssetCollections(
        withLocalIdentifiers identifiers: [String],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        let uuids = identifiers.compactMap { LocalIdentifier($0) }.filter { $0.kind == .album }.map(
            \.uuid
        )
        guard !uuids.isEmpty else { return FetchPlanning.nothing() }
        return FetchPlanning(options).collections(
            where: .all([.uuids(.collection(.uuid), in: uuids), .not(.kind(.folder))]),
            subject: .assetCollection
        )
    }

    /// Returns the albums or smart albums of one subtype, or all of them with `.any`.
    @discardableResult
    open class func fetchAssetCollections(
        with type: PHAssetCollectionType,
        subtype: PHAssetCollectionSubtype,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        let kind: CollectionKind
        switch type {
        case .album: kind = .album
        case .smartAlbum: kind = .smartAlbum
        default: return FetchPlanning.nothing()
        }
        var condition = Condition.kind(kind)
        if subtype != .any {
            condition = .all([
                condition, .field(.collection(.subtype), .equal, .integer(Int64(subtype.rawValue))),
            ])
        }
        return FetchPlanning(options).collections(where: condition, subject: .assetCollection)
    }

    /// Returns the albums that contain an asset.
    ///
    /// Smart albums are not supported, as on Apple's systems.
    @discardableResult
    open class func fetchAssetCollectionsContaining(
        _ asset: PHAsset,
        with type: PHAssetCollectionType,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        guard type == .album, let source = asset.source else { return FetchPlanning.nothing() }
        return FetchPlanning(options, in: source.library).collections(
            .collectionsContaining(asset: source.row),
            where: .kind(.album),
            subject: .assetCollection
        )
    }

    /// Returns an empty result: Apple removed the assets library that had such URLs, and Linux never had it.
    @available(*, deprecated, message: "Fetch by local identifier.")
    @discardableResult
    open class func fetchAssetCollections(
        withALAssetGroupURLs assetGroupURLs: [URL],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        FetchPlanning.nothing()
    }

    /// Returns an empty result: Apple has retired moments.
    @available(*, deprecated, message: "Fetch assets by date and place.")
    @discardableResult
    open class func fetchMoments(
        inMomentList momentList: PHCollectionList,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAssetCollection> {
        FetchPlanning.nothing()
    }

    /// Returns an empty result: Apple has retired moments.
    @available(*, deprecated, message: "Fetch assets by date and place.")
    @discardableResult
    open class func fetchMoments(with options: PHFetchOptions?) -> PHFetchResult<PHAssetCollection>
    {
        FetchPlanning.nothing()
    }

    open override func value(forKey key: String) -> Any? {
        let value: Any? =
            switch key {
            case "assetCollectionType": assetCollectionType
            case "assetCollectionSubtype": assetCollectionSubtype
            case "estimatedAssetCount": estimatedAssetCount
            case "startDate": startDate
            case "endDate": endDate
            case "approximateLocation": approximateLocation
            case "localizedLocationNames": localizedLocationNames
            default: super.value(forKey: key)
            }
        return KeyedValue.object(value)
    }

    /// Makes a collection in memory from assets, in the given order.
    @discardableResult
    open class func transientAssetCollection(
        with assets: [PHAsset],
        title: String?
    ) -> PHAssetCollection {
        PHAssetCollection(transient: assets, title: title)
    }

    /// Makes a collection in memory from the assets of a fetch result.
    @discardableResult
    open class func transientAssetCollection(
        withAssetFetchResult fetchResult: PHFetchResult<PHAsset>,
        title: String?
    ) -> PHAssetCollection {
        PHAssetCollection(
            transient: fetchResult.objects(at: IndexSet(0..<fetchResult.count)),
            title: title
        )
    }
}
