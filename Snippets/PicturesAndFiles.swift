// Makes pictures of photos, and copies their files.
import Photos

// snippet.image
func writeThumbnail(of asset: PHAsset, to file: URL) throws {
    let options = PHImageRequestOptions()
    options.isSynchronous = true
    options.resizeMode = .exact
    var thumbnail: Result<Data, any Error>?
    PHImageManager.default().requestImage(
        for: asset,
        targetSize: CGSize(width: 256, height: 256),
        contentMode: .aspectFill,
        options: options
    ) { image, info in
        if let data = image?.jpegData(compressionQuality: 0.8) {
            thumbnail = .success(data)
        } else if let error = info?[PHImageErrorKey] as? PHPhotosError {
            thumbnail = .failure(error)
        }
    }
    try thumbnail?.get().write(to: file)
}
// snippet.end

// snippet.degraded
func show(_ asset: PHAsset, draw: @escaping @Sendable (UIImage) -> Void) -> PHImageRequestID {
    PHImageManager.default().requestImage(
        for: asset,
        targetSize: CGSize(width: 1600, height: 1200),
        contentMode: .aspectFit,
        options: nil
    ) { @Sendable image, info in
        if let image { draw(image) }
        if info?[PHImageResultIsDegradedKey] as? Bool == true {
            print("A better image follows.")
        }
    }
}
// snippet.end

// snippet.video
func printDuration(of video: PHAsset) {
    PHImageManager.default().requestAVAsset(forVideo: video, options: nil) { movie, _, info in
        if let movie = movie as? AVURLAsset {
            print(movie.url.lastPathComponent, movie.duration.seconds, "s")
        } else if let error = info?[PHImageErrorKey] as? PHPhotosError {
            print(error.localizedDescription)
        }
    }
}
// snippet.end

// snippet.resources
func copyFiles(of asset: PHAsset, to folder: URL) async throws {
    for resource in PHAssetResource.assetResources(for: asset) {
        try await PHAssetResourceManager.default().writeData(
            for: resource,
            toFile: folder.appending(path: resource.originalFilename),
            options: nil
        )
    }
}
// snippet.end

// snippet.network
func export(_ resource: PHAssetResource, to file: URL) async throws {
    let options = PHAssetResourceRequestOptions()
    options.isNetworkAccessAllowed = true
    options.progressHandler = { print("\(Int($0 * 100)) % of the file were fetched.") }
    do {
        try await PHAssetResourceManager.default().writeData(
            for: resource,
            toFile: file,
            options: options
        )
    } catch let error as PHPhotosError where error.code == .networkError {
        print("Try again later: \(error.localizedDescription)")
    }
}
// snippet.end

func printProperties(of url: URL) {
    // snippet.source
    guard let source = CGImageSourceCreateWithURL(url as CFURL, nil),
        let properties = CGImageSourceCopyPropertiesAtIndex(source, 0, nil) as? [CFString: Any],
        let exif = properties[kCGImagePropertyExifDictionary] as? [CFString: Any]
    else { return }
    let taken = exif[kCGImagePropertyExifDateTimeOriginal] as? String
    let options: [CFString: Any] = [
        kCGImageSourceCreateThumbnailFromImageAlways: true,
        kCGImageSourceCreateThumbnailWithTransform: true,
        kCGImageSourceThumbnailMaxPixelSize: 256,
    ]
    let thumbnail = CGImageSourceCreateThumbnailAtIndex(source, 0, options as CFDictionary)
    // snippet.end
    print(taken ?? "undated", thumbnail?.width ?? 0)
}

func writeWithoutPosition(_ url: URL, to target: URL) -> Bool {
    // snippet.destination
    guard let source = CGImageSourceCreateWithURL(url as CFURL, nil),
        let destination = CGImageDestinationCreateWithURL(
            target as CFURL,
            "public.heic" as CFString,
            1,
            nil
        )
    else { return false }
    let properties: [CFString: Any] = [
        kCGImageDestinationLossyCompressionQuality: 0.8,
        kCGImagePropertyGPSDictionary: kCFNull as Any,
        kCGImagePropertyExifDictionary: [kCGImagePropertyExifUserComment: "A hut by the lake"],
    ]
    CGImageDestinationAddImageFromSource(destination, source, 0, properties as CFDictionary)
    return CGImageDestinationFinalize(destination)
    // snippet.end
}

// snippet.filter
func inverted(_ image: CGImage) -> CGImage? {
    guard let data = image.dataProvider?.data, let space = image.colorSpace else { return nil }
    var bytes = Data(bytes: data.bytes, count: data.length)
    for index in bytes.indices where index % 4 != 3 { bytes[index] = 255 - bytes[index] }
    return CGDataProvider(data: bytes as CFData).flatMap { provider in
        CGImage(
            width: image.width,
            height: image.height,
            bitsPerComponent: 8,
            bitsPerPixel: 32,
            bytesPerRow: image.bytesPerRow,
            space: space,
            bitmapInfo: image.bitmapInfo,
            provider: provider,
            decode: nil,
            shouldInterpolate: false,
            intent: .defaultIntent
        )
    }
}
// snippet.end

// snippet.hide
let folder = URL.temporaryDirectory.appending(path: "pictures-and-files-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
setenv("PHOTOKIT_LIBRARY", folder.appending(path: "Sample.photolib").path, 1)
let picture = folder.appending(path: "point.gif")
// A GIF of one pixel.
let point = Data(
    base64Encoded: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
)
guard let point else { fatalError("The text is a GIF.") }
try point.write(to: picture)
try PHPhotoLibrary.shared().performChangesAndWait {
    PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: picture)
}
guard let photo = PHAsset.fetchAssets(with: nil).firstObject else {
    fatalError("No photo was added.")
}

let thumbnail = folder.appending(path: "thumbnail.jpg")
try writeThumbnail(of: photo, to: thumbnail)
precondition(FileManager.default.fileExists(atPath: thumbnail.path))
let drawn = AsyncStream<UIImage>.makeStream()
_ = show(photo) { drawn.continuation.yield($0) }
for await image in drawn.stream.prefix(1) { print(image.size) }
printDuration(of: photo)
let copies = folder.appending(path: "copies")
try FileManager.default.createDirectory(at: copies, withIntermediateDirectories: true)
try await copyFiles(of: photo, to: copies)
precondition(FileManager.default.fileExists(atPath: copies.appending(path: "point.gif").path))
if let original = PHAssetResource.assetResources(for: photo).first {
    try await export(original, to: copies.appending(path: "original.gif"))
}
printProperties(of: thumbnail)
precondition(writeWithoutPosition(thumbnail, to: folder.appending(path: "copy.heic")))
let opened = CIImage(contentsOf: folder.appending(path: "copy.heic"))
guard let pixels = opened?.cgImage, let result = inverted(pixels) else {
    fatalError("The copy has no pixels.")
}
precondition(result.width == pixels.width && UIImage(cgImage: result).pngData() != nil)
