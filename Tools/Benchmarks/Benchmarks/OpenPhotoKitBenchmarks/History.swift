import OpenPhotoKit
import Workbench

/// What applications do when they catch up.
func historyBenchmarks() {
    for (edits, name, sizes) in [
        (1, "history of 1", Size.allCases), (100, "history of 100", Size.allCases),
        (100_000, "history of 100k", [.thousands100, .million]),
    ] {
        operation(name, at: sizes) { size in
            let library = try PHPhotoLibrary.open(at: Shelf.library(size), mode: .readOnly)
            let token = try Shelf.token(size, before: edits)
            return { watch in
                var count = 0
                try watch.time {
                    for change in try library.fetchPersistentChanges(since: token) {
                        for type in [PHObjectType.asset, .assetCollection, .collectionList] {
                            let details = try change.changeDetails(for: type)
                            count +=
                                details.insertedLocalIdentifiers.count
                                + details.updatedLocalIdentifiers.count
                                + details.deletedLocalIdentifiers.count
                        }
                    }
                }
                precondition(count == edits, "The history of \(edits) edits told \(count).")
            }
        }
    }
    operationOnCopy("token") { copy in
        { watch in watch.time { _ = copy.library.currentChangeToken } }
    }
}
