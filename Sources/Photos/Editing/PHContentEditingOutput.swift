public import Foundation
import PhotosStore
public import UniformTypeIdentifiers

/// The result of an edit: a rendering, and the adjustment data that describes it.
///
/// Write the rendering to ``renderedContentURL``, set ``adjustmentData``, and pass the output to a change request.
/// For a Live Photo, also write its movie to `renderedContentURL(for: .quickTimeMovie)`. Without a movie, the asset
/// is shown as a still picture until it is reverted.
open class PHContentEditingOutput: NSObject {
    /// The asset's identifier; `input` is the version that was edited, `rendering` gives the kind of rendering.
    private let identifier: String?
    let input: EditInput
    /// The content version that was edited; a new asset has version 1.
    let contentVersion: Int
    private let rendering: () -> RenderingKind
    /// The folder for renderings, or the error that prevented making it.
    private let folder: Result<EditingFolder, any Error>

    /// The adjustment data of the edit; a change request requires it.
    open var adjustmentData: PHAdjustmentData?

    /// Makes an output of no asset, for test doubles; an edit cannot use it.
    public override init() {
        identifier = nil
        input = .original
        contentVersion = 1
        rendering = { .photo }
        folder = Result { try EditingFolder() }
        super.init()
    }

    /// Makes an output for an edit of an asset.
    public init(contentEditingInput: PHContentEditingInput) {
        let content = contentEditingInput.content
        identifier = content?.identifier
        input = content.map { .resource($0.files.main.rowID) } ?? .original
        contentVersion = content?.asset.contentVersion ?? 1
        let kind: RenderingKind =
            contentEditingInput.mediaType == .video
            ? .video : contentEditingInput.mediaSubtypes.contains(.photoLive) ? .livePhoto : .photo
        rendering = { kind }
        folder = Result { try EditingFolder() }
        super.init()
    }

    /// Makes an output for an asset that the current change block creates.
    ///
    /// The call traps outside a change block.
    public init(placeholderForCreatedAsset: PHObjectPlaceholder) {
        let builder = ChangeBlockBuilder.required(
            "PHContentEditingOutput.init(placeholderForCreatedAsset:)"
        )
        let name = placeholderForCreatedAsset.localIdentifier
        identifier = name
        input = .original
        contentVersion = 1
        rendering = { [weak builder] in RenderingKind(ofOriginals: builder?.originals(of: name)) }
        folder = Result { try EditingFolder() }
        super.init()
    }

    /// The URL to write the rendering to: JPEG for a photo, QuickTime for a video, with the orientation applied to
    /// the pixels.
    ///
    /// If the system has no temporary folder, nothing can be written there; a change request then fails with that
    /// error.
    open var renderedContentURL: URL { renderingURL(for: rendering().types[0]) }

    /// The type to write at ``renderedContentURL``.
    open var defaultRenderedContentType: UTType? { rendering().types[0] }

    /// The types that ``renderedContentURL(for:)`` takes.
    open var supportedRenderedContentTypes: [UTType] { rendering().types }

    /// Returns the URL to write a rendering of a type to.
    ///
    /// - Throws: `PHPhotosError.requestNotSupportedForAsset` for a type that the asset does not take, or the error of
    ///   the temporary folder.
    open func renderedContentURL(for type: UTType) throws -> URL {
        let types = rendering().types
        guard types.contains(type) else {
            let names = types.map(\.identifier).joined(separator: ", ")
            throw PHPhotosError(
                .requestNotSupportedForAsset,
                "This asset takes no rendering of the type \(type.identifier). It takes \(names)."
            )
        }
        do {
            _ = try folder.get()
        } catch {
            throw PHPhotosError(error)
        }
        return renderingURL(for: type)
    }

    private func renderingURL(for type: UTType) -> URL {
        let parent =
            (try? folder.get().url) ?? URL(fileURLWithPath: "/dev/null", isDirectory: true)
        let suffix = type.preferredFilenameExtension ?? "data"
        return parent.appendingPathComponent("FullSizeRender.\(suffix)")
    }

    /// Returns the rendering as resources of an asset.
    func renderings(of asset: String) throws -> [ResourceSource] {
        guard identifier == asset else {
            throw StoreError(
                .changeNotSupported,
                "A content editing output was handed to a request for another asset than it was made for. Make it of that asset's editing input."
            )
        }
        _ = try folder.get()
        let kind = rendering()
        let written = kind.types.filter {
            FileManager.default.fileExists(atPath: renderingURL(for: $0).path)
        }
        let main = written.filter { $0 != kind.pairedType }
        guard let first = main.first else {
            throw StoreError(
                .missingResource,
                "An edit has no rendering: write it to the output's renderedContentURL before the block ends."
            )
        }
        guard main.count == 1 else {
            throw StoreError(
                .invalidResource,
                "An edit has several renderings (\(main.map(\.identifier).joined(separator: ", "))). Write one of them."
            )
        }
        var sources = [renderingSource(for: first, role: kind.role)]
        if let paired = kind.pairedType, written.contains(paired) {
            sources.append(renderingSource(for: paired, role: ResourceRole.fullSizePairedVideo))
        }
        return sources
    }

    private func renderingSource(for type: UTType, role: ResourceRole) -> ResourceSource {
        ResourceSource(type: role, content: .file(renderingURL(for: type), move: false))
    }
}

/// The kind of rendering that an edit needs.
enum RenderingKind {
    case photo
    case livePhoto
    case video

    init(ofOriginals types: [ResourceRole]?) {
        let types = types ?? []
        self =
            types.contains(ResourceRole.video)
            ? .video : types.contains(ResourceRole.pairedVideo) ? .livePhoto : .photo
    }

    /// The accepted types, the preferred type first.
    var types: [UTType] {
        switch self {
        case .photo: [.jpeg, .heic]
        case .livePhoto: [.jpeg, .heic, .quickTimeMovie]
        case .video: [.quickTimeMovie, .mpeg4Movie]
        }
    }

    /// The type of the file that accompanies the rendering; nil except for Live Photos.
    var pairedType: UTType? { self == .livePhoto ? .quickTimeMovie : nil }

    var role: ResourceRole { self == .video ? .fullSizeVideo : .fullSizePhoto }
}
