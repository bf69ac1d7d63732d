import Crypto
import Foundation
import PhotosMedia

/// A position in the log of one library, sealed so that damage and forgery are noticed.
///
/// The bytes are, in this order:
///
/// - The version, 1.
/// - The first 8 bytes of the library's identifier.
/// - The first 4 bytes of the incarnation's identifier.
/// - The sequence number in 8 bytes, and the mark in 4 bytes (big endian).
/// - The first 8 bytes of an HMAC-SHA-256 over all bytes before, with the library's secret as key.
///
/// A limited client's token has an incarnation of its own, and its position is encrypted.
package struct ChangeToken: Hashable, Sendable {
    package let bytes: [UInt8]

    /// The reasons why a token cannot be used with a library.
    package enum Problem: String, Error, Hashable, Sendable {
        case damaged
        case foreignLibrary
        case otherIncarnation
        case forged
    }

    private static let size = 33

    package init(_ position: LogPosition, of identity: LibraryIdentity) {
        var writer = ByteWriter(capacity: Self.size)
        writer.byte(1)
        writer.append(identity.library.bytes.prefix(8))
        writer.append(identity.incarnation.bytes.prefix(4))
        writer.number(position.sequence, endian: .big)
        writer.number(UInt32(truncatingIfNeeded: position.mark), endian: .big)
        var bytes = writer.bytes
        let seal = Self.sealBytes(of: bytes, for: identity)
        if identity.hidesPositions {
            Self.encryptPosition(in: &bytes, seal: seal, identity: identity)
        }
        self.bytes = bytes + seal
    }

    /// Encrypts or decrypts the position.
    ///
    /// The distance between two plain tokens would reveal to a limited client how many changes it does not
    /// see.
    private static func encryptPosition(
        in bytes: inout [UInt8],
        seal: [UInt8],
        identity: LibraryIdentity
    ) {
        let pad = code(over: [UInt8]("position".utf8) + seal, identity)
        for (index, byte) in zip(positionBytes, pad) { bytes[index] ^= byte }
    }

    private static let positionBytes = 13..<25

    /// Creates a token from bytes without checking them.
    ///
    /// ``position(in:)`` checks them.
    package init(bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// Parses the short string that ``description`` writes.
    ///
    /// Returns nil for any other text.
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

    /// Checks the token, and returns its position in the log.
    ///
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
        if identity.hidesPositions {
            Self.encryptPosition(in: &content, seal: seal, identity: identity)
        }
        guard Self.sealBytes(of: content, for: identity) == seal else { throw Problem.forged }
        var reader = ByteReader(content)
        do {
            try reader.skip(Self.positionBytes.lowerBound)
            return LogPosition(
                sequence: try reader.number(Int64.self, endian: .big),
                mark: Int64(try reader.number(UInt32.self, endian: .big))
            )
        } catch {
            throw Problem.damaged
        }
    }

    private static func sealBytes(of bytes: [UInt8], for identity: LibraryIdentity) -> [UInt8] {
        Array(code(over: bytes, identity).prefix(8))
    }

    private static func code(over bytes: [UInt8], _ identity: LibraryIdentity) -> [UInt8] {
        let code = HMAC<SHA256>.authenticationCode(
            for: bytes,
            using: SymmetricKey(data: identity.secret)
        )
        return unsafe code.withUnsafeBytes { unsafe Array($0) }
    }
}

extension ChangeToken: CustomStringConvertible {
    /// The token as one short string for the command line and for other tools.
    package var description: String {
        Self.prefix
            + Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }
}

extension LibraryHistory {
    package func token(for position: LogPosition) -> ChangeToken {
        // If the client's access cannot be read, the token gets a read scope that matches no library state,
        // so it is unusable.
        let readScope = (try? core.clientAccess().readScope) ?? .nothing(client: 0, epoch: .zero)
        return ChangeToken(position, of: core.identity.seen(in: readScope))
    }

    /// Returns a token for the present end of the log, valid for the client's present read scope.
    package func currentToken() throws -> ChangeToken {
        let (position, readScope) = try core.reading { _ in try core.accessControl.end() }
        return ChangeToken(position, of: core.identity.seen(in: readScope))
    }

    /// Returns the log position of a token, and the present end of the log.
    ///
    /// - Throws: ``ChangeToken/Problem`` or ``PositionProblem`` if the token cannot be used. ``StoreError``
    ///   if the client has no access.
    package func positions(from token: ChangeToken) throws -> (start: LogPosition, end: LogPosition)
    {
        let access = try core.clientAccess()
        if case .nothing = access.readScope {
            throw StoreError.noAccess(access.readWrite, to: "read the history")
        }
        let start = try token.position(in: core.identity.seen(in: access.readScope))
        return (start, try checkPosition(start))
    }
}
