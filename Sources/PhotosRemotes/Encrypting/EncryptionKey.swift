package import Crypto
package import Foundation

/// The secret of an encrypted remote: 256 random bits.
///
/// Neither its description nor its mirror shows the secret.
package struct EncryptionKey: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
    package static let byteCount = 32

    private let secret: SymmetricKey

    /// Makes a new key of random bits.
    package init() { secret = SymmetricKey(size: .bits256) }

    /// - Parameter bytes: The 32 bytes of a key.
    package init(bytes: [UInt8]) {
        precondition(
            bytes.count == Self.byteCount,
            "A key has 32 bytes. Read words with init(words:), which checks them."
        )
        secret = SymmetricKey(data: bytes)
    }

    /// The bytes, for the words alone.
    var bytes: [UInt8] { secret.withUnsafeBytes { Array($0) } }

    /// Returns a key of 256 bits for one purpose, from which this key cannot be computed.
    ///
    /// - Parameters:
    ///   - purpose: The purpose. Keys for different purposes are independent of each other.
    ///   - salt: Further bytes on which the key depends.
    /// - Returns: The key.
    package func derived(for purpose: String, salt: some DataProtocol = Data()) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: secret,
            salt: salt,
            info: Data(purpose.utf8),
            outputByteCount: 32
        )
    }

    package var description: String { "a key that is not shown" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
