// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
public import Foundation
import PhotosMedia
import Synchronization

/// A file of images that is being made.
///
/// Add images, and then call ``CGImageDestinationFinalize(_:)``, which encodes and writes them. JPEG, PNG and HEIC are
/// encoded by the worker program `photokit-media`. Safe on any thread.
public final class CGImageDestination: NSObject, @unchecked Sendable {
    // Unchecked because of the client's mutable data, which only finalizing changes.

    enum Target {
        case file(String)
        case data(NSMutableData)
    }

    struct Added {
        enum Pixels {
            case image(CGImage)
            case source(CGImageSource, Int)
        }

        var pixels: Pixels
        var properties: ImageOptions
    }

    struct State {
        var images: [Added] = []
        var properties = ImageOptions()
        var isFinal = false
    }

    let target: Target
    let type: WritableType
    let count: Int
    let state = Mutex(State())

    init?(_ target: Target, _ type: CFString, _ count: Int) {
        guard count > 0, let type = WritableType(rawValue: String(describing: type)) else {
            return nil
        }
        self.target = target
        self.type = type
        self.count = count
        super.init()
    }

    func add(_ pixels: Added.Pixels, _ properties: CFDictionary?) {
        let options = ImageOptions(properties)
        state.withLock { state in
            guard !state.isFinal, state.images.count < count else { return }
            state.images.append(Added(pixels: pixels, properties: options))
        }
    }
}

/// Makes a destination that writes a file; nil for a URL of no file, for a type that cannot be written, and for a count
/// below 1.
///
/// Nothing is written before ``CGImageDestinationFinalize(_:)``. An existing file is replaced then.
///
/// - Parameters:
///   - url: The URL of the file.
///   - type: The identifier of the type: one of ``CGImageDestinationCopyTypeIdentifiers()``.
///   - count: The number of images that will be added. Only a TIFF has more than one.
///   - options: Options without effect.
/// - Returns: The destination.
public func CGImageDestinationCreateWithURL(
    _ url: CFURL,
    _ type: CFString,
    _ count: Int,
    _ options: CFDictionary?
) -> CGImageDestination? {
    guard url.isFileURL, let path = url.path else { return nil }
    return CGImageDestination(.file(path), type, count)
}

/// Makes a destination that appends a file's bytes to an object; nil for a type that cannot be written, and for a count
/// below 1.
///
/// - Parameters:
///   - data: The object, which ``CGImageDestinationFinalize(_:)`` changes.
///   - type: The identifier of the type: one of ``CGImageDestinationCopyTypeIdentifiers()``.
///   - count: The number of images that will be added. Only a TIFF has more than one.
///   - options: Options without effect.
/// - Returns: The destination.
public func CGImageDestinationCreateWithData(
    _ data: CFMutableData,
    _ type: CFString,
    _ count: Int,
    _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(.data(data), type, count)
}

/// Returns the identifiers of the types that can be written: JPEG, PNG, HEIC and TIFF.
public func CGImageDestinationCopyTypeIdentifiers() -> CFArray {
    NSArray(array: WritableType.allCases.map { NSString(string: $0.rawValue) })
}

/// Sets properties of all images, which the properties of an image overrule.
///
/// - Parameters:
///   - idst: The destination.
///   - properties: The same properties as for ``CGImageDestinationAddImage(_:_:_:)``; nil for none.
public func CGImageDestinationSetProperties(
    _ idst: CGImageDestination,
    _ properties: CFDictionary?
) {
    let options = ImageOptions(properties)
    idst.state.withLock { $0.properties = options }
}

/// Adds an image; an image beyond the destination's count is ignored.
///
/// - Parameters:
///   - idst: The destination.
///   - image: The pixels.
///   - properties: The quality, the greatest size, and metadata under the keys `kCGImageProperty…`: the orientation, dots
///     per inch, and the dictionaries of TIFF, Exif, GPS and IPTC. Fields without a name or with an impossible value are
///     left out. `kCFNull` removes a property or a field.
public func CGImageDestinationAddImage(
    _ idst: CGImageDestination,
    _ image: CGImage,
    _ properties: CFDictionary?
) {
    idst.add(.image(image), properties)
}

/// Adds an image of a file with its metadata; an image beyond the destination's count is ignored.
///
/// The image is decoded, and encoded again. Its metadata are those of
/// ``CGImageSourceCopyPropertiesAtIndex(_:_:_:)``, without the notes of cameras, and without XMP.
///
/// - Parameters:
///   - idst: The destination.
///   - isrc: The source.
///   - index: The index of the image: 0. With another one, ``CGImageDestinationFinalize(_:)`` returns false.
///   - properties: Properties as for ``CGImageDestinationAddImage(_:_:_:)``, which overrule those of the source field by
///     field.
public func CGImageDestinationAddImageFromSource(
    _ idst: CGImageDestination,
    _ isrc: CGImageSource,
    _ index: Int,
    _ properties: CFDictionary?
) {
    idst.add(.source(isrc, index), properties)
}

/// Encodes and writes the images; no image can be added afterwards.
///
/// The calling thread waits for the worker program. A file appears whole, or not at all: an existing file stays as it is
/// until then. Transparent parts become white in JPEG and HEIC.
///
/// - Parameter idst: The destination.
/// - Returns: Whether everything was written. The result is false at a second call, if fewer images were added than the
///   destination's count, and for several images of another type than TIFF. The result is also false if an image cannot be
///   decoded or encoded, or if the file cannot be written. Metadata that are larger than the format allows (64 KiB in a
///   JPEG) give false, too.
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool {
    let state = idst.state.withLock { state -> CGImageDestination.State? in
        guard !state.isFinal else { return nil }
        state.isFinal = true
        // Images take much memory, and the client may keep the destination.
        defer { state.images = [] }
        return state
    }
    guard let state, state.images.count == idst.count,
        let file = try? ImageEncoding.file(idst.type, state)
    else { return false }
    switch idst.target {
    case .file(let path): return DestinationFile.write(file, to: path)
    case .data(let data):
        data.append(file)
        return true
    }
}
