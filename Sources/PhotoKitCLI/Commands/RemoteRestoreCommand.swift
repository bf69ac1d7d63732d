import ArgumentParser
import Foundation
import OpenPhotoKit
import PhotosBase

/// The command `photokit remote restore`.
struct RemoteRestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Rebuilds a library from a remote alone.",
        discussion: """
            Needs no library. Every file is compared with its checksum. An interrupted call continues when it is \
            repeated. If the remote lacks files, photokit prints their names and exits with code 1. If its newest copy \
            of the database is damaged, the newest whole one is taken, with code 1. The restored \
            library writes nothing to the remote before "photokit remote adopt".

            The folder may be an earlier backup of the library. A backup with changes that the remote does not know \
            is refused, because photos that only it has would be removed.

            An encrypted remote needs its key: --key-file names the file, and with --words the command asks for the \
            words and reads them from standard input.

            EXAMPLES:
              photokit remote restore /media/disk/photos ~/Photos.photolib
              photokit remote restore s3://bucket/photos ~/Photos.photolib --words
              photokit remote restore s3://bucket/photos --list
            """
    )

    @OptionGroup var service: RemoteOptions
    @OptionGroup var output: OutputOptions
    @Option(
        help: ArgumentHelp("The file with the key of an encrypted remote.", valueName: "file"),
        completion: .file()
    )
    var keyFile: String?
    @Flag(help: "Read the words of the key from standard input.") var words = false
    @Flag(help: "List the copies of the database instead.") var list = false
    @Option(help: ArgumentHelp("Take an older copy of the database.", valueName: "name"))
    var copy: String?
    @Argument(help: "The address of the remote.") var address: String
    @Argument(
        help: ArgumentHelp(
            "A path that does not exist yet, or an earlier backup of this library.",
            valueName: "folder"
        ),
        completion: .directory
    )
    var destination: String?

    func validate() throws {
        try PathArgument.checkPaths([address, destination])
        try PathArgument.checkPaths([keyFile], subject: "The path of --key-file")
        guard list || destination != nil else {
            throw ValidationError("Give the path of the library to be made, or --list.")
        }
        guard !words || keyFile == nil else {
            throw ValidationError("Give the key as a file or as words.")
        }
    }

    func run() async throws {
        do {
            try await Fault.ofRemote(at: RemoteAddressText.absoluteAddress(address)) {
                try await Fault.inOutput { try await restoreLibrary() }
            }
        } catch let error as PHPhotosError {
            throw CommandFailure(ExitStatus(error), error.localizedDescription)
        }
    }

    private func restoreLibrary() async throws {
        let address = RemoteAddressText.absoluteAddress(address)
        let settings = service.settings
        let key = try encryptionKey()
        guard !list, let destination else {
            for name in try await PHPhotoLibrary.copies(
                inRemote: address,
                settings: settings,
                key: key
            ) {
                if output.json {
                    Output.shared.writeLine(.object([("copy", JSON(name))]))
                } else {
                    Output.shared.writeLine(name)
                }
            }
            return
        }
        let url = URL(fileURLWithPath: destination, isDirectory: true)
        let report = try await Interruption.cancelling { [copy] in
            try await PHPhotoLibrary.restore(
                fromRemote: address,
                settings: settings,
                key: key,
                copy: copy,
                to: url
            ) { done, total in
                Output.shared.showStatus(
                    "Restored \(Wording.formattedBytes(done)) of \(Wording.formattedBytes(total))"
                )
            }
        }
        RemoteReporter(json: output.json).showRestore(report, at: url)
        for sentence in Self.missingKeySentences(of: url) { Output.shared.complain(sentence) }
        if !report.findings.isEmpty || !report.damagedCopies.isEmpty { throw ExitStatus.refused }
    }

    /// Says which keys of encrypted remotes a restored library does not find where the other copy had them.
    private static func missingKeySentences(of url: URL) -> [String] {
        guard let library = try? PHPhotoLibrary.open(at: url, mode: .readOnly, user: .owner)
        else { return [] }
        defer { library.close() }
        let remotes = (try? library.remotes()) ?? []
        let program = "photokit --library \(ShellWord.quoted(url.path))"
        return remotes.compactMap { remote in
            guard let file = remote.encryptionKeyURL,
                (try? LibraryRemote.EncryptionKey(contentsOf: file)) == nil
            else { return nil }
            return
                "The restored library looks for the key of \(remote.name) in \(file.path), where the other copy had it. Run \"\(program) remote key \(ShellWord.operand(remote.name, "--from-words"))\" before \"\(program) remote adopt \(ShellWord.operand(remote.name))\"."
        }
    }

    private func encryptionKey() throws -> LibraryRemote.EncryptionKey? {
        guard let keyFile else { return words ? try KeyWordsInput.readKey() : nil }
        return try LibraryRemote.EncryptionKey(
            contentsOf: URL(fileURLWithPath: keyFile, isDirectory: false)
        )
    }
}
