/// The blocks of metadata in a picture's file.
package struct MetadataParts: Sendable, Equatable {
    /// The Exif block, which begins with a TIFF header; nil if there is none.
    package var exif: [UInt8]?
    /// The XMP packet; nil if there is none.
    package var xmp: [UInt8]?
    /// Photoshop's resources, which contain the IPTC records; nil if there are none.
    package var resources: [UInt8]?

    package init(exif: [UInt8]? = nil, xmp: [UInt8]? = nil, resources: [UInt8]? = nil) {
        self.exif = exif
        self.xmp = xmp
        self.resources = resources
    }
}

/// A file with other metadata, as new bytes and ranges of the original file.
package struct CopyPlan: Sendable, Equatable {
    package enum Piece: Sendable, Equatable {
        case bytes([UInt8])
        /// Bytes of the original file.
        case original(Range<Int64>)

        package var count: Int64 {
            switch self {
            case .bytes(let bytes): Int64(bytes.count)
            case .original(let range): Int64(range.count)
            }
        }
    }

    package private(set) var pieces: [Piece] = []

    package var byteCount: Int64 { pieces.reduce(0) { $0 + $1.count } }

    package mutating func add(_ bytes: [UInt8]) {
        if !bytes.isEmpty { pieces.append(.bytes(bytes)) }
    }

    package mutating func add(_ piece: Piece) {
        if piece.count > 0 { pieces.append(piece) }
    }

    package mutating func add(_ range: Range<Int64>) {
        if !range.isEmpty { pieces.append(.original(range)) }
    }
}

/// A picture's file whose blocks of metadata can be replaced, while all other bytes stay.
package protocol MetadataContainer {
    var parts: MetadataParts { get }

    /// Returns the plan of a file with other blocks.
    ///
    /// A block that is nil is left out of the file.
    ///
    /// - Throws: `MediaFileError` with code `notEmbeddable` if the blocks do not fit the format.
    func plan(with parts: MetadataParts) throws(MediaFileError) -> CopyPlan
}

extension MediaType {
    /// Whether metadata can be embedded into copies of files of this format.
    package var takesEmbeddedMetadata: Bool {
        switch self {
        case .jpeg, .png, .webp, .tiff, .dng: true
        default: false
        }
    }

    /// Reads the blocks of metadata of a JPEG, PNG or WebP; nil for formats whose blocks are not separate.
    package static func container(
        of source: some ByteSource,
        type: MediaType
    ) throws(MediaFileError) -> (any MetadataContainer)? {
        switch type {
        case .jpeg: try JPEGContainer(source)
        case .png: try PNGContainer(source)
        case .webp: try WebPContainer(source)
        default: nil
        }
    }
}
