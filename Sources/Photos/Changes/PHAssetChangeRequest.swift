public import CPhotosTypes
public import CoreLocation
public import Foundation
package import PhotosStore

/// Changes, creates or deletes assets inside a change block.
///
/// A request behaves like a mutable copy of the asset: only properties that are set change.
open class PHAssetChangeRequest: PHChangeRequest {
    package enum Target {
        case none
        case existing(PHAsset)
        case new(PHObjectPlaceholder)
    }

    package private(set) var target = Target.none
    package var resources: [ResourceSource] = []
    private var update = AssetUpdate()
    private var original: AssetRecord {
        if case .existing(let asset) = target { asset.record } else { .blank(0) }
    }
    private var output: PHContentEditingOutput?
    private var image: UIImage?

    /// Makes a request that changes an asset of the library.
    public convenience init(for asset: PHAsset) {
        self.init()
        target = .existing(asset)
        if asset.record.rowID != 0 { update.row = asset.record.rowID }
        builder.edit { [self] in
            guard let uuid = asset.uuid else { throw Self.unknown }
            guard asset.canPerform(.properties) || asset.source == nil else {
                throw StoreError(
                    .changeNotSupported,
                    "An asset that was synchronised in, or deleted, cannot be changed."
                )
            }
            return .updateAsset(uuid, try finishedUpdate())
        }
    }

    /// Turns this request into one for a new asset.
    package func beginCreation() {
        let uuid = builder.makeUUID()
        let placeholder = PHObjectPlaceholder(
            identifier: LocalIdentifier(uuid: uuid, kind: .asset),
            source: nil
        )
        target = .new(placeholder)
        builder.storeRequest(self, creating: placeholder.localIdentifier)
        builder.create { [self] in
            if let image {
                let original = ResourceSource.Content.data(try image.original())
                resources.insert(ResourceSource(type: ResourceRole.photo, content: original), at: 0)
            }
            return .createAsset(
                AssetCreation(uuid: uuid, resources: resources, update: try finishedUpdate())
            )
        }
    }

    /// Creates an asset from an image.
    ///
    /// If the image was made from encoded bytes, those bytes become the original. Otherwise the pixels are encoded
    /// as a JPEG of high quality. The block fails if that is impossible, for example without the worker program.
    @discardableResult
    open class func creationRequestForAsset(from image: UIImage) -> Self {
        let request = self.init()
        request.beginCreation()
        request.image = image
        return request
    }

    /// Creates an asset from an image file.
    ///
    /// The file is read when the block is executed. The block fails with `missingResource` if there is no file, and with
    /// `invalidResource` if it is not an image.
    ///
    /// - Returns: The request, never nil.
    @discardableResult
    open class func creationRequestForAssetFromImage(atFileURL fileURL: URL) -> Self? {
        creationRequest(from: fileURL, type: ResourceRole.photo)
    }

    /// Creates an asset from a video file.
    ///
    /// The file is read when the block is executed. The block fails with `missingResource` if there is no file, and with
    /// `invalidResource` if it is not a video.
    ///
    /// - Returns: The request, never nil.
    @discardableResult
    open class func creationRequestForAssetFromVideo(atFileURL fileURL: URL) -> Self? {
        creationRequest(from: fileURL, type: ResourceRole.video)
    }

    private class func creationRequest(from fileURL: URL, type: ResourceRole) -> Self {
        let request = self.init()
        request.beginCreation()
        request.resources = [ResourceSource(type: type, content: .file(fileURL, move: false))]
        return request
    }

    /// The placeholder of the new asset; nil on a request that changes an existing asset.
    open var placeholderForCreatedAsset: PHObjectPlaceholder? {
        if case .new(let placeholder) = target { placeholder } else { nil }
    }

    /// Deletes assets: they go to Recently Deleted, if the library keeps deleted assets.
    ///
    /// Assets that are already deleted are ignored.
    open class func deleteAssets(_ assets: any NSFastEnumeration) {
        let builder = ChangeBlockBuilder.required("PHAssetChangeRequest.deleteAssets")
        var uuids: [UUID] = []
        RequestArguments.forEachObject(in: assets, for: "deleteAssets") { object in
            uuids.append(RequestArguments.uuid(object))
            if let asset = object as? PHAsset, asset.sourceType.contains(.typeiTunesSynced) {
                builder.refuse(
                    StoreError(
                        .changeNotSupported,
                        "An asset that was synchronised in cannot be deleted here."
                    )
                )
            }
        }
        builder.edit { [uuids] in .deleteAssets(uuids) }
    }

    // MARK: Properties

    /// The date when the asset was taken.
    open var creationDate: Date? {
        get { pendingValue(of: .creationDate) { $0.creationDate } }
        set {
            setField(.creationDate, to: FieldValue(newValue?.timeIntervalSinceReferenceDate))
            // Setting the date that the asset already has keeps the source of that date.
            let isSame = newValue == original.creationDate
            let source = newValue == nil ? nil : AssetRecord.personsDate
            setField(.dateSource, to: FieldValue(isSame ? original.dateSource : source))
        }
    }

