// Names of places, and images of movies.
import Foundation
import Photos

func describe(_ asset: PHAsset) async throws -> String? {
    // snippet.place
    guard let location = asset.location else { return nil }
    let placemark = try await CLGeocoder().reverseGeocodeLocation(location).first
    return [placemark?.locality, placemark?.country].compactMap { $0 }.joined(separator: ", ")
    // snippet.end
}

func frame(of movie: URL) async throws -> UIImage {
    // snippet.frame
    let generator = AVAssetImageGenerator(asset: AVURLAsset(url: movie))
    generator.appliesPreferredTrackTransform = true
    generator.maximumSize = CGSize(width: 512, height: 512)
    let time = CMTime(seconds: 1, preferredTimescale: 600)
    return UIImage(cgImage: try await generator.image(at: time).image)
    // snippet.end
}
// snippet.hide
_ = (describe, frame)
