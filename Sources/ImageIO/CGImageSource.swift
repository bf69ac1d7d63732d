// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
public import Foundation
import Glibc
import PhotosBase
import PhotosMedia

/// The file of a picture, or its bytes, to read properties and images from.
///
/// Properties are read from the file's headers, in this process. Pixels come from the worker program
/// `photokit-media`. Safe on any thread.
public final class CGImageSource: NSObject, Sendable {
    /// The source of the bytes.
    enum Content: Sendable {
        case file(Descriptor)
        case bytes(Data)
    }

    let content: Content
    /// The header; nil if the file is no picture.
    let header: MediaHeader?

    init(_ content: Content) {
        self.content = content
        let header: MediaHeader? =
            switch content {
            case .file(let file):
                (try? DescriptorByteSource(descriptor: file.number)).flatMap {
                    try? MediaHeader.read(from: $0)
                }
            case .bytes(let data): try? MediaHeader.read(from: DataByteSource(data))
            }
        self.header = header.flatMap { $0.type.kind == .image ? $0 : nil }
        super.init()
    }
}

/// The status of a picture's file.
public enum CGImageSourceStatus: Int32, Sendable {
    /// The file ends inside the header.
    case statusUnexpectedEOF = -5
    /// The file is no picture of a known type, or is damaged.
    case statusInvalidData = -4
    /// The file is no picture of a known type.
    case statusUnknownType = -3
    /// The header is being read.
    case statusReadingHeader = -2
    /// The file is incomplete.
    case statusIncomplete = -1
    /// The file is complete.
    case statusComplete = 0
}

/// Makes a source from a picture's file; nil if the file cannot be opened.
///
/// The file stays open as long as the source exists. For a file that is no picture, the source has no images.
///
/// - Parameters:
///   - url: The URL of a file; nil is returned for other URLs.
///   - options: Options without effect: nothing is cached between calls.
/// - Returns: The source.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
    guard url.isFileURL, let path = url.path, let file = Descriptor(regularFile: path) else {
        return nil
    }
    return CGImageSource(.file(file))
}

/// Makes a source from the bytes of a picture's file; for other bytes, the source has no images.
///
/// - Parameters:
///   - data: The bytes.
///   - options: Options without effect: nothing is cached between calls.
/// - Returns: The source; never nil here.
public func CGImageSourceCreateWithData(
    _ data: CFData,
    _ options: CFDictionary?
) -> CGImageSource? {
    CGImageSource(.bytes(data.copiedBytes))
}

/// Makes a source from the bytes of a picture's file; for other bytes, the source has no images.
///
/// - Parameters:
///   - provider: The bytes.
///   - options: Options without effect: nothing is cached between calls.
/// - Returns: The source; never nil here.
public func CGImageSourceCreateWithDataProvider(
    _ provider: CGDataProvider,
    _ options: CFDictionary?
) -> CGImageSource? {
    CGImageSource(.bytes(provider.bytes))
}

/// Returns the number of images: 1 for a picture, otherwise 0.
///
/// Only the first picture of an animation, or of a file with several pictures, is available.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.header == nil ? 0 : 1 }

/// Returns the identifier of the file's type, from its content; nil for a file that is no picture.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? {
    isrc.header.map { NSString(string: $0.type.identifier) }
}

/// Returns the status of a file: `statusComplete` for a picture, otherwise `statusUnknownType`.
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus {
    isrc.header == nil ? .statusUnknownType : .statusComplete
}

/// Returns the status of an image: `statusComplete` for index 0 of a picture, otherwise `statusUnknownType`.
public func CGImageSourceGetStatusAtIndex(
    _ isrc: CGImageSource,
    _ index: Int
) -> CGImageSourceStatus {
    isrc.has(index) ? .statusComplete : .statusUnknownType
}

/// Returns the index of the main image of a file, which is always the first.
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }

/// Returns the identifiers of all types of pictures that can be read.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray {
    NSArray(
        array: MediaType.allCases.filter { $0.kind == .image }
            .map { NSString(string: $0.identifier) }
    )
}

extension CGImageSource {
    func has(_ index: Int) -> Bool { header != nil && index == 0 }
}
