/// Splits the byte stream of an encoder into its units (ITU-T H.264, annex B).
package enum H264Stream {
    /// Returns the units of a byte stream, without their start codes.
    package static func units(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var units: [ArraySlice<UInt8>] = []
        var start: Int?
        var index = 0
        while index + 2 < bytes.count {
            // A byte above 1 at the third position begins no start code, nor do the two before it.
            if bytes[index + 2] > 1 {
                index += 3
            } else if bytes[index] == 0, bytes[index + 1] == 0, bytes[index + 2] == 1 {
                if let start { units.append(unit(of: bytes, in: start..<index)) }
                start = index + 3
                index += 3
            } else {
                index += 1
            }
        }
        if let start { units.append(unit(of: bytes, in: start..<bytes.count)) }
        return units.filter { !$0.isEmpty }
    }

    /// Returns a unit without the zeros that belong to the next start code.
    private static func unit(of bytes: [UInt8], in range: Range<Int>) -> ArraySlice<UInt8> {
        var end = range.upperBound
        while end > range.lowerBound, bytes[end - 1] == 0 { end -= 1 }
        return bytes[range.lowerBound..<end]
    }

    /// Returns a picture in the form of MP4: each unit after its length.
    ///
    /// Messages of the encoder about itself are left out.
    package static func sample(_ bytes: [UInt8]) -> [UInt8] {
        var writer = ByteWriter(capacity: bytes.count + 16)
        for unit in units(bytes) where kind(of: unit) != supplement {
            writer.uint32(unit.count)
            writer.append(unit)
        }
        return writer.bytes
    }

    /// Returns the content of the box `avcC`; nil if the parameter sets are not there, or are of another profile.
    ///
    /// - Parameters:
    ///   - header: The byte stream with the parameter sets.
    ///   - level: The level that they must state.
    /// - Returns: The content.
    package static func configuration(_ header: [UInt8], level: Int) -> [UInt8]? {
        let units = units(header)
        guard let sequence = units.first(where: { kind(of: $0) == sequenceParameters }),
            let picture = units.first(where: { kind(of: $0) == pictureParameters }),
            Array(sequence.dropFirst().prefix(3)) == [100, 0, UInt8(level)]
        else { return nil }
        return ByteWriter { writer in
            writer.append([1, 100, 0, UInt8(level), 0xFF, 0xE1])
            writer.uint16(sequence.count)
            writer.append(sequence)
            writer.byte(1)
            writer.uint16(picture.count)
            writer.append(picture)
            // The profile High also states 4:2:0, and 8 bits for each part.
            writer.append([0xFD, 0xF8, 0xF8, 0])
        }.bytes
    }

    private static let supplement: UInt8 = 6
    private static let sequenceParameters: UInt8 = 7
    private static let pictureParameters: UInt8 = 8

    private static func kind(of unit: ArraySlice<UInt8>) -> UInt8 { (unit.first ?? 0) & 0x1F }
}
