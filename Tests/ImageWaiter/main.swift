import Dispatch
import Foundation
import Photos

// Asks for the image of a picture, whose file is the first argument, as a program does that has no main loop (`wait`), or
// one (`loop`), and prints where the answer came.

let picture = URL(fileURLWithPath: CommandLine.arguments[1])
let hasLoop = CommandLine.arguments[2] == "loop"

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
