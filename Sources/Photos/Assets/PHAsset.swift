public import CPhotosTypes
public import CoreLocation
public import Foundation
package import PhotosStore
public import UniformTypeIdentifiers

/// A photo, a video or a Live Photo: a snapshot of what the library knows of it.
open class PHAsset: PHObject, @unchecked Sendable {
    // Unchecked because the class is open for test doubles; everything it stores is constant.

    package let record: AssetRecord
    /// The assets that were read along with this one.
    let batch: AssetBatch

    /// Makes an asset that is in no library, for test doubles.
    public override init() {
        record = AssetRecord(rowID: 0, uuid: UUID())
        batch = AssetBatch([])
        super.init(identifier: LocalIdentifier(uuid: record.uuid, kind: .asset), source: nil)
    }

    init(
        _ record: AssetRecord,
        in library: PHPhotoLibrary,
        at sequence: Int64,
        batch: AssetBatch? = nil
    ) {
        self.record = record
        self.batch = batch ?? AssetBatch([record.rowID])
        super.init(
            identifier: LocalIdentifier(uuid: record.uuid, kind: .asset),
            source: ObjectSource(library: library, row: record.rowID, sequence: sequence)
        )
    }

    /// How the asset is best presented.
    open var playbackStyle: PHAsset.PlaybackStyle {
        .init(rawValue: record.playbackStyle) ?? .unsupported
    }
    /// The effect that a Live Photo is played with.
    open var playbackVariation: PHAsset.PlaybackVariation {
        .init(rawValue: record.playbackVariation) ?? .none
    }
    /// Whether the asset is an image, a video or sound.
    open var mediaType: PHAssetMediaType { .init(rawValue: record.mediaType) ?? .unknown }
    /// What is special about the image or video.
    open var mediaSubtypes: PHAssetMediaSubtype {
        .init(rawValue: UInt(bitPattern: record.mediaSubtypes))
    }
    /// The type of the original.
    open var contentType: UTType { UTType(importedAs: record.contentType) }
    /// Width in pixels as shown, orientation applied.
    open var pixelWidth: Int { record.pixelWidth }
    /// Height in pixels as shown, orientation applied.
    open var pixelHeight: Int { record.pixelHeight }
    /// When the asset was taken; nil where nothing tells.
    open var creationDate: Date? { record.creationDate }
    /// When the asset's properties or content last changed.
    open var modificationDate: Date? { record.modificationDate }
    /// When the asset came into the library.
    open var addedDate: Date? { record.addedDate }
    /// Where the asset was taken.
    open var location: CLLocation? { record.location }
    /// Seconds; 0 for photos.
    open var duration: TimeInterval { record.duration }
    /// Whether default fetches leave the asset out.
    open var isHidden: Bool { record.isHidden }
    /// Whether the user marked the asset.
    open var isFavorite: Bool { record.isFavorite }
    /// The number of stars.
    open var rating: PHAsset.Rating { .init(rawValue: record.rating) ?? .unset }
    /// Always false, as on macOS since 10.15.
    @available(*, deprecated, message: "Always false.")
    open var isSyncFailureHidden: Bool { false }
    /// Names the burst that the asset belongs to.
    open var burstIdentifier: String? { record.burstIdentifier }
    /// Who picked the asset out of its burst.
    open var burstSelectionTypes: PHAssetBurstSelectionType {
        .init(rawValue: UInt(bitPattern: record.burstSelection))
    }
    /// Whether the asset stands for its burst.
    open var representsBurst: Bool { record.representsBurst }
    /// Where the asset came from.
    open var sourceType: PHAssetSourceType { .init(rawValue: UInt(bitPattern: record.sourceType)) }
    /// Whether the asset is shown with an edit.
    open var hasAdjustments: Bool { record.adjustmentsState != 0 }
    /// The format of the present edit's data; nil without an edit.
    open var adjustmentFormatIdentifier: String? { hasAdjustments ? record.adjustmentFormat : nil }
    /// Who adjusted the asset.
    open var adjustmentsState: PHAsset.AdjustmentsState {
        .init(rawValue: record.adjustmentsState) ?? .none
    }
    /// When the asset was last edited or reverted; it survives a revert.
    open var adjustmentTimestamp: Date? { record.adjustmentDate }
    /// Which original of a RAW and JPEG pair the asset shows.
    open var originalResourceChoice: PHAsset.OriginalResourceChoice {
        .init(rawValue: record.originalChoice) ?? .compressed
    }
    /// Caption, keywords and file name.
    open var extendedMetadata: PHAssetExtendedMetadata { PHAssetExtendedMetadata(record) }

    /// Whether a kind of change would be accepted.
    open func canPerform(_ editOperation: PHAssetEditOperation) -> Bool {
        guard source != nil, record.trashedDate == nil else { return false }
        // What another device synchronised in can be neither edited nor deleted.
        return !sourceType.contains(.typeiTunesSynced)
    }

    // MARK: Editing

    /// Asks for the asset's content, to edit it.
    ///
    /// The handler is called once: on the main queue, or, in a program whose main queue nobody serves, on one of the
    /// library. It gets an input, or nil and under the keys `PHContentEditingInput…Key` why there is none. An input
    /// without a picture for the screen comes with the error that prevented it.
    ///
    /// - Returns: A number to cancel the request with.
    @discardableResult
    open func requestContentEditingInput(
        with options: PHContentEditingInputRequestOptions?,
        completionHandler: @escaping (PHContentEditingInput?, [AnyHashable: Any]) -> Void
    ) -> PHContentEditingInputRequestID {
        ContentEditingRequests.shared.begin(self, options, completionHandler)
    }

