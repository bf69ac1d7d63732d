import OpenPhotoKit
import Workbench

/// From the return of a commit to the details' indexes, in the same process.
func observingBenchmarks() {
    observing("edit of a date", moveOne) { [$0.byDate()] }
    observing("edit of a favorite", toggleOne) { [$0.byDate()] }
    observing("1000 edits of dates", moveThousand) { [$0.byDate()] }
    observing("ten results", moveOne, of: tenResults)
    observing("thousand results", toggleOne, of: smallAlbums)
    observing("predicate", moveOne) { copy in
        [copy.byDate { $0.predicate = NSPredicate(format: "isFavorite == YES") }]
    }
    observing("two sort keys", moveOne, of: twoKeys)
    observing("album", toggleOne) { copy in
        [PHAsset.fetchAssets(in: try copy.album("Album of 10000"), options: nil)]
    }
    observing("fetch limit", moveOne) { copy in [copy.byDate { $0.fetchLimit = 1_000 }] }
    observing("smart album", moveOne, of: favorites)
}

private func observing(
    _ name: String,
    _ commit: @escaping (OpenCopy, PHFetchResult<PHAsset>) throws -> Void,
    of results: @escaping (OpenCopy) throws -> [PHFetchResult<PHAsset>]
) {
    operationOnCopy(name) { copy in
        let watcher = Watcher(copy.library, try results(copy))
        return { watch in
            try commit(copy, watcher.result)
            watch.await { watcher.wait() }
        }
    }
}

private func moveOne(_ copy: OpenCopy, _ result: PHFetchResult<PHAsset>) throws {
    try copy.setDate(of: result[copy.index(below: result.count)])
}

private func toggleOne(_ copy: OpenCopy, _ result: PHFetchResult<PHAsset>) throws {
    try copy.toggleFavorite(result[copy.index(below: result.count)])
}

private func moveThousand(_ copy: OpenCopy, _ result: PHFetchResult<PHAsset>) throws {
    let assets = try copy.some(1_000)
    let dates = assets.map { _ in copy.date() }
    try copy.library.performChangesAndWait {
        for (asset, date) in zip(assets, dates) {
            PHAssetChangeRequest(for: asset).creationDate = date
        }
    }
}

/// Ten plans over nearly all assets.
private func tenResults(_ copy: OpenCopy) -> [PHFetchResult<PHAsset>] {
    [true, false].flatMap { ascending in
        (0..<5).map { kind in
            copy.byDate { options in
                options.sortDescriptors = [
                    NSSortDescriptor(key: "creationDate", ascending: ascending)
                ]
                options.includeHiddenAssets = kind == 1 || kind == 3
                options.includeAllBurstAssets = kind == 2 || kind == 3
                if kind == 4 { options.predicate = NSPredicate(format: "mediaType != 3") }
            }
        }
    }
}

private func twoKeys(_ copy: OpenCopy) -> [PHFetchResult<PHAsset>] {
    [
        copy.byDate {
            $0.sortDescriptors = [
                NSSortDescriptor(key: "mediaType", ascending: true),
                NSSortDescriptor(key: "creationDate", ascending: false),
            ]
        }
    ]
}

private func smallAlbums(_ copy: OpenCopy) -> [PHFetchResult<PHAsset>] {
    let albums = PHAssetCollection.fetchAssetCollections(
        with: .album,
        subtype: .any,
        options: nil
    )
    return (0..<albums.count).lazy.map { albums[$0] }.filter { $0.estimatedAssetCount <= 150 }
        .prefix(1_000).map { PHAsset.fetchAssets(in: $0, options: nil) }
}

private func favorites(_ copy: OpenCopy) throws -> [PHFetchResult<PHAsset>] {
    let albums = PHAssetCollection.fetchAssetCollections(
        with: .smartAlbum,
        subtype: .smartAlbumFavorites,
        options: nil
    )
    guard let album = albums.firstObject else { throw CocoaError(.fileNoSuchFile) }
    return [PHAsset.fetchAssets(in: album, options: nil)]
}
