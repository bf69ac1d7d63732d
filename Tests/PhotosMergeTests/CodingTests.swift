import MergeWorlds
import PhotosMerge
import TestPermits
import Testing

/// The canonical form of registers and packets: one form for each value, and nothing else is read.
@Suite(.permit) struct CodingTests {
    private static let seen = VersionVector([Dot(Sample.a, 4), Dot(Sample.c, 2)])

    private static var registers: [Register] {
        let membership = RegisterKey(.membership, of: Sample.pair)
        let added = AdditionSet(adding: Sample.stamp(7, Sample.b, 3))
        let removed = AdditionSet(removing: Sample.stamp(8, Sample.c, 3), seen: seen)
        return [
            Sample.value(4, Sample.stamp(5, Sample.a)),
            Register(membership, MergeRules().merged(added, removed)),
            Sample.value(
                4,
                Sample.stamp(5, Sample.a),
                RegisterKey(.assetModified, of: Sample.asset)
            ),
            Register(
                RegisterKey(.keyword, of: Sample.asset, element: [1, 2]),
                value: [],
                stamp: Sample.stamp(Stamp.latestTime, Sample.b)
            ),
        ]
    }

    private static var packet: MergePacket {
        MergePacket(
            author: Sample.b,
            blocks: 3...9,
            seen: seen,
            registers: registers.sorted { $0.key < $1.key }
        )
    }

    @Test func `registers and packets are read as they were written`() throws {
        for register in Self.registers {
            #expect(try Register(bytes: register.bytes) == register)
            #expect(register.hasValidValue)
        }
        #expect(try MergePacket(bytes: Self.packet.bytes) == Self.packet)
    }

    @Test func `bytes that are cut off, longer or changed give an error or another packet`() throws
    {
        let bytes = Self.packet.bytes
        for length in bytes.indices {
            #expect(throws: MergeError.self) { try MergePacket(bytes: Array(bytes.prefix(length))) }
        }
        #expect(throws: MergeError.trailingBytes) { try MergePacket(bytes: bytes + [0]) }
        for index in bytes.indices {
            for flip in [1, 0x80] as [UInt8] {
                var changed = bytes
                changed[index] ^= flip
                // There is no second form of the same packet.
                if let packet = try? MergePacket(bytes: changed) {
                    #expect(packet != Self.packet && packet.bytes == changed)
                }
            }
        }
    }

