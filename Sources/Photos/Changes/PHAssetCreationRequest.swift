public import CPhotosTypes
public import Foundation
import PhotosStore

/// Makes an asset of one or more resources inside a change block.
open class PHAssetCreationRequest: PHAssetChangeRequest {
    /// Begins an asset without any resource.
    @discardableResult
    open class func forAsset() -> Self {
        let request = self.init()
        request.beginCreation()
        return request
    }

    /// Whether resources of some types, raw values of `PHAssetResourceType`, together make one asset.
    open class func supportsAssetResourceTypes(_ types: [NSNumber]) -> Bool {
        ResourceCombination.isSupported(types.map(\.intValue))
    }

    /// Adds a file.
    ///
    /// It is read, and refused if need be, when the block is carried out.
    open func addResource(
        with type: PHAssetResourceType,
        fileURL: URL,
        options: PHAssetResourceCreationOptions?
    ) {
        add(type, .file(fileURL, move: options?.shouldMoveFile ?? false), options)
    }

    /// Adds bytes.
    ///
    /// They are examined, and refused if need be, when the block is carried out.
    open func addResource(
        with type: PHAssetResourceType,
        data: Data,
        options: PHAssetResourceCreationOptions?
    ) {
        add(type, .data(data), options)
    }

    private func add(
        _ type: PHAssetResourceType,
        _ content: ResourceSource.Content,
        _ options: PHAssetResourceCreationOptions?
    ) {
        requireRunning()
        resources.append(
            ResourceSource(
                type: type.rawValue,
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
            set(.originalChoice, FieldValue(choice.rawValue))
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

/// What is said about a resource when it is added.
open class PHAssetResourceCreationOptions: NSObject, NSCopying {
    /// The name to remember; nil takes the file's.
    open var originalFilename: String?
    /// The type; nil asks the content.
    open var contentType: UTType?
    /// Whether the file is moved into the library, and disappears from its place once the asset is made.
    ///
    /// The block fails with `invalidResource` for a file with more than one name, and for one that a program has open for
    /// writing. A file of which that cannot be told is copied and stays: one of another user, or on a file system without
    /// leases. False by default.
    open var shouldMoveFile: Bool = false

    /// The type's identifier; nil asks the content.
    @available(*, deprecated, message: "Use contentType.")
    open var uniformTypeIdentifier: String? {
        get { typeIdentifier }
        set { contentType = newValue.map { UTType(importedAs: $0) } }
    }

    var typeIdentifier: String? { contentType?.identifier }

    /// Makes options that say nothing.
    public override init() { super.init() }

    /// Options of their own with the same values.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = PHAssetResourceCreationOptions()
        copy.originalFilename = originalFilename
        copy.contentType = contentType
        copy.shouldMoveFile = shouldMoveFile
        return copy
    }
}
