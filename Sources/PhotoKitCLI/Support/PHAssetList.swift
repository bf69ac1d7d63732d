import OpenPhotoKit

/// A sequence of assets, which does not hold all assets of a fetch in memory.
struct PHAssetList: Sequence {
    private let count: Int
    private let asset: (Int) -> PHAsset

    init(_ result: PHFetchResult<PHAsset>) {
        count = result.count
        asset = { result[$0] }
    }

    init(_ assets: [PHAsset]) {
        count = assets.count
        asset = { assets[$0] }
    }

    func makeIterator() -> AnyIterator<PHAsset> {
        var index = 0
        return AnyIterator {
            guard index < count else { return nil }
            defer { index += 1 }
            return asset(index)
        }
    }
}
