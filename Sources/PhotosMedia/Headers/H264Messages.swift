/// Finds the supplemental enhancement information in an H.264 stream, as its bytes arrive.
struct H264Messages {
    /// The largest length of a unit.
    ///
    /// The messages that are read are shorter, and longer units are skipped.
    private static let maximumLength = 4096
    /// The type in the first byte of a unit of messages.
    private static let type: UInt8 = 6

    private var zeros = 0
    private var isHeaderNext = false
    private var isCollecting = false
    /// The current unit of messages, without its emulation prevention bytes.
    private var unit: [UInt8] = []

    /// Reads the next bytes of a stream.
    ///
    /// - Returns: The user data of the units that ended in these bytes.
    mutating func append(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var found: [ArraySlice<UInt8>] = []
        for byte in bytes {
            if byte == 1, zeros >= 2 {
                found += close()
                isHeaderNext = true
                zeros = 0
                continue
            }
            if isHeaderNext {
                isHeaderNext = false
                isCollecting = byte & 0x9F == Self.type
                zeros = byte == 0 ? 1 : 0
                continue
            }
            if isCollecting {
                // After two zeros, a 3 only prevents the bytes behind it from looking like the start of a unit.
                if byte == 3, zeros >= 2 {
                    zeros = 0
                    continue
                }
                unit.append(byte)
                if unit.count > Self.maximumLength {
                    isCollecting = false
                    unit = []
                }
            }
            zeros = byte == 0 ? min(zeros + 1, 2) : 0
        }
        return found
    }

    /// Ends the current unit.
    ///
    /// - Returns: The user data in the unit.
    mutating func close() -> [ArraySlice<UInt8>] {
        defer {
            isCollecting = false
            unit = []
        }
        return isCollecting ? Self.userData(unit) : []
    }

    /// Returns the messages of unregistered user data in a unit.
    private static func userData(_ unit: [UInt8]) -> [ArraySlice<UInt8>] {
        var found: [ArraySlice<UInt8>] = []
        var offset = 0
        while let type = codedNumber(in: unit, at: &offset),
            let length = codedNumber(in: unit, at: &offset)
        {
            guard length <= unit.count - offset else { break }
            if type == 5 { found.append(unit[offset..<offset + length]) }
            offset += length
        }
        return found
    }

    /// Reads a number: the sum of bytes of 255 and a smaller last byte.
    private static func codedNumber(in unit: [UInt8], at offset: inout Int) -> Int? {
        var value = 0
        while offset < unit.count {
            let byte = Int(unit[offset])
            offset += 1
            value += byte
            if byte < 255 { return value }
        }
        return nil
    }
}
