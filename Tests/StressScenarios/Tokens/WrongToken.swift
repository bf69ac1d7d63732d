import OpenPhotoKit
import PhotosStore
import PhotosTestSupport

/// A token that must be refused, and why.
struct WrongToken {
    enum Kind: CaseIterable {
        case foreign, restored, copied, future, diverged, expired, truncated, empty, huge
        case forged, flipped, invented
    }

    var kind: Kind
    var token: ChangeToken
    var problem: TokenProblem
    /// Whether it is the restored copy that is asked.
    var isForRestored = false

    /// What wrong tokens are made of.
    struct Sources {
        var library: Library
        var foreign: Library
        var restored: Library
        var tokens: [ChangeToken]
        var expired: [ChangeToken]
    }

    static func make(_ chance: inout SeededNumbers, _ sources: Sources) throws -> WrongToken {
        let kind = chance.pick(Kind.allCases)
        let right = chance.pick(sources.tokens)
        let here = try sources.library.history.currentPosition()
        func wrong(_ bytes: [UInt8], _ problem: TokenProblem) -> WrongToken {
            WrongToken(kind: kind, token: ChangeToken(bytes: bytes), problem: problem)
        }
        switch kind {
        case .foreign:
            let position = try sources.foreign.history.currentPosition()
            return wrong(sources.foreign.history.token(for: position).bytes, .foreignLibrary)
        case .restored:
            var token = wrong(right.bytes, .otherCopy)
            token.isForRestored = true
            return token
        case .copied:
            let position = try sources.restored.history.currentPosition()
            return wrong(sources.restored.history.token(for: position).bytes, .otherCopy)
        case .future:
            let sequence = here.sequence + 1 + Int64(chance.number(below: 1 << 40))
            let position = LogPosition(
                sequence: sequence,
                mark: Int64(chance.number(below: 1 << 31))
            )
            return wrong(sources.library.history.token(for: position).bytes, .future)
        case .diverged:
            let position = LogPosition(
                sequence: here.sequence,
                mark: here.mark ^ Int64(1 + chance.number(below: 1 << 20))
            )
            return wrong(sources.library.history.token(for: position).bytes, .diverged)
        case .expired: return wrong(chance.pick(sources.expired).bytes, .expired)
        case .truncated:
            return wrong(
                Array(right.bytes.prefix(chance.number(below: right.bytes.count))),
                .damaged
            )
        case .empty: return wrong([], .damaged)
        case .huge:
            let count = chance.pick([34, 100, 65_536, 1_000_000])
            return wrong(right.bytes + [UInt8](repeating: 7, count: count), .damaged)
        case .forged:
            var bytes = right.bytes
            for index in 13..<25 { bytes[index] = UInt8(truncatingIfNeeded: chance.next()) }
            // Whoever hits the very place that was there has forged nothing.
            bytes[13] = right.bytes[13] ^ 0x40
            return wrong(bytes, .forged)
        case .flipped:
            var bytes = right.bytes
            let offset = chance.number(below: bytes.count)
            bytes[offset] ^= 1 << UInt8(chance.number(below: 8))
            return wrong(bytes, problem(ofChange: offset))
        case .invented:
            let bytes = (0..<right.bytes.count).map { _ in UInt8(truncatingIfNeeded: chance.next())
            }
            return wrong(bytes, bytes[0] == 1 ? .foreignLibrary : .damaged)
        }
    }

    /// What a change of a byte is taken for, by the parts of a token.
    private static func problem(ofChange offset: Int) -> TokenProblem {
        switch offset {
        case 0: .damaged
        case 1..<9: .foreignLibrary
        case 9..<13: .otherCopy
        default: .forged
        }
    }
}
