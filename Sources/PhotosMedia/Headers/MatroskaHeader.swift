/// Reads the segment information and the first video track of Matroska and WebM.
enum MatroskaHeader {
    private struct Element {
        let identifier: UInt64
        let content: Range<Int64>
    }

    static func read(
        _ type: MediaType,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> MediaHeader {
        var header = MediaHeader(type: type, storedWidth: 0, storedHeight: 0)
        var offset: Int64 = 0
        let file = 0..<reader.byteCount
        guard let start = try element(at: &offset, in: file, &reader),
            start.identifier == 0x1A45_DFA3,
            let segment = try element(at: &offset, in: file, &reader),
            segment.identifier == 0x1853_8067
        else { throw MediaFileError(.damaged, "a Matroska file without a segment") }

        var inside = segment.content.lowerBound
        while let part = try element(at: &inside, in: segment.content, &reader) {
            switch part.identifier {
            case 0x1549_A966:
                header.duration = try duration(part.content, &reader)
            case 0x1654_AE6B:
                try readTracks(part.content, &header, &reader)
            case 0x1F43_B675:
                // The frames begin here. Their description precedes them.
                return header
            default:
                break
            }
            if header.storedWidth > 0, header.duration != nil { break }
        }
        return header
    }

    private static func duration(
        _ range: Range<Int64>,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) -> Double? {
        var scale = 1_000_000.0
        var ticks: Double?
        var offset = range.lowerBound
        while let part = try element(at: &offset, in: range, &reader) {
            let size = part.content.count
            if part.identifier == 0x2AD7B1, (1...8).contains(size) {
                scale = Double(try reader.unsigned(at: part.content.lowerBound, bytes: size))
            } else if part.identifier == 0x4489, size == 4 {
                let bits = try reader.unsigned(at: part.content.lowerBound, bytes: 4)
                ticks = Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
            } else if part.identifier == 0x4489, size == 8 {
                ticks = Double(
                    bitPattern: try reader.unsigned(at: part.content.lowerBound, bytes: 8)
                )
            }
        }
        guard let ticks, ticks.isFinite, ticks > 0 else { return nil }
        return ticks * scale / 1_000_000_000
    }

    /// Reads the list of tracks.
    ///
    /// - Throws: `MediaFileError`, also if all tracks are audio.
    private static func readTracks(
        _ range: Range<Int64>,
        _ header: inout MediaHeader,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) {
        var offset = range.lowerBound
        var hasSound = false
        while let track = try element(at: &offset, in: range, &reader) {
            guard track.identifier == 0xAE else { continue }
            var inside = track.content.lowerBound
            while let part = try element(at: &inside, in: track.content, &reader) {
                if part.identifier == 0xE1 { hasSound = true }
                guard part.identifier == 0xE0, header.storedWidth == 0 else { continue }
                try readVideo(part.content, &header, &reader)
            }
        }
        if hasSound, header.storedWidth == 0 { throw MediaFileError.soundAlone }
    }

    private static func readVideo(
        _ range: Range<Int64>,
        _ header: inout MediaHeader,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) {
        var offset = range.lowerBound
        while let part = try element(at: &offset, in: range, &reader) {
            let size = part.content.count
            guard (1...4).contains(size) else { continue }
            let value = Int(try reader.unsigned(at: part.content.lowerBound, bytes: size))
            switch part.identifier {
            case 0xB0: header.storedWidth = value
            case 0xBA: header.storedHeight = value
            default: break
            }
        }
    }

    /// Returns the element at an offset, and moves the offset behind it; nil at the end of the parent.
    private static func element(
        at offset: inout Int64,
        in parent: Range<Int64>,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) -> Element? {
        guard offset < parent.upperBound else { return nil }
        try reader.step()
        let (identifier, _) = try variableNumber(at: &offset, keepsMarker: true, &reader)
        let (size, isUnknown) = try variableNumber(at: &offset, keepsMarker: false, &reader)
        guard offset <= parent.upperBound else {
            throw MediaFileError(.damaged, "a Matroska element is cut off")
        }
        let rest = UInt64(parent.upperBound - offset)
        // A live recording does not state sizes. An element without a size extends to the end of its parent.
        let end = isUnknown || size > rest ? parent.upperBound : offset + Int64(size)
        let element = Element(identifier: identifier, content: offset..<end)
        offset = end
        return element
    }

    private static func variableNumber(
        at offset: inout Int64,
        keepsMarker: Bool,
        _ reader: inout BoundedReader
    ) throws(MediaFileError) -> (value: UInt64, isUnknown: Bool) {
        let first = UInt8(truncatingIfNeeded: try reader.uint8(at: offset))
        let length = first.leadingZeroBitCount + 1
        guard length <= 8 else {
            throw MediaFileError(.damaged, "a Matroska number of more than eight bytes")
        }
        let number = try reader.unsigned(at: offset, bytes: length)
        offset += Int64(length)
        let mask = (UInt64(1) << UInt64(7 * length)) - 1
        let isUnknown = number & mask == mask
        return (keepsMarker ? number : number & mask, isUnknown)
    }
}
