import Foundation
import OpenPhotoKit
import Workbench

/// Measures what needs a fresh process, or two: `BenchmarkProcess OPERATION SIZE`.
@main
struct BenchmarkProcess {
    static func main() throws {
        let words = CommandLine.arguments
        guard words.count > 2, let size = Size(rawValue: words[2]) else { usage() }
        // The caller's copy or one of ours; a child gets the parent's by the environment.
        let copy = try Shelf.copy(size)
        let library = try PHPhotoLibrary.open(at: copy.url)
        try library.withCurrent {
            switch words[1] {
            case "resident memory": try FreshProcess.resident()
            case "first hundred of a process": try FreshProcess.firstFetch()
            case "memory of a result": try FreshProcess.ofResult()
            case "memory of ten results":
                try FreshProcess.ofTenResults(library, isMultiple: false)
            case "memory of ten results to one":
                try FreshProcess.ofTenResults(library, isMultiple: true)
            case "other process": try OtherProcess.measure(library, copy.url, size)
            case "observer": OtherProcess.observe(library)
            case "idle observer": try OtherProcess.idle(library)
            default: usage()
            }
        }
        library.close()
    }

    private static func usage() -> Never {
        print("usage: BenchmarkProcess OPERATION 10k|100k|1m")
        exit(64)
    }
}

func byDate() -> PHFetchResult<PHAsset> {
    let options = PHFetchOptions()
    options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
    return PHAsset.fetchAssets(with: options)
}