    /// Cancels a request for an editing input, whose handler is then told so.
    open func cancelContentEditingInputRequest(_ requestID: PHContentEditingInputRequestID) {
        ContentEditingRequests.shared.cancel(requestID)
    }

    // MARK: Fetching

    /// The assets of an album in its own order, or those that a smart album computes.
    @discardableResult
    open class func fetchAssets(
        in assetCollection: PHAssetCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        AlbumContents(assetCollection, options).assets()
    }

    /// The assets with some identifiers, hidden ones included; unknown identifiers are left out.
    ///
    /// The order is that of other fetches, not that of the identifiers.
    @discardableResult
    open class func fetchAssets(
        withLocalIdentifiers identifiers: [String],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        let uuids = identifiers.compactMap { LocalIdentifier($0) }.filter { $0.kind == .asset }.map(
            \.uuid
        )
        guard !uuids.isEmpty else { return FetchPlanning.nothing() }
        return FetchPlanning(options).assets(
            where: .uuids(.asset(.uuid), uuids),
            includesHidden: true,
            includesBursts: true
        )
    }

    /// The asset that stands for a collection: the first of an album, the newest of a smart album.
    ///
    /// Nil for a transient collection.
    @discardableResult
    open class func fetchKeyAssets(
        in assetCollection: PHAssetCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset>? {
        guard !assetCollection.isTransient else { return nil }
        return AlbumContents(assetCollection, options).keyAssets()
    }

    /// The representative of a burst and the frames the user picked; all frames with `includeAllBurstAssets`.
    @discardableResult
    open class func fetchAssets(
        withBurstIdentifier burstIdentifier: String,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        FetchPlanning(options).assets(
            where: .field(.asset(.burstIdentifier), .equal, .text(burstIdentifier))
        )
    }

    /// All assets of the user's library that the options let through.
    @discardableResult
    open class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        FetchPlanning(options).libraryAssets()
    }

    /// All assets of the user's library of one media type.
    @discardableResult
    open class func fetchAssets(
        with mediaType: PHAssetMediaType,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        FetchPlanning(options).libraryAssets(
            where: .field(.asset(.mediaType), .equal, .integer(Int64(mediaType.rawValue)))
        )
    }

    /// Always empty: the assets library that had such URLs is gone, and never was on Linux.
    @available(*, deprecated, message: "Fetch by local identifier.")
    @discardableResult
    open class func fetchAssets(
        withALAssetURLs assetURLs: [URL],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        FetchPlanning.nothing()
    }

    open override func value(forKey key: String) -> Any? {
        switch key {
        case "filename", "originalFilename": record.originalName
        case "playbackStyle": playbackStyle
        case "playbackVariation": playbackVariation
        case "mediaType": mediaType
        case "mediaSubtypes", "mediaSubtype": mediaSubtypes
        case "contentType": contentType
        case "uniformTypeIdentifier": record.contentType
        case "pixelWidth": pixelWidth
        case "pixelHeight": pixelHeight
        case "creationDate": creationDate
        case "modificationDate": modificationDate
        case "addedDate": addedDate
        case "location": location
        case "duration": duration
        case "isHidden", "hidden": isHidden
        case "isFavorite", "favorite": isFavorite
        case "rating": rating
        case "burstIdentifier": burstIdentifier
        case "burstSelectionTypes": burstSelectionTypes
        case "representsBurst": representsBurst
        case "sourceType": sourceType
        case "hasAdjustments": hasAdjustments
        case "adjustmentFormatIdentifier": adjustmentFormatIdentifier
        case "adjustmentsState": adjustmentsState
        case "adjustmentTimestamp": adjustmentTimestamp
        case "originalResourceChoice": originalResourceChoice
        case "timeZoneOffset": record.creationZone
        default: super.value(forKey: key)
        }
    }
}

/// What an asset knows beyond its everyday properties.
open class PHAssetExtendedMetadata: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; everything it stores is constant.

    /// The caption that the user gave.
    open var caption: String? { record.caption }
    /// The name of the original's file where it came from.
    open var originalFilename: String? { record.originalName }
    /// The keywords, in the order added.
    open var keywords: [String] { record.keywords }

    private let record: AssetRecord

    /// Makes metadata that say nothing, for test doubles.
    public override init() {
        record = AssetRecord(rowID: 0, uuid: UUID())
        super.init()
    }

    init(_ record: AssetRecord) {
        self.record = record
        super.init()
    }
}

extension AssetRecord {
    var location: CLLocation? {
        guard let latitude, let longitude else { return nil }
        return CLLocation(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
            altitude: altitude ?? 0,
            horizontalAccuracy: horizontalAccuracy ?? 0,
            verticalAccuracy: verticalAccuracy ?? (altitude == nil ? -1 : 0),
            course: course ?? -1,
            speed: speed ?? -1,
            timestamp: locationDate ?? creationDate ?? Date(timeIntervalSinceReferenceDate: 0)
        )
    }
}
