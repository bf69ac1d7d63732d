/// Decompresses data in the formats zlib (RFC 1950) and deflate (RFC 1951), up to a limit.
///
/// The code is our own, not a linked library, because the library's own process reads headers, and the orientation of a
/// picture may be in a compressed text. Array accesses are checked. The number of input and output bytes bounds the
/// work.
public struct Inflation {
    /// The error for input that is cut off or invalid, or longer than the limit when decompressed.
    private struct Failure: Error {}

    private let input: ArraySlice<UInt8>
    private var next: Int
    private var bits: UInt32 = 0
    private var bitCount = 0
    private var output: [UInt8] = []
    private let limit: Int

    /// Returns the decompressed bytes of data in the format zlib.
    ///
    /// The checksum at the end is not compared.
    ///
    /// - Parameters:
    ///   - input: The whole data.
    ///   - limit: The most bytes that may come of it.
    /// - Returns: The bytes; nil if the input is cut off or invalid, or the output exceeds the limit.
    public static func bytes(ofZlib input: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
        guard input.count > 6, input[input.startIndex] & 0x0F == 8 else { return nil }
        let start = Int(input[input.startIndex]) << 8 | Int(input[input.startIndex + 1])
        // The checksum detects other data. A dictionary would not be in the file, so data that needs one is refused.
        guard start % 31 == 0, start & 0x20 == 0 else { return nil }
        var inflation = Inflation(input.dropFirst(2), limit: limit)
        do throws(Failure) {
            while try !inflation.inflateBlock() {}
        } catch {
            return nil
        }
        return inflation.output
    }

    /// Returns the first bytes that data in the format deflate states.
    ///
    /// - Parameters:
    ///   - input: The data, or its beginning.
    ///   - count: The most bytes to return, from 0.
    /// - Returns: The bytes; fewer where the data ends or is invalid before.
    public static func start(ofDeflate input: ArraySlice<UInt8>, count: Int) -> [UInt8] {
        var inflation = Inflation(input, limit: count)
        do throws(Failure) {
            while try !inflation.inflateBlock() {}
        } catch {}
        return inflation.output
    }

    private init(_ input: ArraySlice<UInt8>, limit: Int) {
        self.input = input
        self.limit = limit
        next = input.startIndex
    }

    /// Decompresses one block, and returns whether it is the last.
    private mutating func inflateBlock() throws(Failure) -> Bool {
        let isLast = try readNumber(bitCount: 1) == 1
        switch try readNumber(bitCount: 2) {
        case 0: try copyStoredBlock()
        case 1: try inflatePackedBlock(symbols: Self.fixedSymbols, distances: Self.fixedDistances)
        case 2:
            let (symbols, distances) = try readCodes()
            try inflatePackedBlock(symbols: symbols, distances: distances)
        default: throw Failure()
        }
        return isLast
    }

    private mutating func copyStoredBlock() throws(Failure) {
        // A stored block begins at a whole byte, so whole bytes that were read ahead are returned first.
        next -= bitCount / 8
        (bits, bitCount) = (0, 0)
        guard input.endIndex - next >= 4 else { throw Failure() }
        let length = Int(input[next]) | Int(input[next + 1]) << 8
        let check = Int(input[next + 2]) | Int(input[next + 3]) << 8
        next += 4
        guard length ^ check == 0xFFFF else { throw Failure() }
        let possible = min(length, input.endIndex - next, limit - output.count)
        output += input[next..<next + possible]
        next += possible
        guard possible == length else { throw Failure() }
    }

    private mutating func inflatePackedBlock(
        symbols: PrefixCode,
        distances: PrefixCode
    ) throws(Failure) {
        while true {
            let symbol = try readValue(by: symbols)
            if symbol == 256 { return }
            guard symbol > 256 else {
                guard output.count < limit else { throw Failure() }
                output.append(UInt8(symbol))
                continue
            }
            let length = try self.repeatedLength(forCode: symbol - 257)
            let distance = try self.repeatDistance(forCode: readValue(by: distances))
            guard distance <= output.count else { throw Failure() }
            let possible = min(length, limit - output.count)
            // The repeated part may overlap its own output.
            for _ in 0..<possible { output.append(output[output.count - distance]) }
            guard possible == length else { throw Failure() }
        }
    }

