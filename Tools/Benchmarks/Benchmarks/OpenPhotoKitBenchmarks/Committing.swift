import Foundation
import OpenPhotoKit
import Workbench

/// Change blocks, from their call to their return.
func committingBenchmarks() {
    operationOnCopy("commit of a favorite") { copy in
        let watcher = Watcher(
            copy.library,
            [
                copy.byDate(),
                copy.byDate { $0.predicate = NSPredicate(format: "isFavorite == YES") },
            ]
        )
        return { watch in
            let result = watcher.result
            let asset = result[copy.index(below: result.count)]
            try watch.time { try copy.toggleFavorite(asset) }
            // The next commit is not to wait for what observers do with this one.
            watcher.wait()
        }
    }
    operationOnCopy("block of 10k properties") { copy in
        { watch in
            let assets = try copy.some(10_000)
            try watch.time {
                try copy.library.performChangesAndWait {
                    for asset in assets {
                        PHAssetChangeRequest(for: asset).isFavorite = !asset.isFavorite
                    }
                }
            }
        }
    }
    operationOnCopy("block of 10k members") { copy in
        { watch in
            let assets = try copy.some(10_000)
            let album = try copy.album("Album 2000")
            try copy.library.performChangesAndWait {
                let request = PHAssetCollectionChangeRequest(for: album)
                request?.removeAssets(PHAsset.fetchAssets(in: album, options: nil))
            }
            try watch.time {
                try copy.library.performChangesAndWait {
                    PHAssetCollectionChangeRequest(for: album)?.addAssets(assets)
                }
            }
        }
    }
    operationOnCopy("block of 10k deletions") { copy in
        { watch in
            let assets = try copy.some(9_000)
            try watch.time {
                try copy.library.performChangesAndWait {
                    PHAssetChangeRequest.deleteAssets(assets)
                }
            }
            let deleted = PHAsset.fetchRecentlyDeletedAssets(with: nil)
            try copy.library.performChangesAndWait {
                PHAssetChangeRequest.restoreAssets(deleted)
            }
        }
    }
    for (name, edit) in albumEdits {
        operationOnCopy(name, at: [.thousands100, .million]) { copy in
            let album = try copy.album("Album of 100000")
            let all = copy.byDate()
            return { watch in
                let members = PHAsset.fetchAssets(in: album, options: nil)
                let newcomer = all[copy.index(below: all.count)]
                let index = members.count / 4 + copy.index(below: members.count / 2)
                try watch.time {
                    try copy.library.performChangesAndWait {
                        let request = PHAssetCollectionChangeRequest(for: album, assets: members)
                        if let request { edit(request, newcomer, index) }
                    }
                }
            }
        }
    }
}

private typealias AlbumEdit = @Sendable (PHAssetCollectionChangeRequest, PHAsset, Int) -> Void

private let albumEdits: [(String, AlbumEdit)] = [
    ("album insert in front", { request, asset, _ in request.insertAssets([asset], at: [0]) }),
    ("album move across", { request, _, index in request.moveAssets(at: [index], to: 0) }),
    ("album remove from the middle", { request, _, index in request.removeAssets(at: [index]) }),
]
