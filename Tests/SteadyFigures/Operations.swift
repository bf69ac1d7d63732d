import Foundation
import Photos
import PhotosStore

/// An operation whose figures are kept: prepared once, then tried a few times.
struct Operation {
    var name: String
    /// Gives a try, which measures a part of itself.
    var prepare: (SteadyLibrary, Counters) throws -> () throws -> Figures

    static var all: [Operation] {
        // What reads comes first: it is to find the library as it was made.
        reading + observing + [firstHundred("the first 100 objects behind blocks of 1,000 edits")]
            + committing
            // An observer that is gone stays in the feed for a while, so these operations come last.
            + observed
    }

    /// From the beginning of a commit until an observer has read the indexes of its details.
    private static var observed: [Operation] {
        [
            observed("a commit of one date, observed") { library, request, _ in
                request.creationDate = library.date()
            },
            observed("a commit of one favorite, observed") { _, request, asset in
                request.isFavorite = !asset.isFavorite
            },
        ]
    }

    private static func observed(
        _ name: String,
        _ edit: @escaping (SteadyLibrary, PHAssetChangeRequest, PHAsset) -> Void
    ) -> Operation {
        Operation(name: name) { library, counters in
            let observer = IndexObserver(library.photos, library.fetch())
            return {
                let asset = observer.result[Int.random(in: 0..<9_000)]
                return try counters.measure {
                    try library.photos.performChangesAndWait {
                        edit(library, PHAssetChangeRequest(for: asset), asset)
                    }
                    observer.wait()
                }
            }
        }
    }

    private static var observing: [Operation] {
        [
            forwarding("an edit in a result of 10,000", edits: 1),
            forwarding("1,000 edits in a result of 10,000", edits: 1_000),
        ]
    }

    private static func forwarding(_ name: String, edits: Int) -> Operation {
        Operation(name: name) { library, counters in
            var snapshot = try library.store.records.fetch(SteadyLibrary.byDate)
            return {
                try library.setDates(try library.some(edits, of: snapshot.rows))
                let now = try library.store.history.currentPosition().sequence
                var change: SnapshotChange?
                let figures = try counters.measure {
                    change = try library.store.records.forward(snapshot, to: now)
                }
                guard let change, change.diff?.isEmpty == false else {
                    throw CocoaError(.featureUnsupported)
                }
                snapshot = change.after
                return figures
            }
        }
    }

    private static var reading: [Operation] {
        [
            Operation(name: "the same fetch again") { library, counters in
                let held = library.fetch()
                return {
                    counters.measure { precondition(library.fetch().count == held.count) }
                }
            },
            firstHundred("the first 100 objects"),
            Operation(name: "the history of 100 changes") { library, counters in
                let token = library.photos.currentChangeToken
                for uuid in try library.some(
                    100,
                    of: library.store.records.fetch(SteadyLibrary.byDate).rows
                ) {
                    try library.setDates([uuid])
                }
                return {
                    try counters.measure {
                        var count = 0
                        for change in try library.photos.fetchPersistentChanges(since: token) {
                            count += try change.changeDetails(for: .asset).updatedLocalIdentifiers
                                .count
                        }
                        precondition(count == 100)
                    }
                }
            },
        ]
    }

    private static func firstHundred(_ name: String) -> Operation {
        Operation(name: name) { library, counters in
            {
                counters.measure {
                    let result = library.fetch()
                    for index in 0..<100 { _ = result[index].creationDate }
                }
            }
        }
    }

    private static var committing: [Operation] {
        [
            commit("a commit of one edit") { library in
                let asset = library.fetch()[Int.random(in: 0..<9_000)]
                return { PHAssetChangeRequest(for: asset).isFavorite = !asset.isFavorite }
            },
            commit("a commit of 1,000 edits") { library in
                let result = library.fetch()
                let assets = (0..<1_000).map { result[$0 * 9] }
                return {
                    for asset in assets {
                        PHAssetChangeRequest(for: asset).isFavorite = !asset.isFavorite
                    }
                }
            },
            commit("1,000 members of an album") { library in
                let result = library.fetch()
                let assets = (0..<1_000).map { result[$0 * 9] }
                let title = "A thousand, \(UUID())"
                try library.photos.performChangesAndWait {
                    _ = PHAssetCollectionChangeRequest.creationRequestForAssetCollection(
                        withTitle: title
                    )
                }
                let album = try library.album(title)
                return { PHAssetCollectionChangeRequest(for: album)?.addAssets(assets) }
            },
            album("an asset put in front of an album of 10,000") { request, result in
                request.removeAssets(at: [result.count / 2])
                request.insertAssets([result[result.count / 2]], at: [0])
            },
            album("an asset moved across an album of 10,000") { request, result in
                request.moveAssets(at: [result.count / 2], to: 0)
            },
            album("an asset removed from an album of 10,000") { request, result in
                request.removeAssets(at: [result.count / 2])
            },
        ]
    }

    private static func commit(
        _ name: String,
        _ block: @escaping (SteadyLibrary) throws -> () -> Void
    ) -> Operation {
        Operation(name: name) { library, counters in
            {
                let block = try block(library)
                return try counters.measure { try library.photos.performChangesAndWait(block) }
            }
        }
    }

    private static func album(
        _ name: String,
        _ edit: @escaping (PHAssetCollectionChangeRequest, PHFetchResult<PHAsset>) -> Void
    ) -> Operation {
        commit(name) { library in
            let album = try library.bigAlbum()
            let members = PHAsset.fetchAssets(in: album, options: nil)
            _ = members[members.count / 2]
            return {
                guard let request = PHAssetCollectionChangeRequest(for: album, assets: members)
                else { return }
                edit(request, members)
            }
        }
    }
}
