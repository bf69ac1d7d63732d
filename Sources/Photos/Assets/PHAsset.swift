public import CPhotosTypes
public import CoreLocation
public import Foundation
import PhotosMedia
package import PhotosStore
public import UniformTypeIdentifiers

/// A snapshot of the properties of a photo, a video or a Live Photo.
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
        .init(rawValue: record.playbackStyle.rawValue) ?? .unsupported
    }
    /// The effect that a Live Photo is played with.
    open var playbackVariation: PHAsset.PlaybackVariation {
        .init(rawValue: record.playbackVariation.rawValue) ?? .none
    }
    /// Whether the asset is an image, a video or sound.
    open var mediaType: PHAssetMediaType { .init(rawValue: record.mediaType.rawValue) ?? .unknown }
    /// Special kinds of image or video, such as panorama or slow motion.
    open var mediaSubtypes: PHAssetMediaSubtype {
        .init(rawValue: record.mediaSubtypes.rawValue)
    }
    /// The type of the original file.
    open var contentType: UTType { UTType(importedAs: record.contentType) }
    /// Width in pixels as shown, orientation applied.
    open var pixelWidth: Int { record.pixelWidth }
    /// Height in pixels as shown, orientation applied.
    open var pixelHeight: Int { record.pixelHeight }
    /// The date when the asset was taken; nil when it is unknown.
    open var creationDate: Date? { record.creationDate }
    /// The date of the last change to the asset's properties or content.
    open var modificationDate: Date? { record.modificationDate }
    /// The date when the asset was added to the library.
    open var addedDate: Date? { record.addedDate }
    /// The location where the asset was taken.
    open var location: CLLocation? { record.location }
    /// The duration in seconds; 0 for photos.
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
    /// The identifier of the burst that the asset belongs to.
    open var burstIdentifier: String? { record.burstIdentifier }
    /// Whether the system or the user picked the asset from its burst.
    open var burstSelectionTypes: PHAssetBurstSelectionType {
        .init(rawValue: UInt(bitPattern: record.burstSelection.rawValue))
    }
    /// Whether the asset represents its burst in fetches that leave out the other frames.
    open var representsBurst: Bool { record.representsBurst }
    /// The kind of source that the asset came from.
    open var sourceType: PHAssetSourceType {
        .init(rawValue: UInt(bitPattern: record.sourceType.rawValue))
    }
    /// Whether the asset has an edit.
    open var hasAdjustments: Bool { record.adjustmentsState != .unedited }
    /// The format of the data of the current edit; nil without an edit.
    open var adjustmentFormatIdentifier: String? { hasAdjustments ? record.adjustmentFormat : nil }
    /// The origin of the asset's adjustments.
    open var adjustmentsState: PHAsset.AdjustmentsState {
        .init(rawValue: record.adjustmentsState.rawValue) ?? .none
    }
    /// The date when the asset was last edited or reverted.
    ///
    /// The date stays after a revert.
    open var adjustmentTimestamp: Date? { record.adjustmentDate }
    /// Which original of a RAW and JPEG pair the asset shows.
    open var originalResourceChoice: PHAsset.OriginalResourceChoice {
        .init(rawValue: record.originalChoice.rawValue) ?? .compressed
    }
    /// Caption, keywords and file name.
    open var extendedMetadata: PHAssetExtendedMetadata { PHAssetExtendedMetadata(record) }

    /// Returns whether the library would accept a kind of change to the asset.
    open func canPerform(_ editOperation: PHAssetEditOperation) -> Bool {
        guard source != nil, record.trashedDate == nil else { return false }
        // Assets that were synchronised from another device can be neither edited nor deleted.
        return !sourceType.contains(.typeiTunesSynced)
    }

    // MARK: Editing

    /// Requests the asset's content, to edit it.
    ///
    /// The handler is called once: on the main queue, or on a queue of the library if the program does not run its
    /// main queue. The handler gets an input, or nil with the reason under the keys `PHContentEditingInput…Key`. If
    /// no picture for the screen could be made, the input comes with the error under
    /// `PHContentEditingInputErrorKey`.
    ///
    /// - Returns: A number to cancel the request with.
    @discardableResult
    open func requestContentEditingInput(
        with options: PHContentEditingInputRequestOptions?,
        completionHandler: @escaping (PHContentEditingInput?, [AnyHashable: Any]) -> Void
    ) -> PHContentEditingInputRequestID {
        ContentEditingRequests.shared.beginRequest(
            for: self,
            options: options,
            handler: completionHandler
        )
    }

    /// Cancels a request for an editing input; the request's handler is called with
    /// `PHContentEditingInputCancelledKey`.
    open func cancelContentEditingInputRequest(_ requestID: PHContentEditingInputRequestID) {
        ContentEditingRequests.shared.cancel(requestID)
    }

    // MARK: Fetching

    /// Returns the assets of an album in the album's order, or the assets that a smart album computes.
    @discardableResult
    open class func fetchAssets(
        in assetCollection: PHAssetCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        AlbumContents(assetCollection, options).assets()
    }

    /// Returns the assets with some identifiers, hidden assets included; unknown identifiers are left out.
    ///
    /// The order is the default order of fetches, not the order of the identifiers.
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
            where: .uuids(.asset(.uuid), in: uuids),
            includesHidden: true,
            includesBursts: true
        )
    }

    /// Returns the key asset of a collection: the first asset of an album, or the newest of a smart album.
    ///
    /// The result is nil for a transient collection.
    @discardableResult
    open class func fetchKeyAssets(
        in assetCollection: PHAssetCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset>? {
        guard !assetCollection.isTransient else { return nil }
        return AlbumContents(assetCollection, options).keyAssets()
    }

    /// Returns the representative of a burst and the frames that the user picked, or all frames with
    /// `includeAllBurstAssets`.
    @discardableResult
    open class func fetchAssets(
        withBurstIdentifier burstIdentifier: String,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        FetchPlanning(options).assets(
            where: .field(.asset(.burstIdentifier), .equal, .text(burstIdentifier))
        )
    }

    /// Returns all assets of the user's library that match the options.
    @discardableResult
    open class func fetchAssets(with options: PHFetchOptions?) -> PHFetchResult<PHAsset> {
        FetchPlanning(options).libraryAssets()
    }

    /// Returns all assets of one media type in the user's library.
    @discardableResult
    open class func fetchAssets(
        with mediaType: PHAssetMediaType,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        FetchPlanning(options).libraryAssets(
            where: .field(.asset(.mediaType), .equal, .integer(Int64(mediaType.rawValue)))
        )
    }

    /// Returns an empty result: Apple removed the assets library that had such URLs, and Linux never had it.
    @available(*, deprecated, message: "Fetch by local identifier.")
    @discardableResult
    open class func fetchAssets(
        withALAssetURLs assetURLs: [URL],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHAsset> {
        FetchPlanning.nothing()
    }

    open override func value(forKey key: String) -> Any? {
        let value: Any? =
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
            case "caption": record.caption
            // A predicate takes an empty list for nil.
            case "keywords": record.keywords.isEmpty ? nil : record.keywords
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
        return KeyedValue.object(value)
    }
}

/// Further metadata of an asset: caption, file name and keywords.
open class PHAssetExtendedMetadata: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; everything it stores is constant.

    /// The caption that the user entered.
    open var caption: String? { record.caption }
    /// The file name that the original had before it was added to the library.
    open var originalFilename: String? { record.originalName }
    /// The keywords, in the order in which they were added.
    open var keywords: [String] { record.keywords }

    private let record: AssetRecord

    /// Makes empty metadata, for test doubles.
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
    package var location: CLLocation? {
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
