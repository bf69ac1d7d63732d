import AVFoundation
import Photos

/// Makes pictures of the frames of movies, with structured concurrency.
struct MovieFrames: Sendable {
    private func generator(_ url: URL) -> AVAssetImageGenerator {
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
        generator.appliesPreferredTrackTransform = true
        generator.requestedTimeToleranceBefore = .zero
        generator.requestedTimeToleranceAfter = .zero
        return generator
    }

    func cover(_ url: URL, side: CGFloat) async throws -> UIImage {
        let generator = AVAssetImageGenerator(asset: AVURLAsset(url: url))
        generator.appliesPreferredTrackTransform = true
        generator.maximumSize = CGSize(width: side, height: side)
        let time = CMTime(seconds: 0, preferredTimescale: 600)
        return UIImage(cgImage: try await generator.image(at: time).image)
    }

    func frame(_ url: URL, seconds: Double) async throws -> (CGImage, CMTime) {
        let time = CMTime(seconds: seconds, preferredTimescale: 600)
        let (image, actualTime) = try await generator(url).image(at: time)
        return (image, actualTime)
    }

    func strip(_ url: URL, count: Int) async throws -> [CGImage] {
        let duration = try await AVURLAsset(url: url).load(.duration)
        let step = duration.seconds / Double(count)
        let times = (0..<count).map {
            CMTime(seconds: step * Double($0), preferredTimescale: 600)
        }
        var images: [CGImage] = []
        for await result in generator(url).images(for: times) {
            switch result {
            case .success(requestedTime: _, let image, actualTime: _): images.append(image)
            case .failure(requestedTime: _, let error): throw error
            }
        }
        return images
    }

    func images(_ url: URL, at seconds: [Double]) async -> [Double: CGImage] {
        var images: [Double: CGImage] = [:]
        let times = seconds.map { CMTime(seconds: $0, preferredTimescale: 600) }
        for await result in generator(url).images(for: times) {
            if let image = try? result.image { images[result.requestedTime.seconds] = image }
        }
        return images
    }
}
