/// The data in a file's header alone, read without a decoder.
package struct MediaHeader: Sendable, Hashable, Codable {
    package let type: MediaType
    /// The stored width in pixels; 0 for sound.
    package var storedWidth: Int
    /// The stored height in pixels; 0 for sound.
    package var storedHeight: Int
    package var orientation: ImageOrientation
    /// Seconds, if the file states them.
    package var duration: Double?
    /// Whether a picture file states that it has several frames to be played.
    package var isAnimated: Bool
    /// The range of the Exif block (a TIFF header and its directories) in the file.
    package var exif: Range<Int64>?
    /// The ranges of more directories of the Exif block.
    ///
    /// Canon's raw files have a separate block for each.
    package var exifParts: [Range<Int64>] = []
    /// The range of the XMP packet in the file.
    package var xmp: Range<Int64>?
    /// The range of the IPTC records in the file.
    package var iptc: Range<Int64>?
    /// The texts of a PNG that hold metadata in special forms.
    package var texts: [PNGText] = []
    /// The range of a movie inside a picture's file, as the picture's own structure states it.
    package var movie: Range<Int64>?
    /// The parts that only raw files have.
    package var raw = RawParts()
    /// The meaning of the colour values, if the file states it by numbers instead of a profile.
    package var colors: ColorCode?
    /// The other facts in the structure, under the names of the table of facts.
    package var tags: [String: String] = [:]
    /// The reason why the file seems to be cut off or changed, although its header can be read.
    package var suspicion: String?
    /// The damage of the header's own parts, which no decoder can refute.
    package var damage: String?
    /// The offset of a JPEG's pixels.
    ///
    /// Markers before it belong to previews.
    package var pixels: Int64?
    /// Whether the orientation comes from the Exif block, in a format whose decoders ignore that block.
    package var isTurnedByExif = false

    package init(
        type: MediaType,
        storedWidth: Int,
        storedHeight: Int,
        orientation: ImageOrientation = .up,
        duration: Double? = nil,
        isAnimated: Bool = false,
        exif: Range<Int64>? = nil,
        xmp: Range<Int64>? = nil
    ) {
        self.type = type
        self.storedWidth = storedWidth
        self.storedHeight = storedHeight
        self.orientation = orientation
        self.duration = duration
        self.isAnimated = isAnimated
        self.exif = exif
        self.xmp = xmp
    }
}

extension MediaHeader {
    /// The width in pixels after the orientation is applied.
    package var displayedWidth: Int { orientation.swapsSides ? storedHeight : storedWidth }

    /// The height in pixels after the orientation is applied.
    package var displayedHeight: Int { orientation.swapsSides ? storedWidth : storedHeight }

    /// The largest side in pixels.
    ///
    /// The largest stitched panoramas are around 400,000 pixels wide. Many formats allow
    /// at most 65,535.
    package static let maximumSide = 1 << 20

    /// The largest duration in seconds.
    ///
    /// A movie that states thirty years has no valid duration.
    package static let maximumDuration = 1e9

    /// Reads the header of a file.
    ///
    /// `BoundedReader` bounds the work, whatever the content. Safe on any thread.
    ///
    /// - Throws: `MediaFileError` if the file is not media, damaged, too large or unreadable.
    package static func read(from source: some ByteSource) throws(MediaFileError) -> MediaHeader {
        var reader = BoundedReader(source)
        return try read(from: &reader)
    }

    /// Reads the header of a file.
    ///
    /// Afterwards, `reader` has the amount of work.
    package static func read(
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> MediaHeader {
        let start = Array(try reader.prefix(at: 0, count: MediaType.signatureLength))
        let type = try MediaType(known: start, fileSize: reader.byteCount)
        var header = try header(of: type, from: &reader)
        if let duration = header.duration, !(0..<maximumDuration).contains(duration) {
            header.duration = nil
        }
        guard
            type.kind == .audio || type.needsDecoderForSize
                || (header.storedWidth > 0 && header.storedHeight > 0)
        else {
            throw MediaFileError(.damaged, "it states no size")
        }
        guard max(header.storedWidth, header.storedHeight) <= maximumSide else {
            throw MediaFileError(.tooLarge, "a side of more than \(maximumSide) pixels")
        }
        return header
    }

    private static func header(
        of type: MediaType,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> MediaHeader {
        switch type {
        case .jpeg:
            try JPEGHeader.read(from: &reader)
        case .png:
            try PNGHeader.read(from: &reader)
        case .webp:
            try WebPHeader.read(from: &reader)
        case .gif:
            try GIFHeader.read(from: &reader)
        case .bmp:
            try BMPHeader.read(from: &reader)
        case .jpegXL:
            try JPEGXLHeader.read(from: &reader)
        case .jpeg2000:
            try JPEG2000Header.read(from: &reader)
        case .photoshop, .photoshopLarge:
            try PhotoshopHeader.read(type, from: &reader)
        case .radiance:
            try RadianceHeader.read(from: &reader)
        case .openEXR:
            try OpenEXRHeader.read(from: &reader)
        case .jpegXR:
            try JPEGXRHeader.read(from: &reader)
        case .heic, .heics, .heif, .avif:
            try HEIFHeader.read(type, from: &reader)
        case .tiff, .dng, .canonCR2, .canonTIF, .nikonNEF, .nikonNRW, .sonyARW, .sonySRF, .sonySR2,
            .pentaxPEF, .olympusORF, .panasonicRW2, .panasonicRAW, .leicaRWL, .samsungSRW,
            .epsonERF, .kodakDCR, .leafMOS, .hasselblad3FR, .hasselbladFFF, .mamiyaMEF,
            .phaseOneIIQ:
            try TIFFHeader.read(type, from: &reader)
        case .canonCRW:
            try CIFFHeader.read(from: &reader)
        case .minoltaMRW:
            try MRWHeader.read(from: &reader)
        case .sigmaX3F:
            try X3FHeader.read(from: &reader)
        case .fujiRAF:
            try RAFHeader.read(from: &reader)
        case .quickTimeMovie, .mpeg4, .m4v, .threeGPP, .threeGPP2, .m4a, .canonCR3:
            try MovieHeader.read(type, from: &reader)
        case .avi:
            try AVIHeader.read(from: &reader)
        case .matroska, .webM:
            try MatroskaHeader.read(type, from: &reader)
        case .transportStream, .avchd:
            try TransportStreamHeader.read(type, from: &reader)
        case .windowsMedia, .advancedSystems:
            try ASFHeader.read(from: &reader)
        case .mpeg, .mpeg2Video, .flashVideo, .oggVideo:
            MediaHeader(type: type, storedWidth: 0, storedHeight: 0)
        case .mp3, .wave, .aiff, .aifc, .coreAudio, .aac, .flac:
            MediaHeader(type: type, storedWidth: 0, storedHeight: 0)
        }
    }
}
