import CPhotosSystem
package import Foundation
import Glibc
import PhotosBase

/// Files of mode 0600 with the words of a key.
package enum EncryptionKeyFile {
    private static let largest = 4_096
    private static let heading =
        "# The key of an encrypted remote of a photo library. Who has these words can read the remote.\n"

    /// Reads a key.
    ///
    /// - Parameters:
    ///   - url: A file that belongs to this user and that nobody else may read or write.
    ///   - remote: The name or the address of the library's remote whose key it is, for messages; nil if a person named the file.
    /// - Returns: The key.
    /// - Throws: ``RemoteFailure`` with code `noEncryptionKey` where no file can be used, and `wrongEncryptionKey` where it has
    ///   other content.
    package static func readKey(at url: URL, of remote: String? = nil) throws -> EncryptionKey {
        let descriptor = open(url.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw RemoteFailure(
                .noEncryptionKey,
                errno == ENOENT
                    ? "The file with the key of the encrypted remote does not exist: \(url.path). \(remedy(for: remote))"
                    : "The file with the key of the encrypted remote cannot be opened: \(url.path) (\(String(cString: strerror(errno)))). Check its permissions."
            )
        }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
            facts.st_size <= largest
        else {
            throw RemoteFailure(
                .noEncryptionKey,
                "\(url.path) is not a file with a key. Name the file that `photokit remote add --encrypt` wrote."
            )
        }
        guard facts.st_mode & 0o077 == 0, facts.st_uid == geteuid() else {
            throw RemoteFailure(
                .noEncryptionKey,
                "Others may read the key in \(url.path), so it is not used. Run `chmod 600` on the file, and see that it belongs to you."
            )
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        let data = (try? handle.read(upToCount: largest)) ?? Data()
        let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
        do {
            return try EncryptionKey(
                words: lines.filter { !$0.hasPrefix("#") }.joined(separator: " ")
            )
        } catch let failure as RemoteFailure {
            throw RemoteFailure(
                failure.code,
                "\(url.path) has no whole key. \(failure.sentence)"
            )
        }
    }

    /// Says what to do where the file with the key of a remote is gone.
    private static func remedy(for remote: String?) -> String {
        guard let remote else { return "Check the path, or give the words of the key instead." }
        return
            "Bring it back, or write it from the words with `photokit remote key \(ShellWord.operand(remote, "--from-words"))`."
    }

    /// Writes a key into a new file of mode 0600, which is on the disk when the call returns.
    ///
    /// A file that exists is never changed; one with the same key is accepted.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - url: The path of the file. Missing folders are made with mode 0700.
    /// - Throws: ``RemoteFailure``: `wrongEncryptionKey` where a file with another key exists, and `localFile`.
    package static func writeKey(_ key: EncryptionKey, to url: URL) throws {
        let folder = url.deletingLastPathComponent()
        try? FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let draft = folder.appendingPathComponent(".\(UUID().uuidString).part")
        let descriptor = open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unwritableFile(url) }
        defer {
            close(descriptor)
            unlink(draft.path)
        }
        let text = Array((heading + key.words + "\n").utf8)
        // The mode does not depend on the process's mask.
        guard fchmod(descriptor, 0o600) == 0,
            Glibc.write(descriptor, text, text.count) == text.count, fsync(descriptor) == 0
        else { throw unwritableFile(url) }
        guard link(draft.path, url.path) == 0 else {
            guard errno == EEXIST else { throw unwritableFile(url) }
            guard try readKey(at: url) == key else {
                throw RemoteFailure(
                    .wrongEncryptionKey,
                    "\(url.path) has another key, and is left as it is. Choose another file with --key-file."
                )
            }
            return
        }
        let parent = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { throw unwritableFile(url) }
        defer { close(parent) }
        guard photos_sync_folder(parent) == 0 else { throw unwritableFile(url) }
    }

    private static func unwritableFile(_ url: URL) -> RemoteFailure {
        RemoteFailure(
            .localFile,
            "The file with the key cannot be written: \(url.path) (\(String(cString: strerror(errno)))). Choose another one with --key-file."
        )
    }

    /// Returns the file for the key of a remote, unless its owner names another one.
    ///
    /// Addresses that differ in other characters than letters, digits, `-` and `.` can have one file. So can two remotes that
    /// are at one address one after the other.
    ///
    /// - Parameters:
    ///   - address: The address of the remote, which gives the file its name.
    ///   - environment: The environment: `XDG_CONFIG_HOME`, and else `HOME`.
    /// - Returns: A path below the folder of settings.
    package static func standardURL(
        for address: RemoteAddress,
        environment: [String: String]
    ) -> URL {
        let settings =
            environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? (environment["HOME"] ?? NSHomeDirectory()) + "/.config"
        let capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
        let allowed = Set(capitals + capitals.lowercased() + "0123456789-.")
        let name = address.text.split { !allowed.contains($0) }.joined(separator: "_")
        return URL(fileURLWithPath: settings, isDirectory: true)
            .appendingPathComponent("openphotokit/keys/\(name.suffix(120)).key")
    }
}
