/// Unpacks what zlib packed (RFC 1950 and 1951), at most so many bytes of it.
///
/// Written here and not linked: the orientation of a picture may stand in a packed text, and the library's own process reads
/// headers. Array accesses are checked, and the work is bounded by the bytes that come in and out.
struct Inflation {
    /// What does not fit the format, or comes to more than the limit.
    struct Failure: Error {}

    private let input: ArraySlice<UInt8>
    private var next: Int
    private var bits: UInt32 = 0
    private var bitCount = 0
    private var output: [UInt8] = []
    private let limit: Int

    /// The unpacked bytes; nil where the input is cut off or makes no sense, or would become longer than the limit.
    static func bytes(_ input: ArraySlice<UInt8>, limit: Int) -> [UInt8]? {
        guard input.count > 6, input[input.startIndex] & 0x0F == 8 else { return nil }
        let start = Int(input[input.startIndex]) << 8 | Int(input[input.startIndex + 1])
        // A dictionary that is not in the file is of no use, and the sum guards against what is no packed text at all.
        guard start % 31 == 0, start & 0x20 == 0 else { return nil }
        var inflation = Inflation(input: input, limit: limit)
        do throws(Failure) {
            while try !inflation.block() {}
        } catch {
            return nil
        }
        return inflation.output
    }

    private init(input: ArraySlice<UInt8>, limit: Int) {
        self.input = input
        self.limit = limit
        next = input.startIndex + 2
    }

    /// Unpacks one block, and returns whether it is the last.
    private mutating func block() throws(Failure) -> Bool {
        let isLast = try number(1) == 1
        switch try number(2) {
        case 0: try stored()
        case 1: try packed(Self.fixedSymbols, Self.fixedDistances)
        case 2:
            let (symbols, distances) = try codes()
            try packed(symbols, distances)
        default: throw Failure()
        }
        return isLast
    }

    private mutating func stored() throws(Failure) {
        // It begins at a whole byte, and those that were taken too early stand in front of it.
        next -= bitCount / 8
        (bits, bitCount) = (0, 0)
        guard input.endIndex - next >= 4 else { throw Failure() }
        let length = Int(input[next]) | Int(input[next + 1]) << 8
        let check = Int(input[next + 2]) | Int(input[next + 3]) << 8
        next += 4
        guard length ^ check == 0xFFFF, length <= input.endIndex - next,
            length <= limit - output.count
        else { throw Failure() }
        output += input[next..<next + length]
        next += length
    }

    private mutating func packed(
        _ symbols: PrefixCode,
        _ distances: PrefixCode
    ) throws(Failure) {
        while true {
            let symbol = try value(symbols)
            if symbol == 256 { return }
            guard symbol > 256 else {
                guard output.count < limit else { throw Failure() }
                output.append(UInt8(symbol))
                continue
            }
            let length = try self.length(symbol - 257)
            let distance = try self.distance(value(distances))
            guard distance <= output.count, length <= limit - output.count else { throw Failure() }
            // What is repeated may reach into what it writes.
            for _ in 0..<length { output.append(output[output.count - distance]) }
        }
    }

    /// Lengths grow by one, then in groups of four by powers of two; the last stands alone.
    private mutating func length(_ code: Int) throws(Failure) -> Int {
        switch code {
        case ..<8: return 3 + code
        case 28: return 258
        case 29...: throw Failure()
        default:
            let extra = code / 4 - 1
            return try 3 + (4 + code % 4) << extra + number(extra)
        }
    }

    /// Distances grow by one, then in pairs by powers of two.
    private mutating func distance(_ code: Int) throws(Failure) -> Int {
        guard code < 30 else { throw Failure() }
        guard code >= 4 else { return 1 + code }
        let extra = code / 2 - 1
        return try 1 + (2 + code % 2) << extra + number(extra)
    }

    // MARK: Codes

    private static let fixedSymbols = PrefixCode(
        (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
    )
    private static let fixedDistances = PrefixCode([Int](repeating: 5, count: 30))

    /// The order in which the lengths of the codes of lengths stand.
    private static let order = [
        16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
    ]

    private mutating func codes() throws(Failure) -> (symbols: PrefixCode, distances: PrefixCode) {
        let symbolCount = try number(5) + 257
        let distanceCount = try number(5) + 1
        let orderCount = try number(4) + 4
        var first = [Int](repeating: 0, count: Self.order.count)
        for place in Self.order.prefix(orderCount) { first[place] = try number(3) }
        let code = PrefixCode(first)
        var lengths: [Int] = []
        while lengths.count < symbolCount + distanceCount {
            let symbol = try value(code)
            var (repeated, count) = (symbol, 1)
            switch symbol {
            case 16:
                guard let last = lengths.last else { throw Failure() }
                (repeated, count) = (last, try 3 + number(2))
            case 17: (repeated, count) = (0, try 3 + number(3))
            case 18: (repeated, count) = (0, try 11 + number(7))
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

    private mutating func fill(_ count: Int) throws(Failure) {
        while bitCount < count {
            guard next < input.endIndex else { throw Failure() }
            bits |= UInt32(input[next]) << UInt32(bitCount)
            bitCount += 8
            next += 1
        }
    }

    /// The next bits as a number, the lowest first; at most 16.
    private mutating func number(_ count: Int) throws(Failure) -> Int {
        try fill(count)
        let value = Int(bits) & (1 << count - 1)
        bits >>= UInt32(count)
        bitCount -= count
        return value
    }

    /// The value whose code comes next.
    private mutating func value(_ code: PrefixCode) throws(Failure) -> Int {
        var read = 0
        for length in 1..<PrefixCode.maximumLength + 1 {
            read = try read << 1 | number(1)
            if let value = code.value(of: read, length) { return value }
        }
        throw Failure()
    }
}

/// A code whose words are told by their lengths: those of a length follow one another, behind all shorter ones.
private struct PrefixCode {
    static let maximumLength = 15

    /// For each length the first word, how many there are, and where their values stand.
    private var groups = [Group](repeating: Group(), count: maximumLength + 1)
    private var values: [Int] = []

    private struct Group {
        var word = 0
        var count = 0
        var start = 0
    }

    /// Lengths of the words of the values from 0 on; 0 for those without one.
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

    func value(of word: Int, _ length: Int) -> Int? {
        let group = groups[length]
        guard word >= group.word, word - group.word < group.count else { return nil }
        return values[group.start + word - group.word]
    }
}
