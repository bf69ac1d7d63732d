import Foundation
import Glibc
import OpenPhotoKit

/// The report of `photokit doctor` about one remote.
struct RemoteCondition {
    let remote: LibraryRemote
    let status: LibraryRemote.Status
    /// Why the remote cannot be used now, and what to do; nil if it can be read and written.
    let problem: String?
    /// The permissions of the file with the keys; nil without such a file, or if there is none at its path.
    let keyFileMode: mode_t?
    private let use: LibrarySpaceUse

    /// Asks a remote whether it can be read and written, and is still the same place.
    ///
    /// - Parameters:
    ///   - remote: The remote.
    ///   - library: The library.
    ///   - use: Where the files of the library are, after a look for them.
    /// - Throws: The errors of the library.
    init(
        _ remote: LibraryRemote,
        in library: PHPhotoLibrary,
        using use: LibrarySpaceUse
    ) async throws {
        self.remote = remote
        status = try library.status(of: remote)
        self.use = use
        do {
            try await library.checkAccess(to: remote)
            problem = nil
        } catch {
            problem = error.localizedDescription
        }
        keyFileMode = remote.credentialsURL.flatMap { url in
            var facts = stat()
            return stat(url.path, &facts) == 0 ? facts.st_mode & 0o7777 : nil
        }
    }

    /// The files that the remote has not given back: as far as the remote goes, they are only here.
    private var unprovedCount: Int { max(0, status.wanted.count - status.proved.count) }
    private var unprovedBytes: Int64 { max(0, status.wanted.byteCount - status.proved.byteCount) }

    var text: String {
        var sentences = [
            problem.map { "cannot be used as it is: \($0)" } ?? "can be read and written.",
            "\(status.proved.count) of \(Wording.count(status.wanted.count, of: "file")) \(status.proved.count == 1 ? "was" : "were") read back from it"
                + (status.oldestProofDate.map { ", the first one at \(Wording.formattedDate($0))." }
                    ?? "."),
        ]
        if let doubt = status.doubt, doubt != problem {
            sentences.append("The last \"photokit remote sync\" found: \(doubt)")
        }
        // Lost files are not on this disk either.
        let unproved = max(0, unprovedCount - use.lost.count)
        if unproved > 0 {
            let bytes = Wording.formattedBytes(max(0, unprovedBytes - use.lost.byteCount))
            sentences.append(
                "\(Wording.count(unproved, of: "file")) (\(bytes)) \(conditionOfUnproved(unproved)). Run \"photokit remote sync\"."
            )
        }
        if status.forgottenFileCount > 0 {
            sentences.append(
                "Not in it: \(Wording.count(status.forgottenFileCount, of: "file of a forgotten source", plural: "files of forgotten sources"))."
            )
        }
        if !status.isDatabaseCurrent {
            sentences.append(
                remote.databaseDate == nil
                    ? "It has no copy of the database yet."
                    : "Its copy of the database is older than the last change."
            )
        }
        if let url = remote.credentialsURL { sentences.append(keySentence(url)) }
        return Table.printableText("\(remote.name) (\(remote.address)) ")
            + Table.printableText(sentences.joined(separator: " "))
    }

    /// Says what may be so with files that were not read back; which of them are on this disk is not known.
    private func conditionOfUnproved(_ count: Int) -> String {
        guard use.elsewhere.count + use.forgotten.count + use.missing.count > 0 else {
            return "may be only here"
        }
        let unproved = "\(count == 1 ? "was" : "were") not read back from it lately"
        guard use.local.count > 0 else { return unproved }
        return unproved + (count == 1 ? ", and may be only here" : ", and some may be only here")
    }

    private func keySentence(_ url: URL) -> String {
        guard let mode = keyFileMode else {
            return "The file with its keys, \(url.path), is not there."
        }
        let digits = "0" + String(mode, radix: 8)
        guard mode & 0o077 != 0 else {
            return "The file with its keys has mode \(digits), so only its owner can read it."
        }
        return
            "The file with its keys has mode \(digits), so other users may read it. Run \"chmod 600 \(url.path)\"."
    }

    var json: JSON {
        .object([
            ("name", JSON(remote.name)), ("address", JSON(remote.address)),
            ("isUsable", JSON(problem == nil)), ("problem", JSON(problem)),
            ("doubt", JSON(status.doubt)),
            ("wantedFiles", JSON(status.wanted.count)),
            ("provedFiles", JSON(status.proved.count)),
            ("oldestProof", JSON(status.oldestProofDate)),
            ("unprovedFiles", JSON(unprovedCount)), ("unprovedBytes", JSON(unprovedBytes)),
            ("isDatabaseCurrent", JSON(status.isDatabaseCurrent)),
            ("keyFileMode", JSON(keyFileMode.map { "0" + String($0, radix: 8) })),
        ])
    }
}
