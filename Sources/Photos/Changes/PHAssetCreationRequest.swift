public import CPhotosTypes
public import Foundation
import PhotosStore

/// Creates an asset from one or more resources inside a change block.
open class PHAssetCreationRequest: PHAssetChangeRequest {
    /// Makes a request for an asset without any resource.
    @discardableResult
    open class func forAsset() -> Self {
        let request = self.init()
        request.beginCreation()
        return request
    }

    /// Returns whether resources of these types together make one asset; the numbers are raw values of
    /// `PHAssetResourceType`.
    open class func supportsAssetResourceTypes(_ types: [NSNumber]) -> Bool {
        ResourceCombination.isSupported(types.map { ResourceRole(rawValue: $0.intValue) })
    }

    /// Adds a file as a resource.
    ///
    /// The commit of the block reads the file. The block fails if the file does not fit the type.
    open func addResource(
        with type: PHAssetResourceType,
        fileURL: URL,
        options: PHAssetResourceCreationOptions?
    ) {
        appendResource(
            of: type,
            content: .file(fileURL, move: options?.shouldMoveFile ?? false),
            options: options
        )
    }

    /// Adds bytes as a resource.
    ///
    /// The commit of the block examines the bytes. The block fails if they do not fit the type.
    open func addResource(
        with type: PHAssetResourceType,
        data: Data,
        options: PHAssetResourceCreationOptions?
    ) {
        appendResource(of: type, content: .data(data), options: options)
    }

    private func appendResource(
        of type: PHAssetResourceType,
        content: ResourceSource.Content,
        options: PHAssetResourceCreationOptions?
    ) {
        requireRunning()
        resources.append(
            ResourceSource(
                type: ResourceRole(rawValue: type.rawValue),
                content: content,
                filename: options?.originalFilename,
                contentType: options?.typeIdentifier
            )
        )
    }

    /// Which original of a RAW and JPEG pair the asset shows; the block fails for other assets.
    open var originalResourceChoice: PHAsset.OriginalResourceChoice = .compressed {
        didSet {
            let choice = originalResourceChoice
            setField(.originalChoice, to: FieldValue(choice.rawValue))
            builder.edit { [self] in
                let hasPair = resources.contains { $0.type == ResourceRole.alternatePhoto }
                guard choice == .compressed || hasPair else {
                    throw StoreError(
                        .changeNotSupported,
                        "Only an asset with a RAW and a compressed original has a choice of originals."
                    )
                }
                return nil
            }
        }
    }
}

/// Options for a resource that is added to an asset.
open class PHAssetResourceCreationOptions: NSObject, NSCopying {
    /// The original file name to store; nil uses the name of the file.
    open var originalFilename: String?
    /// The type of the resource; nil derives it from the content.
    open var contentType: UTType?
    /// Whether the file is moved into the library.
    ///
    /// Its old path is gone once the asset is made.
    ///
    /// The block fails with `invalidResource` for a file with more than one hard link, and for a file that a
    /// program has open for writing. If the library cannot check for writers, it copies the file and leaves the
    /// original: for a file of another user, or on a file system without leases. False by default.
    open var shouldMoveFile: Bool = false

    /// The identifier of the type; nil derives it from the content.
    @available(*, deprecated, message: "Use contentType.")
    open var uniformTypeIdentifier: String? {
        get { typeIdentifier }
        set { contentType = newValue.map { UTType(importedAs: $0) } }
    }

    var typeIdentifier: String? { contentType?.identifier }

    /// Makes options with default values.
    public override init() { super.init() }

    /// Returns new options with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHAssetResourceCreationOptions()
        copy.originalFilename = originalFilename
        copy.contentType = contentType
        copy.shouldMoveFile = shouldMoveFile
        return copy
    }
}