    @Test func `random bytes are refused or have one form`() {
        var random = WorldRandom(seed: 3)
        for _ in 0..<2_000 {
            let bytes = (0..<random.below(120)).map { _ in UInt8(random.below(5)) }
            if let register = try? Register(bytes: bytes) { #expect(register.bytes == bytes) }
        }
    }

    /// The bytes of a register with one byte in another value.
    private static func changed(_ register: Register, at index: Int, to byte: UInt8) -> [UInt8] {
        var bytes = register.bytes
        bytes[index] = byte
        return bytes
    }

    @Test func `unknown kinds merge by their way, and an unknown way stops with its name`() throws {
        // Two bytes of the kind, sixteen of the object, one for an empty element, then the way.
        let register = Sample.value(4, Sample.stamp(5, Sample.a))
        var unknown = Self.changed(register, at: 0, to: 0x7E)
        #expect(try Register(bytes: unknown).content == register.content)
        unknown[19] = 9
        #expect(throws: MergeError.unknownWay(9, kind: 0x7E0F)) { try Register(bytes: unknown) }
        #expect(throws: MergeError.otherWay(2, kind: 0x010F)) {
            try Register(bytes: Self.changed(register, at: 19, to: 2))
        }
        #expect(throws: MergeError.unknownClass(3)) {
            try Register(bytes: Self.changed(register, at: 20, to: 3))
        }
        #expect(MergeError.unknownWay(9, kind: 1).description.contains("9"))
    }

    @Test func `a time after 2199 and a block without a number are refused`() {
        let late = Sample.value(1, Sample.stamp(Stamp.latestTime + 1, Sample.a))
        #expect(throws: MergeError.impossibleTime(Stamp.latestTime + 1)) {
            try Register(bytes: late.bytes)
        }
        let early = Sample.value(1, Sample.stamp(-1, Sample.a))
        #expect(throws: MergeError.impossibleTime(-1)) { try Register(bytes: early.bytes) }
        #expect(throws: MergeError.numberZero) {
            try Register(bytes: Sample.value(1, Sample.stamp(1, Sample.a, 0)).bytes)
        }
    }

    @Test func `a clock far ahead leaves later times to others`() throws {
        let rules = MergeRules()
        let ahead = Sample.context(Sample.a, 1, clock: .max)
        let stamp = try rules.stamp(replacing: nil, origin: .person, in: ahead)
        let next = try rules.stamp(replacing: stamp, origin: .person, in: ahead)
        #expect(stamp.time == Stamp.latestClock && next.time == stamp.time + 1)
        let behind = Sample.context(Sample.a, 1, clock: .min)
        #expect(try rules.stamp(replacing: nil, origin: .person, in: behind).time == 0)
        let last = Sample.stamp(Stamp.latestTime, Sample.b)
        #expect(throws: MergeError.timesUsedUp) {
            try rules.stamp(replacing: last, origin: .person, in: behind)
        }
    }

    @Test func `values that do not fit their register are told apart`() {
        let stamp = Sample.stamp(5, Sample.a)
        let bad: [Register] = [
            Sample.value(1, stamp, RegisterKey(.place, of: Sample.album)),
            Sample.value(7, stamp, RegisterKey(.trash, of: Sample.asset)),
            Sample.value(7, stamp, RegisterKey(.assetCreation, of: Sample.asset)),
            Sample.value(7, stamp, RegisterKey(.memberPosition, of: Sample.pair)),
            Sample.value(7, stamp, RegisterKey(.file, of: Sample.asset, element: [1])),
            Sample.value(7, stamp, RegisterKey(.keyword, of: Sample.asset)),
        ]
        for register in bad { #expect(!register.hasValidValue, "\(register.key.kind)") }
        for trash in [Trash.no, .itself(seen: Self.seen), .keeping(Sample.album, seen: Self.seen)] {
            #expect(Trash(value: trash.value) == trash)
        }
        for bytes in [
            [0, 0, 0, 0, 0, 0, 0], [UInt8](repeating: 0, count: 8),
            [UInt8](repeating: 1, count: 257),
        ] as [[UInt8]] {
            #expect(throws: MergeError.invalidPosition) { try ListPosition(bytes: bytes) }
        }
    }

    @Test func `digests of equal registers are equal, and a difference has its bucket`() {
        // A plain sum of bytes stands for the keyed hash.
        func hash(_ bytes: [UInt8]) -> LibraryDigest.Sum {
            bytes.reduce(17) { ($0 &* 31) &+ LibraryDigest.Sum($1) }
        }
        let rules = MergeRules()
        let (first, second) = (
            Sample.value(1, Sample.stamp(5, Sample.a)), Sample.value(2, Sample.stamp(6, Sample.a))
        )
        var (left, right) = (LibraryDigest(), LibraryDigest())
        left.replace(first.key, before: 0, after: hash(rules.unit(of: [first], isShown: true)))
        right.replace(second.key, before: 0, after: hash(rules.unit(of: [second], isShown: true)))
        #expect(left.differences(from: right) == [LibraryDigest.bucket(of: first.key)])
        left.replace(
            first.key,
            before: hash(rules.unit(of: [first], isShown: true)),
            after: hash(rules.unit(of: [second], isShown: true))
        )
        #expect(left == right)
        // Removals and dates of changes are not in it.
        let modified = RegisterKey(.assetModified, of: Sample.asset)
        let left2 = rules.unit(of: [first], isShown: true)
        let date = Sample.value(9, Sample.stamp(9, Sample.b), modified)
        #expect(rules.unit(of: [first, date], isShown: true) == left2)
    }
}
