import Foundation
import OpenPhotoKit
import PhotosBase
import Synchronization

/// The file with the key of a remote that is being added.
struct RemoteKeyFile {
    let url: URL
    /// Whether the file was made for this remote.
    let isNew: Bool
    /// Whether its key is that of an encrypted remote, which a person typed.
    private let isTyped: Bool
    private let claim = Claim()

    /// Whether the library began to write its marker, which only this key opens, to the place.
    private final class Claim: Sendable {
        let wasBegun = Mutex(false)
    }

    /// Reads the file, or makes it with a new key if it does not exist.
    init(at url: URL) throws {
        self.url = url
        isTyped = false
        isNew = !FileManager.default.fileExists(atPath: url.path)
        if isNew {
            try LibraryRemote.EncryptionKey().write(to: url)
        } else {
            _ = try LibraryRemote.EncryptionKey(contentsOf: url)
        }
    }

    /// Finds or makes the file of a remote for which a person named none.
    ///
    /// A file that exists can have the key of another remote: one at a similar address, or a disk that was at this address
    /// before. So such a file is used only if its key opens the remote, and a new remote gets a new file.
    ///
    /// - Parameters:
    ///   - address: The address of the remote.
    ///   - settings: The settings of the remote, without a key.
    /// - Throws: `PHPhotosError` if a key cannot be read or written, or if files exist and the remote cannot be asked.
    init(ofRemoteAt address: String, settings: LibraryRemote.Settings) async throws {
        let urls = try Self.standardURLs(forRemoteAt: address)
        let url = try await Self.url(among: urls) { key in
            _ = try await PHPhotoLibrary.copies(inRemote: address, settings: settings, key: key)
        }
        try self.init(at: url)
    }

    /// Returns the file whose key opens a remote; the new one where the remote is not encrypted yet.
    ///
    /// Only answers of the remote decide. A failed connection, taken for an answer, would lead to the file of a wrong key.
    ///
    /// - Parameters:
    ///   - urls: The standard files of the remote. The last one is new.
    ///   - look: Reads the remote with a key, or without one.
    /// - Returns: The file; the first one where none of the keys opens the remote.
    /// - Throws: The error of `look` where the remote gave no answer. The error of a file that cannot be read, if no other
    ///   file has the key.
    static func url(
        among urls: [URL],
        look: (LibraryRemote.EncryptionKey?) async throws -> Void
    ) async throws -> URL {
        guard urls.count > 1, try await isEncrypted(look) else { return urls[urls.count - 1] }
        var unreadable: (any Error)?
        for url in urls.dropLast() {
            let key: LibraryRemote.EncryptionKey
            do {
                key = try LibraryRemote.EncryptionKey(contentsOf: url)
            } catch {
                unreadable = unreadable ?? error
                continue
            }
            do {
                try await look(key)
                return url
            } catch let error as PHPhotosError where error.remoteProblem == .wrongEncryptionKey {
                continue
            }
        }
        if let unreadable { throw unreadable }
        // Adding the remote with this file fails with an error that says what to do.
        return urls[0]
    }

    /// Returns the file for a key: the first one of the remote's standard files that has the key or does not exist.
    static func freeURL(
        forRemoteAt address: String,
        having key: LibraryRemote.EncryptionKey
    ) throws -> URL {
        let urls = try standardURLs(forRemoteAt: address)
        return urls.first { (try? LibraryRemote.EncryptionKey(contentsOf: $0)) == key }
            ?? urls[urls.count - 1]
    }

    /// Returns the standard files of a remote that exist, and after these the next one, which does not exist.
    ///
    /// Further files have a number from 2 in the name.
    private static func standardURLs(forRemoteAt address: String) throws -> [URL] {
        let first = try LibraryRemote.EncryptionKey.standardURL(forRemoteAt: address)
        let start = first.deletingPathExtension()
        var urls = [first]
        while FileManager.default.fileExists(atPath: urls[urls.count - 1].path) {
            let name = "\(start.lastPathComponent)-\(urls.count + 1).key"
            urls.append(start.deletingLastPathComponent().appendingPathComponent(name))
        }
        return urls
    }