    /// Returns the length for a code.
    ///
    /// Lengths rise by one, then in groups of four by powers of two. The last code has a value of its own.
    private mutating func repeatedLength(forCode code: Int) throws(Failure) -> Int {
        switch code {
        case ..<8: return 3 + code
        case 28: return 258
        case 29...: throw Failure()
        default:
            let extra = code / 4 - 1
            return try 3 + (4 + code % 4) << extra + readNumber(bitCount: extra)
        }
    }

    /// Returns the distance for a code.
    ///
    /// Distances rise by one, then in pairs by powers of two.
    private mutating func repeatDistance(forCode code: Int) throws(Failure) -> Int {
        guard code < 30 else { throw Failure() }
        guard code >= 4 else { return 1 + code }
        let extra = code / 2 - 1
        return try 1 + (2 + code % 2) << extra + readNumber(bitCount: extra)
    }

    // MARK: Codes

    private static let fixedSymbols = PrefixCode(
        (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
    )
    private static let fixedDistances = PrefixCode([Int](repeating: 5, count: 30))

    /// The order of the lengths of the codes for code lengths.
    private static let order = [
        16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
    ]

    private mutating func readCodes() throws(Failure) -> (
        symbols: PrefixCode, distances: PrefixCode
    ) {
        let symbolCount = try readNumber(bitCount: 5) + 257
        let distanceCount = try readNumber(bitCount: 5) + 1
        let orderCount = try readNumber(bitCount: 4) + 4
        var first = [Int](repeating: 0, count: Self.order.count)
        for index in Self.order.prefix(orderCount) { first[index] = try readNumber(bitCount: 3) }
        let code = PrefixCode(first)
        var lengths: [Int] = []
        while lengths.count < symbolCount + distanceCount {
            let symbol = try readValue(by: code)
            var (repeated, count) = (symbol, 1)
            switch symbol {
            case 16:
                guard let last = lengths.last else { throw Failure() }
                (repeated, count) = (last, try 3 + readNumber(bitCount: 2))
            case 17: (repeated, count) = (0, try 3 + readNumber(bitCount: 3))
            case 18: (repeated, count) = (0, try 11 + readNumber(bitCount: 7))
            default: break
            }
            guard count <= symbolCount + distanceCount - lengths.count else { throw Failure() }
            lengths += [Int](repeating: repeated, count: count)
        }
        return (
            PrefixCode(Array(lengths[..<symbolCount])), PrefixCode(Array(lengths[symbolCount...]))
        )
    }

    // MARK: Bits

    private mutating func readBits(atLeast count: Int) throws(Failure) {
        while bitCount < count {
            guard next < input.endIndex else { throw Failure() }
            bits |= UInt32(input[next]) << UInt32(bitCount)
            bitCount += 8
            next += 1
        }
    }

    /// Returns the next bits as a number, the lowest first; at most 16.
    private mutating func readNumber(bitCount count: Int) throws(Failure) -> Int {
        try readBits(atLeast: count)
        let value = Int(bits) & (1 << count - 1)
        bits >>= UInt32(count)
        bitCount -= count
        return value
    }

    /// Returns the value of the next code.
    private mutating func readValue(by code: PrefixCode) throws(Failure) -> Int {
        var read = 0
        for length in 1..<PrefixCode.maximumLength + 1 {
            read = try read << 1 | readNumber(bitCount: 1)
            if let value = code.value(of: read, length: length) { return value }
        }
        throw Failure()
    }
}

/// A prefix code that is defined by the lengths of its words.
///
/// The words of one length are consecutive numbers, after all shorter words.
private struct PrefixCode {
    static let maximumLength = 15

    /// For each length: the first word, the number of words, and the index of their values.
    private var groups = [Group](repeating: Group(), count: maximumLength + 1)
    private var values: [Int] = []

    private struct Group {
        var word = 0
        var count = 0
        var start = 0
    }

    /// Creates a code from the length of the word for each value from 0 on; 0 for values without a word.
    init(_ lengths: [Int]) {
        for length in lengths where length > 0 { groups[length].count += 1 }
        for length in 1..<Self.maximumLength + 1 {
            let before = groups[length - 1]
            groups[length].word = (before.word + before.count) << 1
            groups[length].start = before.start + before.count
        }
        values = [Int](repeating: 0, count: lengths.count)
        var used = groups.map(\.start)
        for (value, length) in lengths.enumerated() where length > 0 {
            values[used[length]] = value
            used[length] += 1
        }
    }

    func value(of word: Int, length: Int) -> Int? {
        let group = groups[length]
        guard word >= group.word, word - group.word < group.count else { return nil }
        return values[group.start + word - group.word]
    }
}
