public import CPhotosTypes
public import Foundation
import Synchronization

/// Prepares the images of many assets before they are asked for.
///
/// Prepared images are kept, decoded, until preparing is stopped or there is no room: those that were not used for the
/// longest time go first. A request gets a prepared image if it asks for the same; what it asks for of an asset twice is
/// prepared as asked for first, until that is stopped.
open class PHCachingImageManager: PHImageManager, @unchecked Sendable {
    // Unchecked because the class is open; the mutex guards what is being prepared.

    private let preparations = Mutex(Preparations())

    /// Of no effect, as on Apple's systems since 26.
    @available(*, deprecated, message: "Of no effect.")
    open var allowsCachingHighQualityImages: Bool {
        get { allowsHighQuality.withLock { $0 } }
        set { allowsHighQuality.withLock { $0 = newValue } }
    }

    private let allowsHighQuality = Mutex(true)

    /// Makes a manager that has prepared nothing.
    public override init() { super.init(keeping: 256 << 20) }

    /// Begins to prepare the images of some assets, as a request would ask for them.
    open func startCachingImages(
        for assets: [PHAsset],
        targetSize: CGSize,
        contentMode: PHImageContentMode,
        options: PHImageRequestOptions?
    ) {
        let settings = ImageRequestSettings(targetSize, contentMode, options)
        let new = preparations.withLock { preparations in
            assets.filter { preparations.begin($0.localIdentifier, settings) }
        }
        for asset in new {
            PictureWork.shared.add(.ahead) { [weak self] in self?.prepare(asset, settings) }
        }
    }

    /// Ends the preparing of some assets that was begun with the same arguments, and drops what was prepared.
    open func stopCachingImages(
        for assets: [PHAsset],
        targetSize: CGSize,
        contentMode: PHImageContentMode,
        options: PHImageRequestOptions?
    ) {
        let settings = ImageRequestSettings(targetSize, contentMode, options)
        let dropped = preparations.withLock { preparations in
            assets.flatMap { preparations.end($0.localIdentifier, settings) }
        }
        pictures.forget(dropped)
    }

    /// Ends all preparing, and drops what was prepared.
    open func stopCachingImagesForAllAssets() {
        pictures.forget(preparations.withLock { $0.endAll() })
    }

    private func prepare(_ asset: PHAsset, _ settings: ImageRequestSettings) {
        let name = asset.localIdentifier
        guard preparations.withLock({ $0.isWanted(name, settings) }),
            let source = try? ImageSubject(asset: asset, subtypes: []).source(settings)
        else { return }
        let key = source.key(source.recipe)
        // What cannot be prepared says so when it is asked for.
        guard (try? source.image(source.recipe, pictures)) != nil else { return }
        let isKept = preparations.withLock { $0.note(key, for: name, settings) }
        if !isKept { pictures.forget([key]) }
    }
}
