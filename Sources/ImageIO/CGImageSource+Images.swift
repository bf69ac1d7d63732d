// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
public import Foundation
import PhotosBase
import PhotosMedia

/// Decodes an image as it is stored, without applying the file's orientation.
///
/// The worker program `photokit-media` decodes the image while the calling thread waits. The pixels have 8 bits a
/// channel, in sRGB.
///
/// - Parameters:
///   - isrc: The source.
///   - index: The index of the image: 0.
///   - options: Options without effect.
/// - Returns: The image; nil for other indexes, for a file that is damaged or no picture, and without the worker
///   program.
public func CGImageSourceCreateImageAtIndex(
    _ isrc: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CGImage? {
    isrc.image(index, .full, isUpright: false)
}

/// Makes a thumbnail.
///
/// The thumbnail is always made from the full picture; an embedded thumbnail is not used. The worker program
/// `photokit-media` makes it while the calling thread waits.
///
/// - Parameters:
///   - isrc: The source.
///   - index: The index of the image: 0.
///   - options: ``kCGImageSourceThumbnailMaxPixelSize`` is the greatest length of the longer side (all pixels
///     without it); ``kCGImageSourceCreateThumbnailWithTransform`` applies the orientation. Other options have no
///     effect.
/// - Returns: The image, not larger than the picture; nil for other indexes, for a file that is damaged or no
///   picture, and without the worker program.
public func CGImageSourceCreateThumbnailAtIndex(
    _ isrc: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CGImage? {
    let limit = options?[kCGImageSourceThumbnailMaxPixelSize] as? NSNumber
    let isUpright = options?[kCGImageSourceCreateThumbnailWithTransform] as? NSNumber
    let size: PictureRendition.Size
    switch limit?.doubleValue {
    case nil: size = .full
    // NaN and numbers below one pixel are invalid sizes.
    case let wanted? where !(wanted >= 1): return nil
    case let wanted?:
        size = .about(longSide: Int(min(wanted, Double(MediaHeader.maximumSide))))
    }
    return isrc.image(index, size, isUpright: isUpright?.boolValue ?? false)
}

extension CGImageSource {
    fileprivate func image(
        _ index: Int,
        _ size: PictureRendition.Size,
        isUpright: Bool
    ) -> CGImage? {
        guard let header, has(index), let worker = MediaReader.ofProcess.worker else { return nil }
        let request = PictureRequest(renditions: [PictureRendition(size, .pixels)])
        let made: [Picture]? =
            switch content {
            case .file(let file): try? worker.pictures(of: file.number, request)
            case .bytes(let data):
                try? MemoryFile.withDescriptor(of: data) { try worker.pictures(of: $0, request) }
            }
        guard let picture = made?.first,
            let upright = CGImage(
                pixels: picture.bytes,
                width: picture.width,
                height: picture.height,
                sourceType: header.type.identifier
            )
        else { return nil }
        return isUpright ? upright : upright.turned(by: header.orientation.inverse)
    }
}
