public import CPhotosTypes
public import Foundation
package import PhotosStore
public import UniformTypeIdentifiers

/// A file of an asset: an original, a rendering, or a file that belongs to them.
open class PHAssetResource: NSObject, @unchecked Sendable {
    // Unchecked because the class is open for test doubles; everything it stores is constant.

    package let record: ResourceRecord?
    package let library: PHPhotoLibrary?
    private let identifier: String
    private let isCurrent: Bool
    /// The URL of a file that is in no library.
    private let url: URL?
    /// The property list for adjustment data that the library stores without one; nil for all other resources.
    private let recipe: AdjustmentFile?

    /// Makes a resource that is in no library, for test doubles.
    public override init() {
        record = nil
        library = nil
        identifier = ""
        isCurrent = true
        url = nil
        recipe = nil
        super.init()
    }

    /// Makes a resource from a file that is in no library.
    init(_ record: ResourceRecord, at url: URL) {
        self.record = record
        library = nil
        identifier = ""
        isCurrent = true
        self.url = url
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
        url = nil
        super.init()
    }

    /// The role of the resource for its asset.
    open var type: PHAssetResourceType {
        PHAssetResourceType(rawValue: (record?.type ?? .photo).rawValue) ?? .photo
    }
    /// The identifier of the asset.
    open var assetLocalIdentifier: String { identifier }
    /// The original name of the file; empty if unknown.
    open var originalFilename: String { filename ?? "" }
    /// The original name of the file; nil if unknown.
    open var filename: String? {
        // Older versions of the library gave this name to adjustment data.
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
    /// The displayed width in pixels; 0 if the resource is not a picture.
    open var pixelWidth: Int { record?.pixelWidth ?? 0 }
    /// The displayed height in pixels; 0 if the resource is not a picture.
    open var pixelHeight: Int { record?.pixelHeight ?? 0 }
    /// The number of bytes that a request for the resource's data returns.
    open var dataSize: Int? {
        record.map { record in
            recipe?.byteCount(forData: Int(record.byteCount)) ?? Int(record.byteCount)
        }
    }

    /// Returns the value of a property by its name; nil for an unknown name.
    open func value(forKey key: String) -> Any? {
        let value: Any? =
            switch key {
            case "fileSize": dataSize.map { Int64($0) }
            case "dataSize": dataSize
            case "filename", "originalFilename": filename
            case "uniformTypeIdentifier": uniformTypeIdentifier
            case "assetLocalIdentifier": assetLocalIdentifier
            case "type": type
            case "pixelWidth": pixelWidth
            case "pixelHeight": pixelHeight
            case "locallyAvailable": isLocal
            case "isCurrent": record.map { _ in isCurrent }
            case "fileURL": storedFileURL
            default: nil
            }
        return KeyedValue.object(value)
    }

    /// The URL of the file, inside the library or in a source's folder; nil where that folder does not answer within ten seconds.
    ///
    /// The file must never be changed.
    package var storedFileURL: URL? { try? urlToOpen() }

    /// Returns the URL of the file, or nil where the resource is in no library.
    ///
    /// - Throws: ``StoreError``, also where the file's folder hangs.
    func urlToOpen() throws -> URL? {
        if let url { return url }
        guard let record else { return nil }
        return try library?.store().originals.urlToOpen(of: record)
    }

    /// Whether the bytes are on this computer, rather than in a remote alone.
    private var isLocal: Bool {
        guard let record else { return false }
        guard let store = try? library?.store() else { return true }
        return (try? store.originals.elsewhere([record]).isEmpty) ?? true
    }

    /// Whether the bytes of the resource are those of its file.
    var isItsFile: Bool { recipe == nil }

    /// Returns the bytes of the resource if they differ from those of its file; nil if they are the same.
    ///
    /// - Parameter file: Reads the whole file.
    /// - Returns: A property list with the adjustment data that the library stores without one.
    func bytes(around file: () throws -> Data) rethrows -> Data? {
        guard var recipe else { return nil }
        recipe.data = try file()
        return recipe.bytes
    }

    /// Returns the error for a file that could not be opened.
    func absence(_ cause: any Error) -> any Error {
        if let url {
            return StoreError(
                .missingResource,
                "\(url.lastPathComponent) is not where it was when the Live Photo was made of it, or cannot be read.",
                cause: cause
            )
        }
        guard let record, let store = try? library?.store() else { return cause }
        return store.originals.absence(of: record, cause: cause)
    }

    // MARK: Finding resources

    /// Returns the resources of an asset, originals first.
    ///
    /// Iterating over a library and reading each asset's resources takes one SQL statement for some hundred assets,
    /// not one for each.
    open class func assetResources(for asset: PHAsset) -> [PHAssetResource] {
        guard let source = asset.source else { return [] }
        return ResourceLookup.resources(of: asset, in: source)
    }

    /// Returns the resources that a Live Photo was made from: the photo, then the movie.
    ///
    /// Resources of a Live Photo that was made from files have no asset identifier.
    open class func assetResources(for livePhoto: PHLivePhoto) -> [PHAssetResource] {
        livePhoto.parts?.resources ?? []
    }

    /// Returns the resource of an upload job; nil once the library does not have it any more.
    ///
    /// A resource that was replaced by other bytes counts as gone. `job.resource` is the resource as it was.
    open class func assetResource(forUploadJob job: PHAssetResourceUploadJob) -> PHAssetResource? {
        job.presentResource
    }
}
