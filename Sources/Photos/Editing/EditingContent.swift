import CPhotosTypes
import Foundation
import PhotosMedia
import PhotosStore

/// The data of an editing input: an asset at the time of the request, and its files.
struct EditingContent {
    /// The library, which must stay open: closing it removes the files.
    var library: PHPhotoLibrary
    var identifier: String
    var asset: AssetRecord
    var files: EditingFiles
    var adjustment: PHAdjustmentData?
    var displayImage: UIImage?
    var imageURL: URL?
    var imageOrientation: Int32 = 1
    var movieURL: URL?
    var liveParts: LivePhotoParts?
    /// The error that prevented the requested picture for the screen.
    var displayProblem: (any Error)?

    /// Gathers the content to edit; takes as long as making a picture for the screen.
    ///
    /// - Parameters:
    ///   - asset: The asset to edit.
    ///   - options: The options of the request.
    ///   - answer: Whether the application can resume the edit.
    ///   - isWanted: Called between steps; the work ends when it returns false.
    /// - Returns: The current content.
    /// - Throws: ``FilesElsewhere`` when a file is in a remote and not on this disk. Throws `StoreError` when the asset
    ///   or its files do not exist. Throws `PHPhotosError` when the asset cannot be edited, and when the work is no
    ///   longer wanted.
    static func loadedContent(
        of asset: PHAsset,
        options: PHContentEditingInputRequestOptions,
        answer: AdjustmentAnswer,
        isWanted: () -> Bool
    ) throws -> EditingContent {
        guard let source = asset.source else {
            throw refusal(
                of: asset,
                because: "is in no library. Ask with an asset that was fetched."
            )
        }
        let store = try source.library.store()
        guard let record = try store.records.assets([source.row]).records[source.row],
            record.trashedDate == nil
        else {
            throw StoreError(
                .objectMissing,
                "The asset is not in the library any more. Fetch again."
            )
        }
        guard asset.canPerform(.content), [.image, .video].contains(record.mediaType) else {
            throw refusal(
                of: asset,
                because: "cannot be edited: it is sound, or was synchronised in."
            )
        }
        let resources = try store.records.resources(ofAssets: [source.row])[source.row] ?? []
        let recipe = try adjustmentData(of: record, resources: resources, in: store)
        let adjustment = recipe.flatMap { answer.canHandle($0) ? $0 : nil }
        let choice =
            options.choice.map { OriginalChoice(rawValue: $0.rawValue) } ?? record.originalChoice
        let found = EditingFiles(
            resources,
            resumes: adjustment != nil,
            prefersRaw: choice == .raw
        )
        guard let files = found else {
            throw StoreError(.missingResource, "The asset has no file. Run `photokit check`.")
        }
        guard isWanted() else { throw PHPhotosError(.userCancelled) }
        var content = EditingContent(
            library: source.library,
            identifier: asset.localIdentifier,
            asset: record,
            files: files,
            adjustment: adjustment
        )
        try store.openingFiles(of: [files.main] + (files.pairedVideo.map { [$0] } ?? [])) {
            try content.nameFiles(from: store)
            guard let movie = files.pairedVideo else { return }
            content.liveParts = try LivePhotoParts(
                files.main,
                movie,
                of: asset,
                isCurrent: adjustment == nil,
                isLasting: true
            )
        }
        guard !options.skipsDisplaySizeImage else { return content }
        guard isWanted() else { throw PHPhotosError(.userCancelled) }
        do {
            content.displayImage = UIImage(
                data: try store.pictures.preview(.screen, of: files.main).jpeg
            )
        } catch {
            content.displayProblem = error
        }
        return content
    }

    private mutating func nameFiles(from store: Library) throws {
        let url = try store.originals.clientFile(of: files.main)
        guard asset.mediaType == .image else {
            movieURL = url
            return
        }
        imageURL = url
        imageOrientation = Int32(Self.orientation(of: url).rawValue)
    }

    /// Returns the adjustment data of the current edit; nil without an edit.
    private static func adjustmentData(
        of record: AssetRecord,
        resources: [ResourceRecord],
        in store: Library
    ) throws -> PHAdjustmentData? {
        guard record.adjustmentsState != .unedited,
            let resource = resources.first(where: { $0.type == ResourceRole.adjustmentData })
        else { return nil }
        let data = try store.openingFiles(of: [resource], isPreliminary: true) {
            do {
                return try Data(contentsOf: store.originals.urlToOpen(of: resource))
            } catch {
                throw store.originals.absence(of: resource, cause: error)
            }
        }
        return PHAdjustmentData(
            formatIdentifier: record.adjustmentFormat ?? "",
            formatVersion: record.adjustmentVersion ?? "",
            data: AdjustmentFile.data(in: data, isPlain: resource.isPlainRecipe)
        )
    }

    private static func orientation(of url: URL) -> ImageOrientation {
        guard let file = try? FileHandle(forReadingFrom: url) else { return .up }
        defer { try? file.close() }
        guard let source = try? DescriptorByteSource(descriptor: file.fileDescriptor),
            let header = try? MediaHeader.read(from: source)
        else { return .up }
        return header.orientation
    }

    private static func refusal(of asset: PHAsset, because reason: String) -> PHPhotosError {
        PHPhotosError(.requestNotSupportedForAsset, "\(asset.localIdentifier) \(reason)")
    }
}
