public import Photos
import PhotosStore

extension PHAsset {
    /// The number of the present version of the picture or movie, which starts at 1 and rises with each change of the
    /// content.
    ///
    /// Edits and reverts change the content; captions, marks and albums do not.
    public var contentVersion: Int { record.contentVersion }

    /// Returns the preview of the present content: the stored one, or a new one, which is stored.
    ///
    /// Reading a stored preview takes less than a millisecond. Making one decodes the file, which can take seconds; the
    /// call blocks meanwhile. Safe on any thread.
    ///
    /// - Parameter size: The size of the preview.
    /// - Returns: The preview.
    /// - Throws: `PHPhotosError`: `requestNotSupportedForAsset` for sound; `missingResource` where the file is missing;
    ///   `invalidResource` where it cannot be decoded. The error has a `mediaWorkerProblem` where nothing can be
    ///   decoded.
    public func preview(_ size: LibraryPreviews.Size) throws -> LibraryPreviews.Picture {
        do {
            let (resources, library) = try files()
            guard let resource = resources.shown(prefersRaw: record.originalChoice == .raw) else {
                throw PHPhotosError(.requestNotSupportedForAsset)
            }
            return LibraryPreviews.Picture(
                try library.pictures.preview(size.engineValue, of: resource)
            )
        } catch {
            throw PHPhotosError(error)
        }
    }
}

extension LibraryPreviews.Picture {
    init(_ preview: Preview) {
        self.init(width: preview.width, height: preview.height, jpeg: preview.jpeg)
    }
}

extension LibraryPreviews.Size {
    var engineValue: PreviewSize {
        switch self {
        case .grid: .grid
        case .screen: .screen
        }
    }
}
