import Crypto
import Foundation

/// A place in the log of one library, sealed so that a damaged or invented one is noticed.
///
/// The bytes: version 1, the first 8 of the library's identifier, the first 4 of its incarnation's, the sequence number
/// and the mark as 8 and 4 bytes (big endian), and the first 8 bytes of an HMAC-SHA-256 over all of that with the
/// library's secret. A limited client's token has an incarnation of its own, and its position is veiled.
package struct ChangeToken: Hashable, Sendable {
    package let bytes: [UInt8]

    /// Why a token is of no use with a library.
    package enum Problem: String, Error, Hashable, Sendable {
        case damaged
        case foreignLibrary
        case otherIncarnation
        case forged
    }

    private static let size = 33

    package init(_ position: LogPosition, of identity: LibraryIdentity) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.size)
        bytes.append(1)
        bytes += identity.library.bytes.prefix(8)
        bytes += identity.incarnation.bytes.prefix(4)
        Self.append(UInt64(bitPattern: position.sequence), 8, to: &bytes)
        Self.append(UInt64(bitPattern: position.mark), 4, to: &bytes)
        let seal = Self.seal(bytes, identity)
        if identity.hidesPositions { Self.veil(&bytes, seal, identity) }
        self.bytes = bytes + seal
    }

    /// Makes the position unreadable, or readable again: how far apart two tokens are would tell a limited client how
    /// much happened that it does not see.
    private static func veil(
        _ bytes: inout [UInt8],
        _ seal: [UInt8],
        _ identity: LibraryIdentity
    ) {
        let pad = code(over: [UInt8]("position".utf8) + seal, identity)
        for (place, byte) in zip(positionBytes, pad) { bytes[place] ^= byte }
    }

    private static let positionBytes = 13..<25

    /// Takes bytes as they are; ``position(in:)`` judges them.
    package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// Reads the short string that ``description`` writes; nil for anything else.
    package init?(_ string: String) {
        guard string.hasPrefix(Self.prefix), string.utf8.count <= 100 else { return nil }
        let text = string.dropFirst(Self.prefix.count).replacing("-", with: "+").replacing(
            "_",
            with: "/"
        )
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let data = Data(base64Encoded: text + padding) else { return nil }
        bytes = Array(data)
    }

    private static let prefix = "pk1."

    /// - Throws: ``Problem``.
    package func position(in identity: LibraryIdentity) throws -> LogPosition {
        guard bytes.count == Self.size, bytes[0] == 1 else { throw Problem.damaged }
        guard Array(bytes[1..<9]) == Array(identity.library.bytes.prefix(8)) else {
            throw Problem.foreignLibrary
        }
        guard Array(bytes[9..<13]) == Array(identity.incarnation.bytes.prefix(4)) else {
            throw Problem.otherIncarnation
        }
        var content = Array(bytes.dropLast(8))
        let seal = Array(bytes.suffix(8))
        if identity.hidesPositions { Self.veil(&content, seal, identity) }
        guard Self.seal(content, identity) == seal else { throw Problem.forged }
        return LogPosition(
            sequence: Self.number(content[13..<21]),
            mark: Self.number(content[21..<25])
        )
    }

    private static func seal(_ bytes: [UInt8], _ identity: LibraryIdentity) -> [UInt8] {
        Array(code(over: bytes, identity).prefix(8))
    }

    private static func code(over bytes: [UInt8], _ identity: LibraryIdentity) -> [UInt8] {
        let code = HMAC<SHA256>.authenticationCode(
            for: bytes,
            using: SymmetricKey(data: identity.secret)
        )
        return unsafe code.withUnsafeBytes { unsafe Array($0) }
    }

    /// Appends the lowest bytes of a number, the highest of them first.
    private static func append(_ number: UInt64, _ count: Int, to bytes: inout [UInt8]) {
        for place in (0..<count).reversed() {
            bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(place))))
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        Int64(bitPattern: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}

extension ChangeToken: CustomStringConvertible {
    /// One short string for the command line and for other tools.
    package var description: String {
        Self.prefix
            + Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }
}

extension Library {
    package func token(for position: LogPosition) -> ChangeToken {
        // Who cannot be told what it sees gets a token that is of no use.
        let readScope = (try? clientAccess().readScope) ?? .nothing(client: 0, epoch: .zero)
        return ChangeToken(position, of: identity.seen(in: readScope))
    }

    /// Where the log ends now, for who sees what the client sees now.
    package func currentToken() throws -> ChangeToken {
        let (position, readScope) = try reading { _ in try accessControl.end() }
        return ChangeToken(position, of: identity.seen(in: readScope))
    }

    /// Where a token stands in the log, and where the log ends now.
    ///
    /// - Throws: ``ChangeToken/Problem`` or ``PositionProblem``, each of which says that the token is of no use.
    package func positions(from token: ChangeToken) throws -> (start: LogPosition, end: LogPosition)
    {
        let access = try clientAccess()
        if case .nothing = access.readScope {
            throw StoreError.noAccess(access.readWrite, to: "read the history")
        }
        let start = try token.position(in: identity.seen(in: access.readScope))
        return (start, try checkPosition(start))
    }
}
