import Crypto
import CryptoExtras
import Foundation

/// The hash of the owner's password (scrypt), as its file holds it.
struct PasswordHash: Codable, Hashable, Sendable {
    /// The shortest password, in characters.
    static let shortest = 8

    private let salt: Data
    private let rounds: Int
    private let blockSize: Int
    private let parallelism: Int
    private let hash: Data

    /// Hashes a new password; takes about a tenth of a second and 32 MiB.
    init(_ password: String) throws {
        salt = SymmetricKey(size: .bits128).withUnsafeBytes { unsafe Data($0) }
        rounds = 1 << 15
        blockSize = 8
        parallelism = 1
        hash = try Self.derivedKey(
            from: password,
            salt: salt,
            rounds: rounds,
            blockSize: blockSize,
            parallelism: parallelism
        )
    }

    /// Returns whether a password is the right one; the time does not depend on where they differ.
    func matches(_ password: String) -> Bool {
        let other = try? Self.derivedKey(
            from: password,
            salt: salt,
            rounds: rounds,
            blockSize: blockSize,
            parallelism: parallelism
        )
        guard let other, other.count == hash.count
        else { return false }
        return zip(hash, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func derivedKey(
        from password: String,
        salt: Data,
        rounds: Int,
        blockSize: Int,
        parallelism: Int
    ) throws -> Data {
        // Two ways to type an accented letter are the same password.
        let bytes = Data(password.precomposedStringWithCompatibilityMapping.utf8)
        let key = try KDF.Scrypt.deriveKey(
            from: bytes,
            salt: salt,
            outputByteCount: 32,
            rounds: rounds,
            blockSize: blockSize,
            parallelism: parallelism
        )
        return key.withUnsafeBytes { unsafe Data($0) }
    }
}
