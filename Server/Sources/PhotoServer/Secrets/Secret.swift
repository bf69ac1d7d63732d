import Crypto
import Foundation
import PhotosBase
import ServeRules

/// Random texts that let somebody in, and their hashes.
enum Secret {
    /// Returns a random text of 256 bits, in letters, digits, `-` and `_`.
    static func randomText() -> String {
        let bytes = SymmetricKey(size: .bits256).withUnsafeBytes { unsafe Array($0) }
        return Data(bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Returns a random code of 60 bits, which a person types.
    static func randomTypedCode() -> String {
        TypedCode.code(from: SymmetricKey(size: .bits128).withUnsafeBytes { unsafe Array($0) })
    }

    /// Returns a random identifier, which is no secret.
    static func randomIdentifier() -> String {
        String(randomText().filter { $0.isLetter || $0.isNumber }.prefix(16))
    }

    /// Returns the hash of a secret, as files and states hold it.
    ///
    /// The secrets have 256 random bits, so that a quick hash without salt is enough.
    static func hash(_ secret: String) -> String {
        Hexadecimal.digits(of: SHA256.hash(data: Array(secret.utf8)))
    }
}
