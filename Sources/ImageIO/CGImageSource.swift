// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreGraphics
public import Foundation
import Glibc
import PhotosMedia

/// A picture's file, or its bytes, to read properties and images from.
///
/// Properties come from the file's headers, in this process; pixels from the worker program `photokit-media`. It is safe
/// on any thread.
public final class CGImageSource: NSObject, Sendable {
    /// Where the bytes are.
    enum Content: Sendable {
        case file(OpenFile)
        case bytes(Data)
    }

    let content: Content
    /// What the header says; nil for what is no picture.
    let header: MediaHeader?

    init(_ content: Content) {
        self.content = content
        let header: MediaHeader? =
            switch content {
            case .file(let file):
                (try? DescriptorByteSource(descriptor: file.descriptor)).flatMap {
                    try? MediaHeader.read(from: $0)
                }
            case .bytes(let data): try? MediaHeader.read(from: DataByteSource(data))
            }
        self.header = header.flatMap { $0.type.kind == .image ? $0 : nil }
        super.init()
    }
}

/// How much of a picture's file is there.
public enum CGImageSourceStatus: Int32, Sendable {
    /// It ends before the header does.
    case statusUnexpectedEOF = -5
    /// It is no picture of a kind that is known, or it is damaged.
    case statusInvalidData = -4
    /// It is no picture of a kind that is known.
    case statusUnknownType = -3
    /// The header is being read.
    case statusReadingHeader = -2
    /// More is to come.
    case statusIncomplete = -1
    /// All of it.
    case statusComplete = 0
}

/// Takes a picture's file; nil where it cannot be opened.
///
/// The file stays open as long as the source. A file that is no picture gives a source of no images.
///
/// - Parameters:
///   - url: The URL of a file; others give nil.
///   - options: Of no effect: nothing is kept in memory between two calls.
/// - Returns: The source.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
    guard url.isFileURL, let path = url.path, let file = OpenFile(path) else { return nil }
    return CGImageSource(.file(file))
}

/// Takes the bytes of a picture's file; those of something else give a source of no images.
///
/// - Parameters:
///   - data: The bytes.
///   - options: Of no effect: nothing is kept in memory between two calls.
/// - Returns: The source; never nil here.
public func CGImageSourceCreateWithData(
    _ data: CFData,
    _ options: CFDictionary?
) -> CGImageSource? {
    CGImageSource(.bytes(Data(referencing: data)))
}

/// Takes the bytes of a picture's file; those of something else give a source of no images.
///
/// - Parameters:
///   - provider: The bytes.
///   - options: Of no effect: nothing is kept in memory between two calls.
/// - Returns: The source; never nil here.
public func CGImageSourceCreateWithDataProvider(
    _ provider: CGDataProvider,
    _ options: CFDictionary?
) -> CGImageSource? {
    CGImageSource(.bytes(provider.bytes))
}

/// The number of images: 1 for a picture, 0 for what is none.
///
/// Of an animation, and of a file with several pictures, the first alone can be had.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.header == nil ? 0 : 1 }

/// The identifier of the file's type, by its content; nil for what is no picture.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? {
    isrc.header.map { NSString(string: $0.type.identifier) }
}

/// Whether a picture is there: `statusComplete`, or `statusUnknownType` for what is none.
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus {
    isrc.header == nil ? .statusUnknownType : .statusComplete
}

/// Whether an image is there: `statusComplete`, or `statusUnknownType` beyond the last.
public func CGImageSourceGetStatusAtIndex(
    _ isrc: CGImageSource,
    _ index: Int
) -> CGImageSourceStatus {
    isrc.has(index) ? .statusComplete : .statusUnknownType
}

/// The image that stands for the file: the first.
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }

/// The identifiers of all types of pictures that can be read.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray {
    NSArray(
        array: MediaType.allCases.filter { $0.kind == .image }
            .map { NSString(string: $0.identifier) }
    )
}

extension CGImageSource {
    func has(_ index: Int) -> Bool { header != nil && index == 0 }
}
