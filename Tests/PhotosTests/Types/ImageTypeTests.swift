import Foundation
import Photos
import PhotosMedia
import TestPermits
import Testing

@Suite(.permit) struct ImageRawValueTests {
    @Test func `the enumerations of images have Apple's raw values`() {
        expectRawValues([(PHImageContentMode.aspectFit, 0), (.aspectFill, 1)])
        #expect(PHImageContentMode.default == .aspectFit)
        expectRawValues([
            (PHImageRequestOptionsVersion.current, 0), (.unadjusted, 1), (.original, 2),
        ])
        expectRawValues([
            (PHImageRequestOptionsDeliveryMode.opportunistic, 0), (.highQualityFormat, 1),
            (.fastFormat, 2),
        ])
        expectRawValues([
            (PHImageRequestOptionsResizeMode.none, 0), (.fast, 1), (.exact, 2),
        ])
        expectRawValues([(PHVideoRequestOptionsVersion.current, 0), (.original, 1)])
        expectRawValues([
            (PHVideoRequestOptionsDeliveryMode.automatic, 0), (.highQualityFormat, 1),
            (.mediumQualityFormat, 2), (.fastFormat, 3),
        ])
        expectRawValues([(PHLivePhotoFrameType.photo, 0), (.video, 1)])
        expectRawValues([(PHLivePhotoEditingErrorCode.unknown, 0), (.aborted, 1)])
    }

    @Test func `orientations have Apple's raw values, and name each other`() {
        expectRawValues([
            (CGImagePropertyOrientation.up, 1), (.upMirrored, 2), (.down, 3), (.downMirrored, 4),
            (.leftMirrored, 5), (.right, 6), (.rightMirrored, 7), (.left, 8),
        ])
        expectRawValues([
            (UIImage.Orientation.up, 0), (.down, 1), (.left, 2), (.right, 3), (.upMirrored, 4),
            (.downMirrored, 5), (.leftMirrored, 6), (.rightMirrored, 7),
        ])
        for orientation in ImageOrientation.allCases {
            #expect(UIImage.Orientation(orientation).exif == orientation)
        }
    }

    @Test func `no request has the number of none`() {
        #expect(PHInvalidImageRequestID == 0 && PHLivePhotoRequestIDInvalid == 0)
        #expect(PHImageManagerMaximumSize != .zero)
    }
}

@Suite(.permit) struct CGImageTests {
    /// Two pixels of one layout: half-transparent red, and opaque blue.
    private func pixels(
        _ bytes: [UInt8],
        _ alpha: CGImageAlphaInfo,
        _ order: CGBitmapInfo = [],
        bitsPerPixel: Int = 32,
        space: CGColorSpace = CGColorSpaceCreateDeviceRGB()
    ) throws -> [UInt8]? {
        let provider = try #require(CGDataProvider(data: NSData(data: Data(bytes))))
        let image = CGImage(
            width: 2,
            height: 1,
            bitsPerComponent: 8,
            bitsPerPixel: bitsPerPixel,
            bytesPerRow: bytes.count,
            space: space,
            bitmapInfo: [CGBitmapInfo(rawValue: alpha.rawValue), order],
            provider: provider,
            decode: nil,
            shouldInterpolate: false,
            intent: .defaultIntent
        )
        return image.map { [UInt8]($0.pixels) }
    }

    private let plain: [UInt8] = [200, 0, 0, 128, 0, 0, 255, 255]