    /// Whether a remote says that it is encrypted.
    ///
    /// - Parameter look: Reads the remote with a key, or without one.
    /// - Returns: False where the remote is not encrypted, or is empty.
    /// - Throws: The error of `look` where the remote gave no answer.
    private static func isEncrypted(
        _ look: (LibraryRemote.EncryptionKey?) async throws -> Void
    ) async throws -> Bool {
        do {
            try await look(nil)
            return false
        } catch let error as PHPhotosError where error.remoteProblem == .noEncryptionKey {
            return true
        } catch let error as PHPhotosError where error.remoteProblem == .notTheService {
            return false
        }
    }

    /// Makes the file with a key; one with the same key may exist.
    init(at url: URL, having key: LibraryRemote.EncryptionKey) throws {
        self.url = url
        isTyped = true
        isNew = !FileManager.default.fileExists(atPath: url.path)
        try key.write(to: url)
    }

    /// Notes that the place may be marked with the key from now on.
    func noteClaim() { claim.wasBegun.withLock { $0 = true } }

    /// Removes a new file after the remote was not added, if the place was not marked with its key.
    ///
    /// Otherwise it would stand in the way of the right key. A file stays, and the command says so, where the place was or may
    /// have been marked before adding failed: nobody could use the place without it.
    ///
    /// - Parameters:
    ///   - address: The address of the remote.
    ///   - settings: The settings of the remote.
    func removeIfUnused(byRemoteAt address: String, settings: LibraryRemote.Settings) async {
        guard isNew else { return }
        var isUnused = isTyped || !claim.wasBegun.withLock { $0 }
        if !isUnused { isUnused = await isUnknown(toRemoteAt: address, settings: settings) }
        if isUnused {
            try? FileManager.default.removeItem(at: url)
        } else {
            Output.shared.complain(
                "The new key stays in \(url.path), because the remote may be encrypted with it already. To try again, add the remote with the same key: --key-file \(ShellWord.quoted(url.path))."
            )
        }
    }

    /// Whether the remote itself says that it does not have the key of the file.
    ///
    /// No answer, as of a network that fails, says nothing.
    private func isUnknown(
        toRemoteAt address: String,
        settings: LibraryRemote.Settings
    ) async -> Bool {
        do {
            let key = try LibraryRemote.EncryptionKey(contentsOf: url)
            _ = try await PHPhotoLibrary.copies(inRemote: address, settings: settings, key: key)
            return false
        } catch let problem as PHPhotosError {
            switch problem.remoteProblem {
            case .notTheService, .wrongEncryptionKey, .noEncryptionKey: return true
            default: return false
            }
        } catch {
            return false
        }
    }

    /// Returns the error to show where the remote was not added.
    ///
    /// A new key cannot be that of a remote which is encrypted already: the person has named no file, or a wrong path.
    ///
    /// - Parameters:
    ///   - error: The error of adding the remote.
    ///   - address: The address of the remote.
    ///   - settings: The settings of the remote.
    /// - Returns: The error, with the way to the right key if the remote is encrypted.
    func explained(
        _ error: any Error,
        ofRemoteAt address: String,
        settings: LibraryRemote.Settings
    ) async -> any Error {
        guard isNew, !isTyped,
            (error as? PHPhotosError)?.remoteProblem == .wrongEncryptionKey
        else { return error }
        var plain = settings
        plain.encryptionKeyURL = nil
        let isEncrypted = try? await Self.isEncrypted { [plain] key in
            _ = try await PHPhotoLibrary.copies(inRemote: address, settings: plain, key: key)
        }
        guard isEncrypted == true else { return error }
        return CommandFailure(
            Fault.usage.status,
            "The remote is encrypted already, and the file \(url.path), which should have its key, does not exist. Name the file with --key-file, or give the words of the key with --words."
        )
    }
}
