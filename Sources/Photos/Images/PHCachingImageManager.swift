public import CPhotosTypes
public import Foundation
import Synchronization

/// An image manager that prepares the images of many assets before they are requested.
///
/// Prepared images are kept decoded until preparing is stopped or memory runs short; the least recently used images
/// go first. A request gets a prepared image if its arguments and options are the same. If an asset is to be
/// prepared twice, the first settings apply until that preparation is stopped.
///
/// Originals that are in a remote are fetched if the options allow the network, two at a time, without calls of the
/// progress handler. A request for such an image goes before. Stopping, and releasing the manager, cancels fetches that
/// nobody else waits for.
open class PHCachingImageManager: PHImageManager, @unchecked Sendable {
    // Unchecked because the class is open; the mutex guards the preparations.

    private let preparations = Mutex(Preparations())

    /// A property without effect, as on Apple's systems since 26.
    @available(*, deprecated, message: "Of no effect.")
    open var allowsCachingHighQualityImages: Bool {
        get { allowsHighQuality.withLock { $0 } }
        set { allowsHighQuality.withLock { $0 = newValue } }
    }

    private let allowsHighQuality = Mutex(true)

    /// Makes a manager without prepared images.
    public override init() { super.init(keeping: 256 << 20) }

    deinit { dropRemains(preparations.withLock { $0.endAll() }) }

    /// Begins to prepare the images of some assets, with the arguments of a later request.
    open func startCachingImages(
        for assets: [PHAsset],
        targetSize: CGSize,
        contentMode: PHImageContentMode,
        options: PHImageRequestOptions?
    ) {
        let settings = ImageRequestSettings(targetSize, contentMode, options)
        let new = preparations.withLock { preparations in
            assets.filter { preparations.beginPreparation(of: $0.localIdentifier, with: settings) }
        }
        for asset in new {
            WorkThreads.pictures.addWork(urgency: .ahead) { [weak self] in
                self?.prepareImage(of: asset, with: settings)
            }
        }
    }

    /// Stops preparing assets that were started with the same arguments, and drops their prepared images.
    open func stopCachingImages(
        for assets: [PHAsset],
        targetSize: CGSize,
        contentMode: PHImageContentMode,
        options: PHImageRequestOptions?
    ) {
        let settings = ImageRequestSettings(targetSize, contentMode, options)
        dropRemains(
            preparations.withLock {
                $0.endPreparations(of: assets.map(\.localIdentifier), with: settings)
            }
        )
    }

    /// Stops all preparing, and drops all prepared images.
    open func stopCachingImagesForAllAssets() {
        dropRemains(preparations.withLock { $0.endAll() })
    }

    private func dropRemains(_ remains: Preparations.Remains) {
        pictures.forgetImages(for: remains.keys)
        for fetch in remains.fetches { fetch.cancel() }
    }

    private func prepareImage(of asset: PHAsset, with settings: ImageRequestSettings) {
        let name = asset.localIdentifier
        guard let fetch = preparations.withLock({ $0.requestFetch(of: name, with: settings) }),
            let source = try? ImageSubject(asset: asset, subtypes: []).imageSource(for: settings)
        else { return }
        let key = source.pictureKey(for: source.recipe)
        do {
            _ = try source.image(by: source.recipe, in: pictures)
        } catch {
            // An image that cannot be prepared is skipped; a later request for it reports the error.
            _ = fetch.begin(after: error) { [weak self] failure in
                guard failure == nil else { return }
                WorkThreads.pictures.addWork(urgency: .ahead) {
                    self?.prepareImage(of: asset, with: settings)
                }
            }
            return
        }
        let isKept = preparations.withLock { $0.storeKey(key, for: name, with: settings) }
        if !isKept { pictures.forgetImages(for: [key]) }
    }
}
