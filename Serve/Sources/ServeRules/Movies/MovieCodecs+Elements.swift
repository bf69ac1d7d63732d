extension MovieCodecs {
    private typealias Element = (identifier: UInt64, content: Range<Int64>)

    private static let segment: UInt64 = 0x1853_8067
    private static let tracks: UInt64 = 0x1654_AE6B
    private static let track: UInt64 = 0xAE
    private static let trackType: UInt64 = 0x83
    private static let codec: UInt64 = 0x86
    private static let frames: UInt64 = 0x1F43_B675

    /// Reads the list of tracks of a movie in WebM or Matroska, which precedes its frames.
    mutating func readElements(_ file: inout MovieBytes) throws {
        var offset: Int64 = 0
        let whole = 0..<file.size
        while let part = try Self.element(at: &offset, in: whole, &file) {
            guard part.identifier == Self.segment else { continue }
            var inside = part.content.lowerBound
            while let part = try Self.element(at: &inside, in: part.content, &file) {
                if part.identifier == Self.tracks { return try readTracks(part.content, &file) }
                if part.identifier == Self.frames { break }
            }
        }
        throw MovieBytes.Unreadable()
    }

    private mutating func readTracks(_ range: Range<Int64>, _ file: inout MovieBytes) throws {
        var offset = range.lowerBound
        while let track = try Self.element(at: &offset, in: range, &file) {
            guard track.identifier == Self.track else { continue }
            var (kind, name): (UInt64, String) = (0, "")
            var inside = track.content.lowerBound
            while let part = try Self.element(at: &inside, in: track.content, &file) {
                let count = Int64(part.content.count)
                if part.identifier == Self.trackType, (1...8).contains(count) {
                    kind = try file.number(at: part.content.lowerBound, count: count)
                } else if part.identifier == Self.codec, count <= 64 {
                    name = try file.text(at: part.content.lowerBound, count: count)
                }
            }
            if kind == 1 { video.insert(name) }
            if kind == 2 { audio.insert(name) }
        }
    }

    /// Returns the element at an offset, and moves the offset behind it; nil at the end of the range.
    private static func element(
        at offset: inout Int64,
        in range: Range<Int64>,
        _ file: inout MovieBytes
    ) throws -> Element? {
        guard offset < range.upperBound else { return nil }
        let identifier = try number(at: &offset, keepsMarker: true, &file).value
        let (size, isUnknown) = try number(at: &offset, keepsMarker: false, &file)
        guard offset <= range.upperBound else { throw MovieBytes.Unreadable() }
        let rest = range.upperBound - offset
        // A live recording does not state sizes: the element then extends to the end of its parent.
        let count = isUnknown || size > UInt64(rest) ? rest : Int64(size)
        defer { offset += count }
        return (identifier, offset..<offset + count)
    }

    private static func number(
        at offset: inout Int64,
        keepsMarker: Bool,
        _ file: inout MovieBytes
    ) throws -> (value: UInt64, isUnknown: Bool) {
        let first = try file.bytes(at: offset, count: 1)[0]
        let count = first.leadingZeroBitCount + 1
        guard count <= 8 else { throw MovieBytes.Unreadable() }
        let number = try file.number(at: offset, count: Int64(count))
        offset += Int64(count)
        let mask = (UInt64(1) << UInt64(7 * count)) - 1
        return (keepsMarker ? number : number & mask, number & mask == mask)
    }
}