    @Test func `pixels are read in every order`() throws {
        #expect(try pixels(plain, .last) == plain)
        #expect(try pixels([128, 200, 0, 0, 255, 0, 0, 255], .first) == plain)
        #expect(
            try pixels([0, 0, 200, 128, 255, 0, 0, 255], .first, .byteOrder32Little) == plain
        )
        #expect(try pixels([128, 0, 0, 200, 255, 255, 0, 0], .last, .byteOrder32Little) == plain)
        #expect(try pixels([100, 0, 0, 128, 0, 0, 255, 255], .premultipliedLast)?[0] == 199)
    }

    @Test func `pixels without transparency are opaque`() throws {
        let opaque: [UInt8] = [200, 0, 0, 255, 0, 0, 255, 255]
        #expect(try pixels([200, 0, 0, 7, 0, 0, 255, 9], .noneSkipLast) == opaque)
        #expect(try pixels([200, 0, 0, 0, 0, 255], .none, bitsPerPixel: 24) == opaque)
        let greys = try pixels(
            [9, 250],
            .none,
            bitsPerPixel: 8,
            space: CGColorSpaceCreateDeviceGray()
        )
        #expect(greys == [9, 9, 9, 255, 250, 250, 250, 255])
    }

    @Test func `pixels that cannot be read make no image`() throws {
        #expect(try pixels([1, 2, 3], .last) == nil)
        #expect(try pixels(plain, .alphaOnly) == nil)
        #expect(try pixels(plain, .last, .byteOrder16Little) == nil)
        #expect(try pixels(plain, .last, .floatComponents) == nil)
        #expect(try pixels(plain, .none) == nil)
    }

    @Test(arguments: ImageOrientation.allCases)
    func `an image is turned as Exif says`(_ orientation: ImageOrientation) throws {
        // A, B over C, D over E, F, told apart by their reds.
        let reds: [UInt8] = [1, 2, 3, 4, 5, 6]
        let image = try #require(
            CGImage(pixels: Data(reds.flatMap { [$0, 0, 0, 255] }), width: 2, height: 3)
        )
        let turned = image.turned(by: orientation)
        let expected: [UInt8] =
            switch orientation {
            case .up: [1, 2, 3, 4, 5, 6]
            case .upMirrored: [2, 1, 4, 3, 6, 5]
            case .down: [6, 5, 4, 3, 2, 1]
            case .downMirrored: [5, 6, 3, 4, 1, 2]
            case .leftMirrored: [1, 3, 5, 2, 4, 6]
            case .right: [5, 3, 1, 6, 4, 2]
            case .rightMirrored: [6, 4, 2, 5, 3, 1]
            case .left: [2, 4, 6, 1, 3, 5]
            }
        #expect(turned.width == (orientation.swapsSides ? 3 : 2))
        #expect(turned.pixels.enumerated().filter { $0.offset % 4 == 0 }.map(\.element) == expected)
    }

    @Test func `an image says how its pixels lie`() throws {
        let image = try #require(CGImage(pixels: Data(plain), width: 2, height: 1))
        #expect(image.bytesPerRow == 8 && image.bitsPerPixel == 32 && image.alphaInfo == .last)
        #expect(image.colorSpace == CGColorSpace(name: CGColorSpace.sRGB))
        let data = try #require(image.dataProvider?.data)
        #expect(CFDataGetLength(data) == 8)
        #expect(CFDataGetBytePtr(data)?[3] == 128)
        #expect([UInt8](data as Data) == plain)
    }
}

@Suite(.permit) struct CMTimeTests {
    @Test func `times are seconds in parts`() {
        #expect(CMTime(seconds: 1.5, preferredTimescale: 600).value == 900)
        #expect(CMTimeMake(value: 900, timescale: 600).seconds == 1.5)
        #expect(CMTime.zero.isNumeric && !CMTime.invalid.isValid && CMTime.indefinite.isIndefinite)
        #expect(CMTime(seconds: .nan, preferredTimescale: 600) == .invalid)
        #expect(CMTime(value: 1, timescale: 0) == .invalid)
        #expect(CMTime(seconds: 1 / 3, preferredTimescale: 10).flags.contains(.hasBeenRounded))
    }

    @Test func `times are compared whatever their parts`() {
        let half = CMTime(value: 1, timescale: 2)
        #expect(half == CMTime(value: 300, timescale: 600))
        #expect(half.hashValue == CMTime(value: 300, timescale: 600).hashValue)
        #expect(half < CMTime(value: 2, timescale: 3))
        #expect(CMTime.negativeInfinity < half && half < .positiveInfinity)
        #expect(CMTimeCompare(half, .zero) == 1)
    }

    @Test func `times add up exactly`() {
        let sum = CMTime(value: 1, timescale: 2) + CMTime(value: 1, timescale: 3)
        #expect(sum == CMTime(value: 5, timescale: 6))
        #expect(sum - sum == .zero)
        #expect(!(sum + .indefinite).isValid)
        #expect(!(CMTime(value: .max, timescale: 1) + CMTime(value: 1, timescale: 1)).isValid)
    }
}
