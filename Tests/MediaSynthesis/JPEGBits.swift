/// The entropy-coded part of a JPEG: Huffman codes, highest bit first.
struct JPEGBits {
    private var bytes: [UInt8] = []
    private var pending: UInt32 = 0
    private var pendingCount = 0

    /// Writes the numbers of one block, given in zigzag order.
    mutating func write(
        _ numbers: [Int],
        after lastDC: Int,
        _ dcTable: JPEGTables.Huffman,
        _ acTable: JPEGTables.Huffman
    ) {
        let difference = numbers[0] - lastDC
        let length = Self.length(of: difference)
        write(dcTable.codes[length])
        write(difference, length: length)

        var zeros = 0
        for number in numbers.dropFirst() {
            if number == 0 {
                zeros += 1
                continue
            }
            while zeros > 15 {
                write(acTable.codes[0xF0])
                zeros -= 16
            }
            let length = Self.length(of: number)
            write(acTable.codes[zeros << 4 | length])
            write(number, length: length)
            zeros = 0
        }
        if zeros > 0 { write(acTable.codes[0]) }
    }

    /// Returns all bytes.
    ///
    /// Ones fill the last byte.
    func finished() -> [UInt8] {
        var copy = self
        if copy.pendingCount > 0 {
            let gap = 8 - copy.pendingCount
            copy.append((1 << UInt32(gap)) - 1, count: gap)
        }
        return copy.bytes
    }

    private static func length(of number: Int) -> Int {
        Int.bitWidth - Int(number.magnitude).leadingZeroBitCount
    }

    /// Writes a number.
    ///
    /// A negative one is written as one less, in the same number of bits.
    private mutating func write(_ number: Int, length: Int) {
        let value = number < 0 ? number - 1 : number
        append(UInt32(value & ((1 << length) - 1)), count: length)
    }

    private mutating func write(_ code: JPEGTables.Code) {
        append(code.bits, count: code.length)
    }

    private mutating func append(_ bits: UInt32, count: Int) {
        pending = pending << UInt32(count) | bits
        pendingCount += count
        while pendingCount >= 8 {
            let byte = UInt8(truncatingIfNeeded: pending >> UInt32(pendingCount - 8))
            bytes.append(byte)
            // A zero after 0xFF means that no marker follows.
            if byte == 0xFF { bytes.append(0) }
            pendingCount -= 8
        }
        pending &= (1 << UInt32(pendingCount)) - 1
    }
}
