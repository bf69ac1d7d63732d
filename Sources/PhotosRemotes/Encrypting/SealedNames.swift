import Crypto
import Foundation
import PhotosStore

/// The names of objects in an encrypted remote.
///
/// A sealed name begins with the folder of the plain name. The rest is a keyed hash of the plain name, and the plain name
/// encrypted with that hash as its nonce. So equal names are equal, a list can be read with the key, and nobody can find a
/// name by trying known files.
struct SealedNames: Sendable {
    private let hash: SymmetricKey
    private let cipher: SymmetricKey
    private static let hashBytes = 12

    init(_ key: EncryptionKey) {
        hash = key.derived(for: "openphotokit name hash 1")
        cipher = key.derived(for: "openphotokit name cipher 1")
    }

    /// Returns the sealed name of a plain name, which has a folder.
    func sealedName(of name: String) -> String {
        guard let slash = name.firstIndex(of: "/") else {
            preconditionFailure(
                "The object \(name) has no folder. Use a name that RemoteNames or SnapshotIndex gives."
            )
        }
        let code = HMAC<SHA256>.authenticationCode(for: Data(name.utf8), using: hash)
        let nonce = Data(code.prefix(Self.hashBytes))
        let folder = name[...slash]
        guard let sealed = try? AES.GCM.Nonce(data: nonce),
            let box = try? AES.GCM.seal(
                Self.nameContent(name, in: folder),
                using: cipher,
                nonce: sealed,
                authenticating: Data(folder.utf8)
            )
        else { preconditionFailure("A nonce has 12 bytes. Keep SealedNames.hashBytes at 12.") }
        let text = Base32.text(of: nonce + box.ciphertext + box.tag)
        return "\(folder)\(text.prefix(2))/\(text)"
    }

    /// Returns the plain name; nil for names that were not sealed with this key.
    func plainName(of name: String) -> String? {
        guard RemoteNames.hasSealedForm(name), let slash = name.firstIndex(of: "/") else {
            return nil
        }
        let folder = name[...slash]
        guard let bytes = Base32.bytes(in: name.split(separator: "/")[2]),
            let box = try? AES.GCM.SealedBox(combined: bytes),
            let content = try? AES.GCM.open(
                box,
                using: cipher,
                authenticating: Data(folder.utf8)
            )
        else { return nil }
        let plain = Self.plainName(from: content, in: folder)
        // The same name has one sealed form alone.
        return sealedName(of: plain) == name ? plain : nil
    }

    /// Names by checksum are the most frequent ones, and become 33 bytes.
    private static func nameContent(_ name: String, in folder: Substring) -> Data {
        if let checksum = RemoteNames.checksum(of: name, below: String(folder)) {
            return Data([0] + checksum)
        }
        return Data([1]) + Data(name.utf8.dropFirst(folder.utf8.count))
    }

    private static func plainName(from content: Data, in folder: Substring) -> String {
        let rest = content.dropFirst()
        guard content.first == 0 else { return folder + String(decoding: rest, as: UTF8.self) }
        return RemoteNames.name(of: Array(rest), below: String(folder))
    }
}
