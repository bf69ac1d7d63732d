/// Finds what a stream of H.264 says beside its pictures (supplemental enhancement information), as its bytes come in.
struct H264Messages {
    /// No message that is looked for here is longer; what is longer is passed over.
    private static let maximumLength = 4096
    /// Units of messages begin with a byte of this type.
    private static let type: UInt8 = 6

    private var zeros = 0
    private var isHeaderNext = false
    private var isCollecting = false
    /// The unit of messages that is being collected, without the bytes that protect it.
    private var unit: [UInt8] = []

    /// Takes the next bytes of a stream.
    ///
    /// - Returns: The user data of the units that ended in them.
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
                // Behind two zeros a three protects what would look like the start of a unit.
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

    /// Takes what was collected as whole.
    ///
    /// - Returns: Its user data.
    mutating func close() -> [ArraySlice<UInt8>] {
        defer {
            isCollecting = false
            unit = []
        }
        return isCollecting ? Self.userData(unit) : []
    }

    /// The messages of unregistered user data in a unit.
    private static func userData(_ unit: [UInt8]) -> [ArraySlice<UInt8>] {
        var found: [ArraySlice<UInt8>] = []
        var offset = 0
        while let type = number(unit, &offset), let length = number(unit, &offset) {
            guard length <= unit.count - offset else { break }
            if type == 5 { found.append(unit[offset..<offset + length]) }
            offset += length
        }
        return found
    }

    /// A number of as many bytes of 255 as it takes, and a smaller one.
    private static func number(_ unit: [UInt8], _ offset: inout Int) -> Int? {
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
