import AVFoundation
import Photos

/// Makes pictures of the frames of movies, with handlers.
final class LegacyMovieFrames {
    private var generator: AVAssetImageGenerator?
    private(set) var images: [Double: UIImage] = [:]
    private(set) var failures: [Error] = []

    static func cover(_ url: URL) -> UIImage? {
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url, options: nil))
        generator.appliesPreferredTrackTransform = true
        var time = generator.asset.duration
        time.value = min(time.value, 2)
        do {
            let reference = try generator.copyCGImage(at: time, actualTime: nil)
            return UIImage(cgImage: reference)
        } catch {
            print("Image generation failed with error \(error as NSError)")
            return nil
        }
    }

    func load(
        _ url: URL,
        at seconds: [Double],
        endsAtFirst: Bool = false,
        done: @escaping () -> Void
    ) {
        let generator = AVAssetImageGenerator(asset: AVAsset(url: url))
        generator.requestedTimeToleranceBefore = CMTime.zero
        generator.requestedTimeToleranceAfter = CMTime.zero
        self.generator = generator
        let times = seconds.map {
            NSValue(time: CMTimeMakeWithSeconds($0, preferredTimescale: 600))
        }
        var remaining = times.count
        generator.generateCGImagesAsynchronously(forTimes: times) {
            requestedTime,
            image,
            _,
            result,
            error in
            switch result {
            case .succeeded:
                if let image = image {
                    self.images[CMTimeGetSeconds(requestedTime)] = UIImage(cgImage: image)
                }
                if endsAtFirst { generator.cancelAllCGImageGeneration() }
            case .failed, .cancelled:
                if let error = error { self.failures.append(error) }
            @unknown default: break
            }
            remaining -= 1
            if remaining == 0 { done() }
        }
    }
}
