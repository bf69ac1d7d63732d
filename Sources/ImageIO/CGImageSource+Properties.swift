// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
public import Foundation
import PhotosMedia

/// What is true of the whole file: its size in bytes, under ``kCGImagePropertyFileSize``.
///
/// - Parameters:
///   - isrc: The source.
///   - options: Of no effect.
/// - Returns: The properties; nil for what is no picture.
public func CGImageSourceCopyProperties(
    _ isrc: CGImageSource,
    _ options: CFDictionary?
) -> CFDictionary? {
    guard isrc.header != nil else { return nil }
    return PropertyValue.dictionary(["FileSize": .integer(isrc.byteCount)])
}

/// What a picture's file says of an image, under the keys `kCGImageProperty…`.
///
/// That are the sides in pixels as stored, how they are turned to be shown, dots per inch, and a dictionary each for what
/// TIFF, Exif, GPS, IPTC and Apple's maker note say. Numbers are `NSNumber`, dates are texts as the file has them.
/// Properties that only decoding tells (colour model, profile, depth) are not there.
///
/// - Parameters:
///   - isrc: The source.
///   - index: The number of the image: 0.
///   - options: Of no effect.
/// - Returns: The properties; nil for what is no picture, and beyond the last image.
public func CGImageSourceCopyPropertiesAtIndex(
    _ isrc: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CFDictionary? {
    guard let header = isrc.header, isrc.has(index) else { return nil }
    switch isrc.content {
    case .file(let file):
        guard let source = try? DescriptorByteSource(descriptor: file.descriptor) else {
            return nil
        }
        return PropertyValue.dictionary(PictureProperties.read(header, from: source))
    case .bytes(let data):
        return PropertyValue.dictionary(PictureProperties.read(header, from: DataByteSource(data)))
    }
}

extension CGImageSource {
    fileprivate var byteCount: Int {
        switch content {
        case .file(let file):
            (try? DescriptorByteSource(descriptor: file.descriptor)).map { Int($0.byteCount) } ?? 0
        case .bytes(let data): data.count
        }
    }
}
