public import Foundation
import Photos
import PhotosBase
import PhotosRemotes

extension LibraryRemote {
    /// The key of an encrypted remote, as words that a person can write down, or in a file of mode 0600.
    ///
    /// A library records the path of the file alone. If both the file and the words are lost, the remote cannot be read any
    /// more. Texts of a key for people who debug do not show it; ``words`` does.
    public struct EncryptionKey: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
        let value: PhotosRemotes.EncryptionKey

        /// Makes a new key of 256 random bits.
        public init() { value = PhotosRemotes.EncryptionKey() }

        init(_ value: PhotosRemotes.EncryptionKey) { self.value = value }

        /// Reads a key from its words.
        ///
        /// - Parameter words: The 18 words in their order. Capital letters and what stands between words do not matter.
        /// - Throws: `PHPhotosError` with the `remoteProblem` `wrongEncryptionKey`, and a sentence that names an impossible word.
        public init(words: String) throws {
            value = try ofRemote { try PhotosRemotes.EncryptionKey(words: words) }
        }

        /// Reads a key from a file.
        ///
        /// - Parameter url: A file that belongs to this user, and that nobody else may read or write.
        /// - Throws: `PHPhotosError` with the `remoteProblem` `noEncryptionKey` or `wrongEncryptionKey`.
        public init(contentsOf url: URL) throws {
            value = try ofRemote { try EncryptionKeyFile.readKey(at: url) }
        }

        /// Reads the key of a remote of a library from its file, without asking the remote.
        ///
        /// - Parameter remote: The remote, which is encrypted.
        /// - Throws: `PHPhotosError` with the `remoteProblem` `noEncryptionKey` or `wrongEncryptionKey`.
        public init(of remote: LibraryRemote) throws {
            value = try ofRemote {
                guard let url = remote.encryptionKeyURL else {
                    throw RemoteFailure(
                        .noEncryptionKey,
                        "The remote \(remote.name) is not encrypted."
                    )
                }
                return try EncryptionKeyFile.readKey(at: url, of: remote.name)
            }
        }

        /// The 18 words from which the key can be made again.
        public var words: String { value.words }

        /// Writes the key into a new file of mode 0600.
        ///
        /// A file that exists is never changed; one with the same key is accepted.
        ///
        /// - Parameter url: The path of the file. Missing folders are made with mode 0700.
        /// - Throws: `PHPhotosError` with the `remoteProblem` `wrongEncryptionKey` where a file with another key exists, and
        ///   `localFile`.
        public func write(to url: URL) throws {
            try ofRemote { try EncryptionKeyFile.writeKey(value, to: url) }
        }

        /// Returns the file for the key of a remote, unless its owner names another one.
        ///
        /// The file can exist with the key of another remote, such as of a disk that was at this address before.
        ///
        /// - Parameter address: The address of the remote.
        /// - Returns: A path below `$XDG_CONFIG_HOME/openphotokit/keys`, or `~/.config/openphotokit/keys`.
        /// - Throws: `PHPhotosError` with the `remoteProblem` `unsupported` where the text is no address.
        public static func standardURL(forRemoteAt address: String) throws -> URL {
            try ofRemote {
                EncryptionKeyFile.standardURL(
                    for: try RemoteAddress(address),
                    environment: ProcessInfo.processInfo.environment
                )
            }
        }

        /// A text that does not show the key.
        public var description: String { value.description }
        /// A mirror that does not show the key.
        public var customMirror: Mirror { Mirror(self, children: [:]) }
    }
}

private func ofRemote<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch {
        throw PHPhotosError(ofRemote: error)
    }
}
