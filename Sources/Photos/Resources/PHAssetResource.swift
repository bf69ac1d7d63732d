public import CPhotosTypes
public import Foundation
package import PhotosStore
public import UniformTypeIdentifiers

/// One file of an asset: an original, a rendering, or what belongs to them.
open class PHAssetResource: NSObject, @unchecked Sendable {
    // Unchecked because the class is open for test doubles; everything it stores is constant.

    package let record: ResourceRecord?
    package let library: PHPhotoLibrary?
    private let identifier: String
    private let isCurrent: Bool
    /// Where the file of a resource stands that is in no library.
    private let place: URL?
    /// What stands around a recipe that the library keeps without its property list; nil for everything else.
    private let recipe: AdjustmentFile?

    /// Makes a resource that is in no library, for test doubles.
    public override init() {
        record = nil
        library = nil
        identifier = ""
        isCurrent = true
        place = nil
        recipe = nil
        super.init()
    }

    /// Makes a resource of a file that is in no library.
    init(_ record: ResourceRecord, at place: URL) {
        self.record = record
        library = nil
        identifier = ""
        isCurrent = true
        self.place = place
        recipe = nil
        super.init()
    }

    init(
        _ record: ResourceRecord,
        of identifier: String,
        in library: PHPhotoLibrary,
        isCurrent: Bool,
        recipe: AdjustmentFile? = nil
    ) {
        self.record = record
        self.library = library
        self.identifier = identifier
        self.isCurrent = isCurrent
        self.recipe = recipe
        place = nil
        super.init()
    }

    /// What the resource is to its asset.
    open var type: PHAssetResourceType {
        PHAssetResourceType(rawValue: record?.type ?? 1) ?? .photo
    }
    /// The identifier of the asset.
    open var assetLocalIdentifier: String { identifier }
    /// The name the file had where it came from; empty where it is not known.
    open var originalFilename: String { filename ?? "" }
    /// The name the file had where it came from.
    open var filename: String? {
        // The name that older versions gave to the recipes of edits.
        recipe != nil && record?.filename == "Adjustments.data"
            ? AdjustmentFile.filename : record?.filename
    }
    /// The type of the file.
    open var contentType: UTType { UTType(importedAs: uniformTypeIdentifier) }
    /// The identifier of the file's type.
    open var uniformTypeIdentifier: String {
        type == .adjustmentData && record != nil
            ? AdjustmentFile.contentType : record?.contentType ?? "public.data"
    }
    /// Width in pixels as shown; 0 for what is no picture.
    open var pixelWidth: Int { record?.pixelWidth ?? 0 }
    /// Height in pixels as shown; 0 for what is no picture.
    open var pixelHeight: Int { record?.pixelHeight ?? 0 }
    /// The number of the bytes that a request for the resource's data gives.
    open var dataSize: Int? {
        record.map { record in
            recipe?.byteCount(forData: Int(record.byteCount)) ?? Int(record.byteCount)
        }
    }

    /// The value of a property by its name, nil for names that are none.
    open func value(forKey key: String) -> Any? {
        switch key {
        case "fileSize": dataSize.map { Int64($0) }
        case "dataSize": dataSize
        case "filename", "originalFilename": filename
        case "uniformTypeIdentifier": uniformTypeIdentifier
        case "assetLocalIdentifier": assetLocalIdentifier
        case "type": type
        case "pixelWidth": pixelWidth
        case "pixelHeight": pixelHeight
        case "locallyAvailable": record != nil
        case "isCurrent": record.map { _ in isCurrent }
        case "fileURL": fileURL
        default: nil
        }
    }

    /// Where the file stands: inside the library, or in its source.
    ///
    /// It must never be changed.
    package var fileURL: URL? {
        if let place { return place }
        guard let record else { return nil }
        return try? library?.store().url(of: record)
    }

    /// The bytes of the resource where they are others than those of its file; nil where they are the same.
    ///
    /// - Parameter file: Reads the whole file.
    /// - Returns: The property list of a recipe that the library keeps without one.
    func bytes(around file: () throws -> Data) rethrows -> Data? {
        guard var recipe else { return nil }
        recipe.data = try file()
        return recipe.bytes
    }

    /// Why the file could not be opened.
    func absence(_ cause: any Error) -> any Error {
        if let place {
            return StoreError(
                .missingResource,
                "\(place.lastPathComponent) is not where it was when the Live Photo was made of it, or cannot be read.",
                cause: cause
            )
        }
        guard let record, let store = try? library?.store() else { return cause }
        return store.absence(of: record, cause: cause)
    }

    // MARK: Finding

    /// The resources of an asset, originals first.
    ///
    /// Walking a library and asking for each asset's resources costs one statement for some hundred assets, not one
    /// each.
    open class func assetResources(for asset: PHAsset) -> [PHAssetResource] {
        guard let source = asset.source else { return [] }
        return ResourceLookup.resources(of: asset, source)
    }

    /// The resources that a Live Photo was loaded from.
    ///
    /// The photo, then the movie. Those of a Live Photo that was made of files name no asset.
    open class func assetResources(for livePhoto: PHLivePhoto) -> [PHAssetResource] {
        livePhoto.parts?.resources ?? []
    }

    /// The resource that an upload job sends.
    ///
    /// There are no upload jobs on Linux.
    open class func assetResource(forUploadJob job: PHAssetResourceUploadJob) -> PHAssetResource? {
        nil
    }
}

/// A job of Apple's background uploads, which do not exist on Linux: none can be made.
open class PHAssetResourceUploadJob: PHObject, @unchecked Sendable {
    // Unchecked because the class is open; it stores nothing of its own.
    override init() { super.init() }
}
