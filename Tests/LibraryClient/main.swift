import Dispatch
import Foundation
import Photos

/// Prints the number of photos in the shared library.
func countPhotos() throws {
    if let reason = PHPhotoLibrary.shared().unavailabilityReason { throw reason }
    print(PHAsset.fetchAssets(with: nil).count)
}

/// Asks for the image of a picture as a program does that has a main loop, or none, and prints where the answer came.
func askForImage(of picture: URL, hasLoop: Bool) throws {
    try PHPhotoLibrary.shared().performChangesAndWait {
        _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: picture)
    }
    guard let asset = PHAsset.fetchAssets(with: nil).firstObject else { exit(2) }
    let answered = DispatchSemaphore(value: 0)
    PHImageManager.default().requestImage(
        for: asset,
        targetSize: PHImageManagerMaximumSize,
        contentMode: .default,
        options: nil
    ) { image, facts in
        let size = image.map { "\(Int($0.size.width)) x \(Int($0.size.height))" }
        print(Thread.isMainThread ? "main thread" : "other thread", size ?? "\(facts ?? [:])")
        if hasLoop { exit(0) }
        answered.signal()
    }
    if hasLoop { RunLoop.main.run() }
    answered.wait()
}

if CommandLine.arguments[1] == "count" {
    try countPhotos()
} else {
    try askForImage(
        of: URL(fileURLWithPath: CommandLine.arguments[1]),
        hasLoop: CommandLine.arguments[2] == "loop"
    )
}
