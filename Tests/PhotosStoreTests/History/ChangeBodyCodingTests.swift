import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct ChangeBodyCodingTests {
    private func value(_ generator: inout SeededNumbers) -> FieldValue {
        switch generator.number(below: 6) {
        case 0: .null
        case 1: .integer(Int64(bitPattern: generator.next()))
        case 2: .integer(Int64(generator.number(below: 300)) - 150)
        case 3: .real(Double(generator.number(below: 1_000)) / 7)
        case 4: .text(generator.pick(["", "caf\u{E9}", "cafe\u{301}", "\u{1F30A}"]))
        default:
            .blob(
                (0..<generator.number(below: 40)).map { _ in
                    UInt8(truncatingIfNeeded: generator.next())
                }
            )
        }
    }

    private func body(_ generator: inout SeededNumbers) -> ChangeBody {
        var body = ChangeBody()
        for _ in 0..<generator.number(below: 8) {
            let entity = generator.pick([Entity.asset, .collection])
            let kind = generator.pick([ObjectChange.Kind.inserted, .updated, .deleted])
            let row = Int64(bitPattern: generator.next() >> UInt64(generator.number(below: 64)))
            var change = ObjectChange(id: ObjectID(entity, row), kind: kind, mask: 0, before: [])
            if kind != .inserted || generator.chance(0.2) {
                change.mask = generator.next() & generator.next()
                change.before = (0..<change.fieldBits.nonzeroBitCount).map { _ in value(&generator)
                }
            }
            body.objects.append(change)
        }
        for _ in 0..<generator.number(below: 8) {
            let kind = generator.pick([MemberChange.Kind.entered, .left, .moved])
            let position = Position(
                bytes: (0..<9).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
            )
            body.members.append(
                MemberChange(
                    albumID: Int64(generator.number(below: 1_000)),
                    assetID: Int64(bitPattern: generator.next()),
                    kind: kind,
                    before: kind == .entered ? nil : position
                )
            )
        }
        return body
    }

    private static func outline(_ body: ChangeBody) -> [ObjectOutline] {
        body.objects.map { change in
            var values = change.before.makeIterator()
            return ObjectOutline(change, valueCount: change.before.count) { isWanted in
                let value = values.next()
                return isWanted ? value : nil
            }
        }
    }

    @Test(arguments: UInt64(1)...10)
    func `A body survives the way there and back, and damage never traps`(seed: UInt64) throws {
        var generator = SeededNumbers(seed: seed)
        for _ in 0..<15 {
            let body = body(&generator)
            let bytes = body.encoded
            #expect(try ChangeBody(encoded: bytes) == body, "seed \(seed)")
            #expect(try ChangeBody.outline(encoded: bytes) == Self.outline(body), "seed \(seed)")
            for length in 0..<bytes.count {
                #expect(throws: StoreError.self, "seed \(seed)") {
                    try ChangeBody(encoded: Array(bytes.prefix(length)))
                }
            }
            var damaged = bytes
            for _ in 0..<4 {
                damaged[generator.number(below: damaged.count)] = UInt8(
                    truncatingIfNeeded: generator.next()
                )
                #expect(
                    (try? ChangeBody.outline(encoded: damaged))
                        == (try? ChangeBody(encoded: damaged)).map(Self.outline),
                    "seed \(seed)"
                )
            }
        }
    }

    @Test func `Bytes of chance never trap`() {
        var generator = SeededNumbers(seed: 7)
        for _ in 0..<5_000 {
            var bytes = (0..<generator.number(below: 40)).map { _ in
                UInt8(truncatingIfNeeded: generator.next())
            }
            if !bytes.isEmpty { bytes[0] = 1 }
            #expect(
                (try? ChangeBody.outline(encoded: bytes))
                    == (try? ChangeBody(encoded: bytes)).map(Self.outline)
            )
        }
    }

    @Test func `A version that is not known has its details unavailable`() {
        let error = #expect(throws: StoreError.self) { try ChangeBody(encoded: [2, 0, 0]) }
        #expect(error?.code == .detailsUnavailable)
    }

    @Test func `Fields of a newer format are passed over, and the others keep their values`() {
        let mask = AssetField.isFavorite.bit | 1 << 61 | AssetField.uuid.bit
        let change = ObjectChange(
            id: ObjectID(.asset, 1),
            kind: .updated,
            mask: mask,
            before: [.integer(1), .text("new"), .blob([2])]
        )
        let values = change.values(of: AssetField.self)
        #expect(values.map(\.field) == [.isFavorite, .uuid])
        #expect(values.map(\.value) == [.integer(1), .blob([2])])
    }
}
