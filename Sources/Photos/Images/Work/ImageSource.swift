import CPhotosTypes
import Foundation
import PhotosMedia
package import PhotosStore

/// The asset of a request.
struct ImageSubject: Sendable {
    let asset: PHAsset
    /// The subtypes that the asset must have.
    let subtypes: PHAssetMediaSubtype

    /// Returns the image, if nothing needs to be read or decoded for it.
    func imageAtHand(for settings: ImageRequestSettings, in pictures: Pictures) -> UIImage? {
        guard let objectSource = asset.source, let library = try? objectSource.library.store(),
            let resources = asset.batch.knownResources(of: objectSource.row, in: library),
            let source = try? imageSource(for: settings, resources: resources, library: library)
        else { return nil }
        return pictures.keptImage(for: source.pictureKey(for: source.recipe))
    }

    /// Returns the file that shows the asset, and the recipe for the image.
    func imageSource(for settings: ImageRequestSettings) throws -> ImageSource {
        let (resources, library) = try asset.files()
        return try imageSource(for: settings, resources: resources, library: library)
    }

    private func imageSource(
        for settings: ImageRequestSettings,
        resources: [ResourceRecord],
        library: Library
    ) throws -> ImageSource {
        guard asset.mediaSubtypes.isSuperset(of: subtypes) else { throw PHPhotosError.noLivePhoto }
        let resource = ResourceChoice.picture(
            settings.version,
            of: resources,
            prefersRaw: asset.record.originalChoice == .raw
        )
        guard let resource else { throw PHPhotosError.noPicture }
        let movie =
            subtypes.contains(.photoLive)
            ? ResourceChoice.pairedVideo(settings.version, of: resources) : nil
        return ImageSource(
            library: library,
            resource: resource,
            movie: movie,
            recipe: PictureRecipe(
                for: settings,
                width: resource.pixelWidth,
                height: resource.pixelHeight
            )
        )
    }
}

/// A file of a library, and the recipe of the image that a request makes from the file.
struct ImageSource: Sendable {
    let library: Library
    let resource: ResourceRecord
    /// The movie of a Live Photo, if one is requested.
    let movie: ResourceRecord?
    let recipe: PictureRecipe

    func pictureKey(for recipe: PictureRecipe) -> Pictures.Key { Pictures.Key(resource, recipe) }

    /// Returns the image of a recipe; `stored` contains previews that were already read.
    ///
    /// - Throws: ``FilesElsewhere`` if the image is made from a file that is not on this disk.
    func image(
        by recipe: PictureRecipe,
        in pictures: Pictures,
        for cancellation: WorkCancellation? = nil,
        stored: [PreviewSize: Preview] = [:]
    ) throws -> UIImage {
        try library.openingFiles(of: files) {
            try pictures.picture(withKey: pictureKey(for: recipe), for: cancellation) {
                try recipe.image(of: resource, in: library, stored: stored)
            }
        }
    }

    /// Throws ``FilesElsewhere`` unless both files of a requested Live Photo are on this disk.
    func checkLivePhoto() throws {
        guard movie != nil else { return }
        try library.openingFiles(of: files) {
            for file in files { _ = try library.originals.readableFile(of: file) }
        }
    }

    private var files: [ResourceRecord] { [resource] + (movie.map { [$0] } ?? []) }

    /// Returns the stored preview that the image is made from, else the stored previews for degraded images.
    func storedPreviews(for settings: ImageRequestSettings) -> [PreviewSize: Preview] {
        var found: [PreviewSize: Preview] = [:]
        if case .preview(let size) = recipe.origin,
            let preview = library.pictures.storedPreview(size, of: resource)
        {
            return [size: preview]
        }
        guard settings.delivery != .highQualityFormat else { return found }
        for size in PreviewSize.allCases where recipe.origin.isBetter(than: size) {
            found[size] = library.pictures.storedPreview(size, of: resource)
        }
        return found
    }

    /// Returns whether the image is made from a stored preview.
    func isStored(_ stored: [PreviewSize: Preview]) -> Bool {
        if case .preview(let size) = recipe.origin { stored[size] != nil } else { false }
    }
}

extension PHAsset {
    /// Returns the asset's files, and the library that contains them.
    package func files() throws -> (resources: [ResourceRecord], library: Library) {
        guard let source else {
            throw PHPhotosError(
                .missingResource,
                "The asset is in no library. Ask for the images of a fetched asset."
            )
        }
        let library = try source.library.store()
        let resources = try batch.resources(of: source.row, in: library)
        guard !resources.isEmpty else {
            throw PHPhotosError(
                .missingResource,
                "The asset has no files any more: it was deleted for good. Fetch again."
            )
        }
        return (resources, library)
    }
}

extension PHPhotosError {
    init(_ code: Code, _ sentence: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: sentence])
    }

    static var noLivePhoto: PHPhotosError {
        PHPhotosError(
            .requestNotSupportedForAsset,
            "The asset is not a Live Photo. Ask for an image of it, or for a video."
        )
    }

    static var noPicture: PHPhotosError {
        PHPhotosError(
            .requestNotSupportedForAsset,
            "The asset has no picture: it is sound. Ask for its data through PHAssetResourceManager."
        )
    }
}
