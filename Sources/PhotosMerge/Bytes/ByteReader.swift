/// Reads the canonical form, and nothing else.
struct ByteReader {
    private let bytes: [UInt8]
    private var index = 0

    /// More members than a library can have.
    static let mostMembers = 4_096

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { index == bytes.count }

    mutating func byte() throws(MergeError) -> UInt8 {
        guard index < bytes.count else { throw .cutOff }
        defer { index += 1 }
        return bytes[index]
    }

    mutating func short() throws(MergeError) -> UInt16 {
        UInt16(try byte()) << 8 | UInt16(try byte())
    }

    mutating func number() throws(MergeError) -> UInt64 {
        var number: UInt64 = 0
        for _ in 0..<8 { number = number << 8 | UInt64(try byte()) }
        return number
    }

    mutating func uniqueID() throws(MergeError) -> UniqueID {
        UniqueID(high: try number(), low: try number())
    }

    mutating func length(atMost limit: Int) throws(MergeError) -> Int {
        var length = 0
        var shift = 0
        while true {
            let next = try byte()
            guard shift < 28 else { throw .tooLong }
            length |= Int(next & 0x7F) << shift
            if next < 0x80 {
                // A last byte of zero adds nothing, so there is a shorter form.
                guard next > 0 || shift == 0 else { throw .notCanonical }
                break
            }
            shift += 7
        }
        guard length <= limit else { throw .tooLong }
        return length
    }

    mutating func text(atMost limit: Int) throws(MergeError) -> [UInt8] {
        let length = try length(atMost: limit)
        guard length <= bytes.count - index else { throw .cutOff }
        defer { index += length }
        return Array(bytes[index..<index + length])
    }

    mutating func vector() throws(MergeError) -> VersionVector {
        var dots: [Dot] = []
        for _ in 0..<(try length(atMost: Self.mostMembers)) {
            let dot = Dot(MemberID(try uniqueID()), try number())
            guard dot.number > 0 else { throw .numberZero }
            if let last = dots.last, last.member >= dot.member { throw .notCanonical }
            dots.append(dot)
        }
        return VersionVector(ordered: dots)
    }

    mutating func stamp() throws(MergeError) -> Stamp {
        let origin = try byte()
        guard let origin = StampClass(rawValue: origin) else { throw .unknownClass(origin) }
        let time = Int64(bitPattern: try number())
        guard (0...Stamp.latestTime).contains(time) else { throw .impossibleTime(time) }
        let member = MemberID(try uniqueID())
        let number = try number()
        guard number > 0 else { throw .numberZero }
        return Stamp(origin: origin, time: time, member: member, number: number)
    }

    mutating func stamps() throws(MergeError) -> [Stamp] {
        var stamps: [Stamp] = []
        for _ in 0..<(try length(atMost: Self.mostMembers)) {
            let stamp = try stamp()
            if let last = stamps.last, last.member >= stamp.member { throw .notCanonical }
            stamps.append(stamp)
        }
        return stamps
    }
}
