/// The properties of pictures in the settings of their HEVC decoder (`hvcC`).
struct HEVCConfiguration: Hashable {
    /// As decoders hand it out: without the margin that only fills up blocks.
    let size: PixelSize
    /// Of each colour, the larger of both kinds.
    let bits: Int

    /// Reads the content of the box: of its lists the first set of parameters for whole pictures.
    ///
    /// - Throws: `MediaFileError` where there is none, or it is damaged.
    init(_ content: Range<Int64>, from reader: inout BoundedReader) throws(MediaFileError) {
        var cursor = content.lowerBound + 22
        let lists = try reader.uint8(at: cursor)
        cursor += 1
        for _ in 0..<lists {
            let type = try reader.uint8(at: cursor) & 63
            let count = try reader.uint16(at: cursor + 1)
            cursor += 3
            for _ in 0..<count {
                try reader.step()
                let length = try reader.uint16(at: cursor)
                cursor += 2
                guard Int64(length) <= content.upperBound - cursor else {
                    throw MediaFileError(.damaged, "the settings of its decoder are cut off")
                }
                if type == Self.pictureParameters {
                    // The values that are needed are at the beginning; the rest may be long.
                    let start = try reader.bytes(at: cursor, count: min(length, 256))
                    self = try HEVCConfiguration(parameters: start)
                    return
                }
                cursor += Int64(length)
            }
        }
        throw MediaFileError(.damaged, "the settings of its decoder state no size")
    }

    /// The type of the units that describe whole pictures.
    private static let pictureParameters = 33

    private init(parameters: ArraySlice<UInt8>) throws(MediaFileError) {
        // The unit's own header has two bytes.
        var bits = HEVCBits(parameters.dropFirst(2))
        try bits.skip(4)
        let layers = try bits.next(3)
        try bits.skip(1)
        try Self.skipProfile(layers: layers, in: &bits)
        _ = try bits.number()
        let chroma = try bits.number()
        guard chroma <= 3 else { throw Self.impossible }
        if chroma == 3 { try bits.skip(1) }
        var size = PixelSize(width: try bits.number(), height: try bits.number())
        if try bits.next(1) == 1 {
            // Margins are counted in pixels of the colours.
            let across = [1, 2].contains(chroma) ? 2 : 1
            let down = chroma == 1 ? 2 : 1
            size.width -= across * (try bits.number() + bits.number())
            size.height -= down * (try bits.number() + bits.number())
        }
        let depth = 8 + max(try bits.number(), try bits.number())
        let sides = 1...MediaHeader.maximumSide
        guard sides.contains(size.width), sides.contains(size.height), depth <= 16 else {
            throw Self.impossible
        }
        self.size = size
        self.bits = depth
    }

    private static var impossible: MediaFileError {
        MediaFileError(.damaged, "the settings of its decoder make no sense")
    }

    /// Passes over the profiles and levels of the whole and of its layers in time.
    private static func skipProfile(
        layers: Int,
        in bits: inout HEVCBits
    ) throws(MediaFileError) {
        let (profile, level) = (88, 8)
        try bits.skip(profile + level)
        guard layers > 0 else { return }
        var rest = 0
        // Flags for eight layers, whether used or not.
        for layer in 0..<8 {
            let (hasProfile, hasLevel) = (try bits.next(1) == 1, try bits.next(1) == 1)
            guard layer < layers else { continue }
            rest += (hasProfile ? profile : 0) + (hasLevel ? level : 0)
        }
        try bits.skip(rest)
    }
}

/// Bits of a unit of HEVC, from the highest of each byte on, without the bytes that protect it.
struct HEVCBits {
    private let bytes: [UInt8]
    private var position = 0

    init(_ unit: ArraySlice<UInt8>) {
        var (bytes, zeros): ([UInt8], Int) = ([], 0)
        for byte in unit {
            // Behind two zeros, a three protects bytes that would otherwise start a unit.
            if byte == 3, zeros >= 2 {
                zeros = 0
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            bytes.append(byte)
        }
        self.bytes = bytes
    }

    /// Up to 32 bits.
    mutating func next(_ count: Int) throws(MediaFileError) -> Int {
        guard count <= bytes.count * 8 - position else { throw Self.end }
        var value = 0
        for _ in 0..<count {
            value = value << 1 | Int(bytes[position / 8] >> UInt8(7 - position % 8) & 1)
            position += 1
        }
        return value
    }

    mutating func skip(_ count: Int) throws(MediaFileError) {
        guard count <= bytes.count * 8 - position else { throw Self.end }
        position += count
    }

    /// A number that says by leading zeros how long it is.
    mutating func number() throws(MediaFileError) -> Int {
        var zeros = 0
        while try next(1) == 0 {
            zeros += 1
            guard zeros < 32 else {
                throw MediaFileError(.damaged, "the settings of its decoder make no sense")
            }
        }
        return (1 << zeros) - 1 + (try next(zeros))
    }

    private static var end: MediaFileError {
        MediaFileError(.damaged, "the settings of its decoder are cut off")
    }
}
