import ArgumentParser
import Foundation
import Glibc
import OpenPhotoKit
import PhotosBase

/// The command `photokit remote key`.
struct RemoteKey: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "key",
        abstract:
            "Prints the words of an encrypted remote's key, or writes the key's file from them.",
        discussion: """
            The key is tried on the remote, if it can be reached. Write the words down, and keep them away from this machine. Who has them can read the remote. With them \
            alone, "photokit remote restore --words" rebuilds the library.

            With --from-words the command asks for the words, reads them from standard input, tries them on the \
            remote, and writes the file of mode 0600 again, for example after the library was restored from words.

            EXAMPLES:
              photokit remote key cloud
              photokit remote key cloud --from-words
            """
    )

    @OptionGroup var edit: EditOptions
    @Flag(help: "Write the key's file from words that are read from standard input.")
    var fromWords = false
    @Option(
        help: ArgumentHelp(
            "The file to be written. The default is the recorded one.",
            valueName: "file"
        ),
        completion: .file()
    )
    var keyFile: String?
    @Argument(help: "The name or the address of the remote.") var remote: String

    func validate() throws {
        try PathArgument.checkPaths([keyFile], subject: "The path of --key-file")
        guard fromWords || keyFile == nil else {
            throw ValidationError("--key-file names the file that --from-words writes.")
        }
    }

    func run(in library: PHPhotoLibrary) async throws {
        let remote = try library.remotes().named(remote)
        guard let recorded = remote.encryptionKeyURL else {
            throw CommandFailure(
                .usage,
                "The remote \(remote.name) is not encrypted. Remotes are encrypted from the beginning, with \"photokit remote add --encrypt\"."
            )
        }
        guard fromWords else {
            let key = try await Fault.ofRemote { try LibraryRemote.EncryptionKey(of: remote) }
            try await tryKey(key, from: recorded, on: remote, in: library)
            return showWords(of: key, from: recorded, of: remote)
        }
        let url =
            keyFile.map { URL(fileURLWithPath: $0, isDirectory: false).absoluteURL } ?? recorded
        try await Fault.ofRemote {
            try await library.setEncryptionKey(KeyWordsInput.readKey(), of: remote, at: url)
        }
        reportChange(
            "The key of \(remote.name) is in \(url.path).",
            of: [remote.identifier],
            in: library
        )
    }

    /// Throws if the key of a file is not that of the remote: its words would not restore the library.
    ///
    /// A key that cannot be tried is shown, because the remote may be on a disk that is not connected.
    private func tryKey(
        _ key: LibraryRemote.EncryptionKey,
        from url: URL,
        on remote: LibraryRemote,
        in library: PHPhotoLibrary
    ) async throws {
        do {
            try await library.checkEncryptionKey(key, of: remote)
        } catch let error as PHPhotosError where error.remoteProblem == .wrongEncryptionKey {
            throw CommandFailure(
                Fault.usage.status,
                "\(url.path) has a key, but not that of the remote \(remote.name). Bring the right file back, or move this one away and write it from the words with \"photokit remote key \(ShellWord.operand(remote.name, "--from-words"))\"."
            )
        } catch let error as PHPhotosError {
            Output.shared.complain(
                "The key was not tried on the remote \(remote.name). \(error.localizedDescription)"
            )
        }
    }

    private func showWords(
        of key: LibraryRemote.EncryptionKey,
        from url: URL,
        of remote: LibraryRemote
    ) {
        guard !edit.output.json else {
            return Output.shared.writeLine(
                .object([
                    ("remote", JSON(remote.name)), ("keyFile", JSON(url.path)),
                    ("words", JSON(key.words)),
                ])
            )
        }
        let words = key.words.split(separator: " ")
        for start in stride(from: 0, to: words.count, by: 6) {
            Output.shared.writeLine(
                words[start..<min(start + 6, words.count)].joined(separator: " ")
            )
        }
    }
}

/// Words of a key that a person types, or that a program sends.
///
/// The words are no argument of a command, because other users may see arguments.
enum KeyWordsInput {
    /// Reads words from standard input until there are enough of them, or until its end.
    static func readKey() throws -> LibraryRemote.EncryptionKey {
        if isatty(STDIN_FILENO) == 1 {
            Output.shared.complain("Type the 18 words of the key, on one line or several.")
        }
        var words: [Substring] = []
        var lines: [String] = []
        while words.count < 18, let line = readLine() {
            guard !line.hasPrefix("#") else { continue }
            lines.append(line)
            words += line.split { !$0.isLetter }
        }
        return try LibraryRemote.EncryptionKey(words: lines.joined(separator: " "))
    }
}
