import CoreGraphics
import Foundation
import Photos
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Requests for images take every size, part and number.
@Suite(.permit) struct ImageNumberTests {
    private static var rectangles: [CGRect] {
        let pairs = NumberEnds.pairs(NumberEnds.reals)
        return pairs.map { CGRect(x: $0.0, y: 0.25, width: $0.1, height: 0.5) }
            + pairs.map { CGRect(x: 0.25, y: $0.0, width: 0.5, height: $0.1) }
            + pairs.map { CGRect(x: $0.0, y: $0.0, width: $0.1, height: $0.1) }
    }

    private static var sizes: [CGSize] {
        NumberEnds.pairs(NumberEnds.reals).map { CGSize(width: $0.0, height: $0.1) }
    }

    /// What the worker is asked for can be planned, whatever was asked of us.
    private func expectSound(
        _ settings: ImageRequestSettings,
        _ width: Int,
        _ height: Int,
        _ comment: @autoclosure () -> Comment
    ) {
        let recipe = PictureRecipe(for: settings, width: width, height: height)
        if let crop = recipe.crop {
            let isInside =
                crop.x >= 0 && crop.y >= 0 && crop.width > 0 && crop.height > 0
                && crop.x + crop.width <= 1 + 1e-9 && crop.y + crop.height <= 1 + 1e-9
            if !isInside { #expect(Bool(false), comment()) }
        }
        guard width > 0, height > 0 else { return }
        let rendition = PictureRendition(recipe.size, .pixels)
        do {
            _ = try PicturePlan([rendition], crop: recipe.crop, ofPixels: width, height)
        } catch {
            #expect(Bool(false), comment())
        }
    }

    @Test(arguments: [(4000, 3000), (1, 1), (1, 60_000), (0, 0), (60_000, 2_000)])
    func `sizes and parts`(width: Int, height: Int) {
        let options = PHImageRequestOptions()
        for size in Self.sizes + [PHImageManagerMaximumSize] {
            for mode in [PHImageContentMode.aspectFit, .aspectFill] {
                for resize in [PHImageRequestOptionsResizeMode.none, .fast, .exact] {
                    options.resizeMode = resize
                    expectSound(
                        ImageRequestSettings(size, mode, options),
                        width,
                        height,
                        "\(size) \(mode.rawValue) \(resize.rawValue)"
                    )
                }
            }
        }
        for rectangle in Self.rectangles {
            options.normalizedCropRect = rectangle
            for size in [CGSize(width: 100, height: 100), CGSize(width: 1e9, height: 1)] {
                for mode in [PHImageContentMode.aspectFit, .aspectFill] {
                    expectSound(
                        ImageRequestSettings(size, mode, options),
                        width,
                        height,
                        "\(rectangle) \(size) \(mode.rawValue)"
                    )
                }
            }
        }
    }

    @Test func `requests`() throws {
        let images = try ImageLibrary()
        let asset = try images.library.addPicture()
        let manager = PHImageManager()
        let caching = PHCachingImageManager()
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        for number in NumberEnds.reals {
            let size = CGSize(width: number, height: 10)
            for other in NumberEnds.reals {
                options.normalizedCropRect = CGRect(x: number, y: 0, width: other, height: 0.5)
                let count = Collected<Int>()
                manager.requestImage(
                    for: asset,
                    targetSize: CGSize(width: 20, height: 10),
                    contentMode: .aspectFill,
                    options: options
                ) { image, _ in count.add(image == nil ? 0 : 1) }
                #expect(count.values == [1], "\(number) \(other)")
            }
            options.targetHDRHeadroom = number
            #expect(options.targetHDRHeadroom >= 0)
            options.normalizedCropRect = .zero
            manager.requestImage(
                for: asset,
                targetSize: size,
                contentMode: .aspectFit,
                options: options
            ) { image, _ in #expect(image != nil) }
            caching.startCachingImages(
                for: [asset],
                targetSize: size,
                contentMode: .aspectFill,
                options: options
            )
            caching.stopCachingImages(
                for: [asset],
                targetSize: size,
                contentMode: .aspectFill,
                options: options
            )
        }
        caching.stopCachingImagesForAllAssets()
    }

    @Test func `raw values of options`() throws {
        let images = try ImageLibrary()
        let asset = try images.library.addPicture()
        let options = PHImageRequestOptions()
        options.isSynchronous = true
        for number in NumberEnds.integers {
            if let version = PHImageRequestOptionsVersion(rawValue: number) {
                options.version = version
            }
            if let mode = PHImageRequestOptionsDeliveryMode(rawValue: number) {
                options.deliveryMode = mode
            }
            if let mode = PHImageRequestOptionsResizeMode(rawValue: number) {
                options.resizeMode = mode
            }
            let mode = try #require(PHImageContentMode(rawValue: number))
            let count = Collected<Int>()
            PHImageManager.default().requestImage(
                for: asset,
                targetSize: CGSize(width: 20, height: 10),
                contentMode: mode,
                options: options
            ) { _, _ in count.add(1) }
            #expect(count.values == [1])
        }
    }

    @Test func `numbers of requests that nobody made`() {
        for number in NumberEnds.integers {
            let short = Int32(clamping: number)
            PHImageManager.default().cancelImageRequest(short < 1 ? short : .max)
            PHAssetResourceManager.default().cancelDataRequest(short < 1 ? short : .max)
            PHLivePhoto.cancelRequest(withRequestID: short < 1 ? short : .max)
            PHAsset().cancelContentEditingInputRequest(number < 1 ? number : .max)
        }
    }

    @Test func `pictures of numbers`() throws {
        let data = TestLibrary.picture()
        let pixels = try #require(Self.image(width: 2, height: 2, bytesPerRow: 8, count: 16))
        for number in NumberEnds.reals {
            let image = try #require(UIImage(data: data, scale: number))
            #expect(image.scale > 0 && !image.size.width.isNaN)
            let other = UIImage(cgImage: pixels, scale: number, orientation: .right)
            #expect(other.scale > 0 && !other.size.height.isNaN)
            _ = image.jpegData(compressionQuality: number)
        }
        for width in NumberEnds.integers {
            for height in NumberEnds.integers {
                for row in NumberEnds.integers + [4, 8] {
                    let image = Self.image(
                        width: width,
                        height: height,
                        bytesPerRow: row,
                        count: 16
                    )
                    #expect(image == nil || width == 1 && height == 1, "\(width) \(height) \(row)")
                }
            }
        }
        for number in NumberEnds.integers {
            #expect(Self.image(width: 1, height: 1, bytesPerRow: 4, count: 16, bits: number) == nil)
            #expect(
                Self.image(width: 1, height: 1, bytesPerRow: 4, count: 16, depth: number) == nil
            )
        }
    }

    private static func image(
        width: Int,
        height: Int,
        bytesPerRow: Int,
        count: Int,
        bits: Int = 32,
        depth: Int = 8
    ) -> CGImage? {
        guard let provider = CGDataProvider(data: NSData(data: Data(count: count))) else {
            return nil
        }
        return CGImage(
            width: width,
            height: height,
            bitsPerComponent: depth,
            bitsPerPixel: bits,
            bytesPerRow: bytesPerRow,
            space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.last.rawValue),
            provider: provider,
            decode: nil,
            shouldInterpolate: false,
            intent: .defaultIntent
        )
    }
}