    /// The location where the asset was taken.
    open var location: CLLocation? {
        get {
            var record = original
            for (field, value) in update.values { record[field] = value }
            return record.location
        }
        set {
            let isValid = newValue.map { CLLocationCoordinate2DIsValid($0.coordinate) } ?? true
            precondition(
                isValid,
                "A location outside -90...90 and -180...180 degrees was set on a PHAssetChangeRequest."
            )
            setField(.latitude, to: FieldValue(newValue?.coordinate.latitude))
            setField(.longitude, to: FieldValue(newValue?.coordinate.longitude))
            setField(.altitude, to: FieldValue(newValue?.altitude))
            setField(.horizontalAccuracy, to: FieldValue(newValue?.horizontalAccuracy))
            setField(.verticalAccuracy, to: FieldValue(newValue?.verticalAccuracy))
            setField(.course, to: FieldValue(newValue?.course))
            setField(.speed, to: FieldValue(newValue?.speed))
            setField(
                .locationDate,
                to: FieldValue(newValue?.timestamp.timeIntervalSinceReferenceDate)
            )
        }
    }

    /// Whether the user marked the asset.
    open var isFavorite: Bool {
        get { pendingValue(of: .isFavorite) { $0.isFavorite } }
        set { setField(.isFavorite, to: .flag(newValue)) }
    }

    /// Whether default fetches leave the asset out.
    open var isHidden: Bool {
        get { pendingValue(of: .isHidden) { $0.isHidden } }
        set { setField(.isHidden, to: .flag(newValue)) }
    }

    /// The number of stars.
    open var rating: PHAsset.Rating {
        get { PHAsset.Rating(rawValue: pendingValue(of: .rating) { $0.rating }) ?? .unset }
        set {
            setField(.rating, to: FieldValue(newValue.rawValue))
            // Whoever gives stars, or takes them, has judged the photo anew.
            setField(.isRejected, to: .flag(false))
        }
    }

    /// The caption; nil or an empty string clears it.
    open var caption: String? {
        get { pendingValue(of: .caption) { $0.caption } }
        set { setField(.caption, to: FieldValue(newValue.flatMap { $0.isEmpty ? nil : $0 })) }
    }

    /// Adds a keyword; nothing changes if the asset already has it.
    open func addKeyword(_ keyword: String) {
        requireRunning()
        update.keywords.append(.add(keyword))
    }

    /// Removes a keyword; nothing changes if the asset does not have it.
    open func removeKeyword(_ keyword: String) {
        requireRunning()
        update.keywords.append(.remove(keyword))
    }

    /// Switches the movie of a Live Photo on or off; the block fails for other assets.
    open func setLivePhotoVideoPlaybackEnabled(_ enabled: Bool) {
        requireRunning()
        guard case .existing(let asset) = target, asset.mediaSubtypes.contains(.photoLive) else {
            builder.refuse(
                StoreError(
                    .changeNotSupported,
                    "Only a Live Photo has a movie whose playback can be switched."
                )
            )
            return
        }
        setField(
            .playbackStyle,
            to: FieldValue(
                enabled
                    ? PHAsset.PlaybackStyle.livePhoto.rawValue
                    : PHAsset.PlaybackStyle.image.rawValue
            )
        )
    }

    // MARK: Content

    /// The rendering and the adjustment data of an edit, which become the asset's current content.
    open var contentEditingOutput: PHContentEditingOutput? {
        get { output }
        set {
            requireRunning()
            output = newValue
        }
    }

    /// Drops the edits of the asset and shows its original again.
    open func revertAssetContentToOriginal() {
        requireRunning()
        update.content = .revert(originalChoice: nil)
    }

    /// Drops the edits of a RAW and JPEG pair and shows one of its two originals; the block fails for other assets.
    open func revertAssetContent(to choice: PHAsset.OriginalResourceChoice) {
        requireRunning()
        update.content = .revert(originalChoice: OriginalChoice(rawValue: choice.rawValue))
    }

    // MARK: Implementation

    package func setField(_ field: AssetField, to value: FieldValue) {
        requireRunning()
        update.values[field] = value
    }

    package func leaveOutMissing(evenInRemotes: Bool) {
        requireRunning()
        update.content = .leaveOutMissing(evenInRemotes: evenInRemotes)
    }

    package func revert(_ fields: Set<FileMetadata.Field>) {
        requireRunning()
        update.reverted.formUnion(fields)
    }

    private func pendingValue<Value>(of field: AssetField, _ read: (AssetRecord) -> Value) -> Value
    {
        var record = original
        if let value = update.values[field] { record[field] = value }
        return read(record)
    }

    private func finishedUpdate() throws -> AssetUpdate {
        guard let output else { return update }
        var finished = update
        guard let adjustment = output.adjustmentData else {
            throw StoreError(
                .changeNotSupported,
                "An edit needs adjustment data: set it on the PHContentEditingOutput before the block ends."
            )
        }
        let asset =
            switch target {
            case .existing(let asset): asset.localIdentifier
            case .new(let placeholder): placeholder.localIdentifier
            case .none: ""
            }
        finished.content = .adjust(
            rendered: try output.renderings(of: asset),
            adjustment: adjustment.engineValue,
            input: output.input,
            contentVersion: output.contentVersion
        )
        return finished
    }

    private static var unknown: StoreError {
        StoreError(
            .objectMissing,
            "A request was made for an asset that is in no library. Fetch the asset, then make the request."
        )
    }
}
