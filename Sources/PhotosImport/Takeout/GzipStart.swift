/// Decompresses the first bytes of a gzip file (RFC 1952, RFC 1951), enough to detect its content.
///
/// The worker decompresses everything else, inside its sandbox. The work here is bounded by the number of
/// bytes requested.
enum GzipStart {
    /// Returns the first decompressed bytes.
    ///
    /// Returns fewer, or none, where the file ends or is damaged before.
    static func unpacked(_ bytes: [UInt8], upTo count: Int) -> [UInt8] {
        guard let start = contentStart(bytes) else { return [] }
        var inflation = Inflation(bytes, at: start, limit: count)
        inflation.run()
        return inflation.output
    }

    /// Returns the offset of the compressed bytes, after the header.
    private static func contentStart(_ bytes: [UInt8]) -> Int? {
        guard bytes.count > 18, bytes[0] == 0x1F, bytes[1] == 0x8B, bytes[2] == 8 else {
            return nil
        }
        let flags = bytes[3]
        var offset = 10
        if flags & 4 != 0 {
            guard offset + 2 <= bytes.count else { return nil }
            offset += 2 + Int(bytes[offset]) + Int(bytes[offset + 1]) << 8
        }
        // A file name and a comment, each terminated by a zero byte.
        for flag in [UInt8(8), 16] where flags & flag != 0 {
            guard offset < bytes.count, let zero = bytes[offset...].firstIndex(of: 0) else {
                return nil
            }
            offset = zero + 1
        }
        if flags & 2 != 0 { offset += 2 }
        return offset < bytes.count ? offset : nil
    }
}

/// Decompresses blocks until there is enough output, or the input is invalid.
private struct Inflation {
    private let input: [UInt8]
    private let limit: Int
    private var offset: Int
    private var bits: UInt32 = 0
    private var bitCount = 0
    private(set) var output: [UInt8] = []

    init(_ input: [UInt8], at offset: Int, limit: Int) {
        self.input = input
        self.offset = offset
        self.limit = limit
    }

    mutating func run() {
        while output.count < limit {
            guard let isLast = take(1), let kind = take(2) else { return }
            let goesOn: Bool
            switch kind {
            case 0: goesOn = copyStored()
            case 1: goesOn = unpack(.fixedLiterals, .fixedDistances)
            case 2: goesOn = unpackWithCodes()
            default: goesOn = false
            }
            if !goesOn || isLast == 1 { return }
        }
    }

    private mutating func take(_ count: Int) -> Int? {
        while bitCount < count {
            guard offset < input.count else { return nil }
            bits |= UInt32(input[offset]) << UInt32(bitCount)
            offset += 1
            bitCount += 8
        }
        let value = Int(bits & ((1 << UInt32(count)) - 1))
        bits >>= UInt32(count)
        bitCount -= count
        return value
    }

    private mutating func copyStored() -> Bool {
        (bits, bitCount) = (0, 0)
        guard offset + 4 <= input.count else { return false }
        let count = Int(input[offset]) | Int(input[offset + 1]) << 8
        offset += 4
        let part = input[offset..<min(offset + count, input.count)].prefix(limit - output.count)
        output += part
        offset += count
        return offset <= input.count && output.count < limit
    }

    /// Reads the next code, and returns its symbol.
    private mutating func symbol(_ table: CodeTable) -> Int? {
        var code = 0
        var first = 0
        var index = 0
        for count in table.counts.dropFirst() {
            guard let bit = take(1) else { return nil }
            code |= bit
            if code - count < first { return table.symbols[index + code - first] }
            index += count
            first = (first + count) << 1
            code <<= 1
        }
        return nil
    }

    private static let lengthBases = [
        3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
        131, 163, 195, 227, 258,
    ]
    private static let distanceBases = [
        1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1_025, 1_537,
        2_049, 3_073, 4_097, 6_145, 8_193, 12_289, 16_385, 24_577,
    ]

    private mutating func unpack(_ literals: CodeTable, _ distances: CodeTable) -> Bool {
        while output.count < limit {
            guard let symbol = symbol(literals) else { return false }
            if symbol < 256 {
                output.append(UInt8(symbol))
                continue
            }
            if symbol == 256 { return true }
            let kind = symbol - 257
            guard kind < Self.lengthBases.count,
                let more = take(kind < 8 || kind == 28 ? 0 : (kind - 4) / 4),
                let step = self.symbol(distances), step < Self.distanceBases.count,
                let further = take(step < 4 ? 0 : (step - 2) / 2)
            else { return false }
            let distance = Self.distanceBases[step] + further
            guard distance <= output.count else { return false }
            for _ in 0..<Self.lengthBases[kind] + more {
                output.append(output[output.count - distance])
            }
        }
        return false
    }

    private mutating func unpackWithCodes() -> Bool {
        guard let literals = take(5), let distances = take(5), let codes = take(4) else {
            return false
        }
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        var codeLengths = [Int](repeating: 0, count: 19)
        for index in 0..<codes + 4 {
            guard let length = take(3) else { return false }
            codeLengths[order[index]] = length
        }
        let table = CodeTable(codeLengths)
        var lengths: [Int] = []
        let count = literals + 257 + distances + 1
        while lengths.count < count {
            guard let symbol = symbol(table) else { return false }
            switch symbol {
            case ..<16: lengths.append(symbol)
            case 16:
                guard let last = lengths.last, let more = take(2) else { return false }
                lengths += [Int](repeating: last, count: 3 + more)
            case 17:
                guard let more = take(3) else { return false }
                lengths += [Int](repeating: 0, count: 3 + more)
            default:
                guard let more = take(7) else { return false }
                lengths += [Int](repeating: 0, count: 11 + more)
            }
        }
        guard lengths.count == count else { return false }
        return unpack(
            CodeTable(Array(lengths[..<(literals + 257)])),
            CodeTable(Array(lengths[(literals + 257)...]))
        )
    }
}

/// The Huffman codes of a block: the number of codes of each length, and their symbols in order.
private struct CodeTable {
    private(set) var counts = [Int](repeating: 0, count: 16)
    private(set) var symbols: [Int]

    init(_ lengths: [Int]) {
        for length in lengths { counts[length] += 1 }
        counts[0] = 0
        symbols = []
        // If there are more codes than their lengths allow, the table is emptied, and no symbol is found.
        var room = 1
        for length in 1...15 {
            room = room * 2 - counts[length]
            guard room >= 0 else {
                counts = [0]
                return
            }
        }
        for length in 1...15 {
            symbols += lengths.indices.filter { lengths[$0] == length }
        }
    }

    static let fixedLiterals = CodeTable(
        (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
    )
    static let fixedDistances = CodeTable([Int](repeating: 5, count: 30))
}
