import OpenPhotoKit
import Workbench

/// Fetching, and reading what was fetched.
func fetchingBenchmarks() {
    operationOnCopy("first hundred") { copy in
        { watch in
            watch.time {
                let result = copy.byDate()
                precondition(result.count > 100)
                for index in 0..<100 { _ = result[index].creationDate }
            }
        }
    }
    operationOnCopy("middle") { copy in
        { watch in
            watch.time {
                let result = copy.byDate()
                _ = result[result.count / 2].creationDate
            }
        }
    }
    operationOnCopy("fetch again") { copy in
        let held = copy.byDate()
        return { watch in watch.time { precondition(copy.byDate().count == held.count) } }
    }
    operationOnCopy("all identifiers") { copy in
        { watch in
            var length = 0
            watch.time {
                let result = copy.byDate()
                for index in 0..<result.count { length += result[index].localIdentifier.utf8.count }
            }
            precondition(length > 0)
        }
    }
    operationOnCopy("all properties") { copy in
        { watch in
            var sum = 0.0
            watch.time {
                let result = copy.byDate()
                for index in 0..<result.count {
                    let asset = result[index]
                    sum += asset.creationDate?.timeIntervalSinceReferenceDate ?? 0
                    sum += asset.isFavorite ? 1 : 0
                    sum += Double(asset.mediaType.rawValue + asset.pixelWidth + asset.pixelHeight)
                }
            }
            precondition(sum > 0)
        }
    }
    operationOnCopy("10k identifiers") { copy in
        let result = copy.byDate()
        let stride = max(1, result.count / 10_000)
        let names = (0..<min(10_000, result.count)).map { result[$0 * stride].localIdentifier }
        return { watch in
            watch.time {
                let found = PHAsset.fetchAssets(withLocalIdentifiers: names, options: nil)
                precondition(found.count == names.count)
            }
        }
    }
    operationOnCopy("10k identifiers in an album") { copy in
        let album = try copy.album("Album of 10000")
        let members = PHAsset.fetchAssets(in: album, options: nil)
        let names = (0..<members.count).map { members[$0].localIdentifier }
        return { watch in
            watch.time {
                let options = PHFetchOptions()
                options.predicate = NSPredicate(format: "localIdentifier IN %@", names)
                let found = PHAsset.fetchAssets(in: album, options: options)
                precondition(found.count == names.count)
            }
        }
    }
    operation("opening") { size in
        let copy = try Shelf.copy(size)
        return { watch in
            var library: PHPhotoLibrary?
            try watch.time { library = try PHPhotoLibrary.open(at: copy.url) }
            library?.close()
        }
    }
}
