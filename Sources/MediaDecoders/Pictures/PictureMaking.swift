import CVips
import Foundation
import PhotosMedia
import WorkerService

/// Decodes a file and writes the requested pictures.
enum PictureMaking {
    /// Makes all renditions of a request.
    ///
    /// - Parameters:
    ///   - request: The renditions to make.
    ///   - descriptor: The file, or the pixels.
    ///   - buffers: The memory for each rendition, in their order. Nothing is written outside it.
    /// - Returns: The size and length of each written picture.
    /// - Throws: `MediaFileError` if the file is at fault.
    static func make(
        _ request: PictureRequest,
        of descriptor: Int32,
        into buffers: [UnsafeMutableRawBufferPointer]
    ) throws -> [MadePicture] {
        if let made = try PlainJPEG.make(request, of: descriptor, into: buffers) { return made }
        let size = pixels(of: request, descriptor)
        let memory = Limits.grantMemory(pixels: size)
        do {
            return try makeOfDecoded(request, descriptor, buffers)
        } catch let error as MappedFile.TooLong {
            throw error.failure
        } catch let error as MediaFileError
            where error.code == .memory
            || (DecodingMemory.need(pixels: size) > memory
                && (error.code != .noDecoder || DecoderFault.isOfHEIF(error)))
        {
            // Without enough memory, libheif reports "unsupported". A picture whose need exceeds its limit thus counts
            // as too large.
            throw MediaFileError(
                .memory,
                "\(size / 1_000_000) megapixels, limit \(memory >> 20) MiB of memory"
            )
        } catch let error as MediaFileError {
            guard case .file = request.source,
                let source = try? DescriptorByteSource(descriptor: descriptor),
                let header = try? MediaHeader.read(from: source)
            else { throw error }
            throw DecoderFault.explained(error, header, source)
        }
    }

    /// Returns the number of pixels of the source; 0 if its header does not state it.
    private static func pixels(of request: PictureRequest, _ descriptor: Int32) -> Int {
        switch request.source {
        case .pixels(let width, let height): return width * height
        case .file:
            let source = try? DescriptorByteSource(descriptor: descriptor)
            guard let source, let header = try? MediaHeader.read(from: source) else { return 0 }
            return header.storedWidth * header.storedHeight
        }
    }

    private static func makeOfDecoded(
        _ request: PictureRequest,
        _ descriptor: Int32,
        _ buffers: [UnsafeMutableRawBufferPointer]
    ) throws -> [MadePicture] {
        let renditions = request.renditions
        let (base, moment) = try base(of: request, descriptor)
        var current = base
        var made: [MadePicture] = []
        for (rendition, buffer) in zip(renditions, buffers) {
            // Smaller renditions are made of larger ones, if those kept the picture's aspect ratio.
            let need = rendition.size.leastScale(of: base.size)
            if Double(current.size.longSide) < need * Double(base.size.longSide) { current = base }
            let image = try current.scaled(rendition.size.step(from: current.size))
            let isLast = made.count == renditions.count - 1
            let pixels = isLast ? image : try image.computed()
            if case .exactly = rendition.size {} else { current = pixels }
            var picture = try PictureEncoding.write(
                pixels,
                rendition.format,
                request.stated,
                into: buffer
            )
            picture.moment = moment
            made.append(picture)
        }
        return made
    }

    /// Returns the picture as shown: cropped, in sRGB, and as small as all renditions allow; and the frame's moment.
    private static func base(
        of request: PictureRequest,
        _ descriptor: Int32
    ) throws -> (image: PixelImage, moment: Double?) {
        let decoded: DecodedPicture
        switch request.source {
        case .pixels(let width, let height):
            decoded = try PixelInput.picture(descriptor, PixelSize(width: width, height: height))
        case .file:
            let source = try DescriptorByteSource(descriptor: descriptor)
            let header = try MediaHeader.read(from: source)
            let shown = PixelSize(width: header.displayedWidth, height: header.displayedHeight)
            let need =
                shown.width > 0 && shown.height > 0
                ? DecodingNeed(request, of: shown) : DecodingNeed.everything
            decoded =
                if let moment = request.moment {
                    try MomentFrame.decode(descriptor, header: header, need: need, at: moment)
                } else {
                    try PictureDecoding.decode(descriptor, header, need)
                }
        }
        var image = decoded.image
        if let crop = request.crop {
            image = try image.cropped(to: crop.stored(decoded.orientation))
        }
        // Sizes refer to the picture with its orientation applied.
        let stored = image.size
        let shown =
            decoded.orientation.swapsSides
            ? PixelSize(width: stored.height, height: stored.width) : stored
        let box = PictureScaling.firstShrink(of: request.renditions, from: shown)
        if box > 1 { image = try image.scaled(.shrink(box)) }
        image = try image.inSRGB()
        // Rotating reads pixels from all positions. A picture that is used twice must not be decoded twice.
        if decoded.orientation != .up || request.renditions.count > 1 {
            image = try image.computed().upright(decoded.orientation)
        }
        return (image, decoded.moment)
    }
}
