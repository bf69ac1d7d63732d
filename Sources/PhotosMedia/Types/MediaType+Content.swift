extension MediaType {
    /// The number of bytes at a file's start that `init(startingWith:fileSize:)` uses.
    ///
    /// A frame of MP3 has up to 1,441 bytes, and only a second frame confirms the format.
    package static let signatureLength = 2048

    /// Finds the type from a file's first bytes; nil if it is neither picture nor movie nor sound.
    ///
    /// Some kinds of TIFF differ only in their tags: DNG and most camera formats. Here they are `tiff`;
    /// `MediaHeader.read(from:)` reads their tags.
    ///
    /// - Parameters:
    ///   - bytes: The file's first bytes: `signatureLength` of them, or all if the file is shorter.
    ///   - fileSize: The size of the whole file in bytes.
    package init?(startingWith bytes: [UInt8], fileSize: Int64) {
        guard
            let type = Self.stillType(of: bytes) ?? Self.riffType(of: bytes) ?? Self.isoMediaType(
                of: bytes
            )
                ?? Self.quickTimeType(of: bytes, fileSize: fileSize) ?? Self.matroskaType(of: bytes)
                ?? Self.transportStreamType(of: bytes) ?? Self.oldMovieType(of: bytes)
                ?? Self.soundType(of: bytes)
        else { return nil }
        self = type
    }

    /// Finds the type from a file's first bytes.
    ///
    /// - Throws: `MediaFileError` if the file is neither picture nor movie nor sound.
    init(known bytes: [UInt8], fileSize: Int64) throws(MediaFileError) {
        guard fileSize > 0 else { throw MediaFileError(.notMedia, "it is empty") }
        guard let type = MediaType(startingWith: bytes, fileSize: fileSize) else {
            throw MediaFileError(.notMedia, "its first bytes are unknown")
        }
        self = type
    }

    private static func stillType(of bytes: [UInt8]) -> MediaType? {
        for (signature, type) in signatures where bytes.starts(with: signature) {
            return type
        }
        // Canon's signature has three parts: the byte order, the length of the header, and a mark.
        if bytes.starts(with: [0x49, 0x49]), bytes.dropFirst(6).starts(with: "HEAPCCDR".utf8) {
            return .canonCRW
        }
        // "BM" alone is too short for a signature, so the size of the header behind it must be a known one.
        if bytes.starts(with: [0x42, 0x4D]), bytes.count >= 26,
            [12, 16, 40, 52, 56, 64, 108, 124].contains(bytes[14]),
            bytes[15...17].allSatisfy({ $0 == 0 })
        {
            return .bmp
        }
        return nil
    }

    /// The signatures; the first match wins.
    ///
    /// Of two with the same beginning, the longer comes first.
    private static let signatures: [([UInt8], MediaType)] = [
        ([0xFF, 0xD8, 0xFF], .jpeg),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),
        (Array("GIF87a".utf8), .gif),
        (Array("GIF89a".utf8), .gif),
        ([0x49, 0x49, 0x2A, 0x00, 0x10, 0x00, 0x00, 0x00, 0x43, 0x52, 0x02], .canonCR2),
        ([0x49, 0x49, 0x2A, 0x00, 0x10, 0x00, 0x00, 0x00, 0xBA, 0xB0, 0xAC, 0xBB], .canonTIF),
        ([0x49, 0x49, 0x2A, 0x00], .tiff),
        ([0x4D, 0x4D, 0x00, 0x2A], .tiff),
        // BigTIFF, with offsets of eight bytes.
        ([0x49, 0x49, 0x2B, 0x00, 0x08, 0x00, 0x00, 0x00], .tiff),
        ([0x4D, 0x4D, 0x00, 0x2B, 0x00, 0x08, 0x00, 0x00], .tiff),
        ([0x00, 0x4D, 0x52, 0x4D], .minoltaMRW),
        (Array("FOVb".utf8), .sigmaX3F),
        (Array("IIRO".utf8), .olympusORF),
        (Array("IIRS".utf8), .olympusORF),
        (Array("MMOR".utf8), .olympusORF),
        ([0x49, 0x49, 0x55, 0x00], .panasonicRW2),
        (Array("FUJIFILMCCD-RAW".utf8), .fujiRAF),
        ([0xFF, 0x0A], .jpegXL),
        (
            [0x00, 0x00, 0x00, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A],
            .jpegXL
        ),
        (
            [0x00, 0x00, 0x00, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A],
            .jpeg2000
        ),
        ([0xFF, 0x4F, 0xFF, 0x51], .jpeg2000),
        (Array("8BPS".utf8) + [0, 1], .photoshop),
        (Array("8BPS".utf8) + [0, 2], .photoshopLarge),
        (Array("#?RADIANCE\n".utf8), .radiance),
        (Array("#?RGBE\n".utf8), .radiance),
        ([0x76, 0x2F, 0x31, 0x01], .openEXR),
        ([0x49, 0x49, 0xBC, 0x01], .jpegXR),
    ]

    private static func riffType(of bytes: [UInt8]) -> MediaType? {
        guard bytes.count >= 12, bytes.starts(with: Array("RIFF".utf8)) else { return nil }
        switch FourCharacterCode(bytes[8..<12]) {
        case "WEBP": return .webp
        case "AVI ": return .avi
        case "WAVE": return .wave
        default: return nil
        }
    }

    private static func isoMediaType(of bytes: [UInt8]) -> MediaType? {
        guard bytes.count >= 16, FourCharacterCode(bytes[4..<8]) == "ftyp" else { return nil }
        let boxSize = bytes[0..<4].reduce(0) { $0 << 8 | Int($1) }
        var brands = [FourCharacterCode(bytes[8..<12])]
        var offset = 16
        while offset + 4 <= min(boxSize, bytes.count) {
            brands.append(FourCharacterCode(bytes[offset..<offset + 4]))
            offset += 4
        }
        // The generic brands of image files do not state the format. The compatible brands do.
        let generic: Set<FourCharacterCode> = ["mif1", "msf1", "mif2", "miaf"]
        if generic.contains(brands[0]) {
            return brands.compactMap { stillBrands[$0] }.first ?? .heif
        }
        if let type = stillBrands[brands[0]] ?? movieBrands[brands[0]] { return type }
        let others = brands.dropFirst()
        let known = others.compactMap { stillBrands[$0] ?? movieBrands[$0] }.first
        return known ?? (others.contains { generic.contains($0) } ? .heif : nil)
    }

    private static let stillBrands: [FourCharacterCode: MediaType] = [
        "heic": .heic, "heix": .heic, "heim": .heic, "heis": .heic,
        "hevc": .heics, "hevx": .heics, "avif": .avif, "avis": .avif, "crx ": .canonCR3,
        // The brands of items that are coded as JPEG and JPEG 2000.
        "jpeg": .heif, "jpgs": .heif, "j2ki": .heif,
    ]

    private static let movieBrands: [FourCharacterCode: MediaType] = [
        "qt  ": .quickTimeMovie, "M4V ": .m4v, "M4VH": .m4v, "M4VP": .m4v, "M4A ": .m4a,
        "M4B ": .m4a, "3gp4": .threeGPP, "3gp5": .threeGPP, "3gp6": .threeGPP, "3gp7": .threeGPP,
        "3gp8": .threeGPP, "3gp9": .threeGPP, "3ge6": .threeGPP, "3ge7": .threeGPP,
        "3gg6": .threeGPP, "3g2a": .threeGPP2, "3g2b": .threeGPP2, "3g2c": .threeGPP2,
        "isom": .mpeg4, "iso2": .mpeg4, "iso3": .mpeg4, "iso4": .mpeg4, "iso5": .mpeg4,
        "iso6": .mpeg4, "iso8": .mpeg4, "iso9": .mpeg4, "mp41": .mpeg4, "mp42": .mpeg4,
        "mp71": .mpeg4, "avc1": .mpeg4, "hvc1": .mpeg4, "av01": .mpeg4, "dash": .mpeg4,
        "MSNV": .mpeg4, "XAVC": .mpeg4, "mmp4": .mpeg4, "F4V ": .mpeg4, "f4v ": .mpeg4,
    ]

    /// Recognizes old QuickTime movies, which have no brand, by their first box: its type and a possible size.
    private static func quickTimeType(of bytes: [UInt8], fileSize: Int64) -> MediaType? {
        guard bytes.count >= 8 else { return nil }
        let first: Set<FourCharacterCode> = ["moov", "mdat", "wide", "pnot"]
        // Free space may precede one of those boxes.
        let room: Set<FourCharacterCode> = ["free", "skip", "wide"]
        var offset = 0
        while offset + 8 <= bytes.count {
            let code = FourCharacterCode(bytes[offset + 4..<offset + 8])
            let size = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            // The brand of a file decides its type, unless free space precedes the brand.
            let isFirst = first.contains(code) || (offset > 0 && code == "ftyp")
            guard isFirst || room.contains(code),
                size <= 1 || (size >= 8 && Int64(size) <= fileSize - Int64(offset))
            else { return nil }
            if isFirst { return .quickTimeMovie }
            guard size >= 8 else { return nil }
            offset += size
        }
        // The free space is longer than the bytes that are read here.
        return offset > bytes.count ? .quickTimeMovie : nil
    }

    private static func matroskaType(of bytes: [UInt8]) -> MediaType? {
        guard bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) else { return nil }
        // The document type is an element 0x4282 in the first header. Its text follows a size of one to eight bytes, whose
        // number the first one states (RFC 8794, section 4.1).
        let head = Array(bytes.prefix(64))
        for index in head.indices.dropLast(3) where head[index] == 0x42 && head[index + 1] == 0x82 {
            let text = head.dropFirst(index + 3 + head[index + 2].leadingZeroBitCount)
            if text.starts(with: Array("webm".utf8)) { return .webM }
            if text.starts(with: Array("matroska".utf8)) { return .matroska }
        }
        return nil
    }

    /// Recognizes packets that begin with the same byte at equal distances.
    ///
    /// A packet has 188 bytes, or 192 with a camcorder's clock before each.
    private static func transportStreamType(of bytes: [UInt8]) -> MediaType? {
        for (type, start, size) in [(MediaType.transportStream, 0, 188), (.avchd, 4, 192)] {
            let starts = [start, start + size, start + 2 * size]
            guard bytes.count > starts[2] + 1 else { continue }
            // A single 0x47 is common. Three of them with plausible identifiers are not.
            if starts.allSatisfy({ bytes[$0] == 0x47 && bytes[$0 + 1] & 0x80 == 0 }) { return type }
        }
        return nil
    }

    private static func oldMovieType(of bytes: [UInt8]) -> MediaType? {
        guard bytes.count >= 32 else { return nil }
        switch bytes[0..<4] {
        case [0, 0, 1, 0xBA]:
            // The clock of a pack begins with the bits 01 in MPEG-2 and 0010 in MPEG-1. Both have fixed bits inside.
            let isSecond = bytes[4] & 0xC4 == 0x44 && bytes[6] & 4 == 4
            let isFirst = bytes[4] & 0xF1 == 0x21 && bytes[6] & 1 == 1
            return isSecond || isFirst ? .mpeg : nil
        case [0, 0, 1, 0xB3]:
            // A sequence header: width and height, aspect ratio, frame rate, and a bit that is always set.
            let isSized = (bytes[4] | bytes[5] & 0xF0) != 0 && (bytes[5] & 0x0F | bytes[6]) != 0
            let isShown = bytes[7] >> 4 != 0 && (1...8).contains(bytes[7] & 15)
            return isSized && isShown && bytes[10] & 0x20 != 0 ? .mpeg2Video : nil
        case [0x46, 0x4C, 0x56, 1]:
            return bytes[4] & 0xFA == 0 && bytes[5..<9] == [0, 0, 0, 9] ? .flashVideo : nil
        case [0x30, 0x26, 0xB2, 0x75]:
            return bytes.starts(with: windowsMediaStart) ? .windowsMedia : nil
        case [0x4F, 0x67, 0x67, 0x53]:
            // The first packets name the codecs of the streams. A file with sound alone is no movie.
            let name: [UInt8] = [0x80] + Array("theora".utf8)
            let isNamed = bytes.indices.contains {
                bytes[$0] == name[0] && bytes[$0...].starts(with: name)
            }
            return isNamed ? .oggVideo : nil
        default:
            return nil
        }
    }

    private static let windowsMediaStart: [UInt8] = [
        0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6, 0xD9, 0x00, 0xAA, 0x00, 0x62, 0xCE,
        0x6C,
    ]

    private static func soundType(of bytes: [UInt8]) -> MediaType? {
        guard bytes.count >= 12 else { return nil }
        if bytes.starts(with: Array("FORM".utf8)) {
            switch FourCharacterCode(bytes[8..<12]) {
            case "AIFF": return .aiff
            case "AIFC": return .aifc
            default: return nil
            }
        }
        if bytes.starts(with: Array("caff".utf8)), bytes[4] == 0, bytes[5] == 1 {
            return .coreAudio
        }
        if bytes.starts(with: Array("fLaC".utf8)) { return .flac }
        if bytes.starts(with: Array("ID3".utf8)), bytes[3] < 5 { return .mp3 }
        return MPEGAudioFrame.type(of: bytes)
    }
}
