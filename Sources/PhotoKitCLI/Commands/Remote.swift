import ArgumentParser
import Foundation
import OpenPhotoKit
import PhotosBase

/// The command `photokit remote`.
struct Remote: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Manages remotes: places elsewhere with copies of all files and of the database.",
        discussion: """
            A remote is a folder on another disk, a bucket of an S3 service, or a WebDAV folder. "photokit remote \
            sync" sends what it lacks. A file counts as stored only after its bytes were read back and compared. A \
            library can be rebuilt from a remote alone.

            Keys are never part of an address, and never stored in the library. They come from a file of mode 0600 \
            that --credentials names, from the environment (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or \
            PHOTOKIT_WEBDAV_USER and PHOTOKIT_WEBDAV_PASSWORD), or from the AWS configuration.

            EXAMPLES:
              photokit remote add /media/disk/photos
              photokit remote add s3://bucket/photos --endpoint https://s3.example.org --name cloud
              photokit remote add s3://bucket/photos --encrypt
              photokit remote sync
              photokit remote status
              photokit remote check cloud --read
              photokit remote space 50G
              photokit remote restore /media/disk/photos ~/Photos.photolib
            """,
        subcommands: [
            RemoteAdd.self, RemoteList.self, RemoteStatus.self, RemoteSyncCommand.self,
            RemoteCheckCommand.self,
            RemoteSpace.self, RemoteFetch.self, RemotePin.self, RemoteUnpin.self,
            RemoteService.self, RemoteRestoreCommand.self, RemoteAdopt.self, RemoteKey.self,
            RemoteForget.self,
        ]
    )
}

/// The options of a service.
struct RemoteOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The URL of an S3 service other than Amazon's.", valueName: "url"))
    var endpoint: String?
    @Option(help: "The region of an S3 service.") var region: String?
    @Flag(help: "Put the bucket of an S3 service into the path instead of the host name.")
    var pathStyle = false
    @Option(
        help: ArgumentHelp("A file of mode 0600 with the keys.", valueName: "file"),
        completion: .file()
    )
    var credentials: String?
    @Option(
        help: ArgumentHelp(
            "A file with certificates to trust besides the system's.",
            valueName: "file"
        ),
        completion: .file()
    )
    var certificates: String?
    @Option(
        help: ArgumentHelp(
            "The largest number of bytes per second, such as 2M.",
            valueName: "rate"
        )
    )
    var rate: String?

    func validate() throws {
        try PathArgument.checkPaths([credentials], subject: "The path of --credentials")
        try PathArgument.checkPaths([certificates], subject: "The path of --certificates")
        _ = try bytesPerSecond()
    }

    var settings: LibraryRemote.Settings {
        var settings = LibraryRemote.Settings()
        settings.endpoint = endpoint
        settings.region = region
        settings.usesPathStyle = pathStyle ? true : nil
        settings.credentialsURL = credentials.map { URL(fileURLWithPath: $0) }
        settings.certificatesURL = certificates.map { URL(fileURLWithPath: $0) }
        settings.bytesPerSecond = try? bytesPerSecond()
        return settings
    }

    private func bytesPerSecond() throws -> Int64? {
        try rate.map { max(1, try ByteCountText.parsedBytes($0, subject: "--rate")) }
    }
}

/// The command `photokit remote add`.
struct RemoteAdd: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Adds a remote. Nothing is sent before \"photokit remote sync\".",
        discussion: """
            The folder or bucket must be empty, or have been a remote of this library before. Files that are missing on \
            this disk and that such a place has are found again: "photokit remote fetch" brings them back.

            With --encrypt, names and bytes are encrypted before they leave this machine. The key is in a file of mode 0600, which \
            --key-file names, and not in the library. Write down the words that "photokit remote key" prints: \
            without the file and the words nobody can read the remote.

            A remote that is encrypted already needs its key: --key-file names the file, and with --words the command \
            reads the words from standard input, tries them on the remote, and writes the file.

            EXAMPLES:
              photokit remote add /media/disk/photos
              photokit remote add s3://bucket/photos --encrypt
              photokit remote add s3://bucket/photos --encrypt --words
              photokit remote add https://dav.example.org/photos --credentials ~/.config/dav-keys
            """
    )

    @OptionGroup var edit: EditOptions
    @OptionGroup var service: RemoteOptions
    @Option(help: "The name of the remote. The default is the last part of the address.")
    var name: String?
    @Flag(help: "Also copy the files of photos that stay in sources, and the sidecars beside them.")
    var withSources = false
    @Option(
        help: ArgumentHelp(
            "Read each file back again after this number of days.",
            valueName: "days"
        )
    )
    var proofDays = 180
    @Flag(help: "Encrypt names and bytes before they leave this machine.") var encrypt = false
    @Option(
        help: ArgumentHelp(
            "The file with the key, which is made if it does not exist. The default is a file of the remote's own below ~/.config/openphotokit/keys.",
            valueName: "file"
        ),
        completion: .file()
    )
    var keyFile: String?
    @Flag(help: "Read the words of the key from standard input.") var words = false
    @Argument(
        help: ArgumentHelp("The path of a folder, \(ServiceKind.addressForms).")
    )
    var address: String

    func validate() throws {
        if let name { try TitleText.checkText(name, subject: "The name of a remote") }
        try PathArgument.checkPaths([address])
        try PathArgument.checkPaths([keyFile], subject: "The path of --key-file")
        guard proofDays >= 1 else { throw ValidationError("--proof-days is 1 or more.") }
        guard encrypt || (keyFile == nil && !words) else {
            throw ValidationError(
                "\(words ? "--words" : "--key-file") is for encrypted remotes. Add --encrypt."
            )
        }
    }

    func run(in library: PHPhotoLibrary) async throws {
        var settings = service.settings
        settings.takesSources = withSources
        settings.proofDays = proofDays
        let address = RemoteAddressText.absoluteAddress(address)
        let before = try Self.countOfFilesInRemotesAlone(of: library)
        let added = try await Fault.ofRemote(at: address) {
            let key = encrypt ? try await makeKeyFile(for: address, settings: settings) : nil
            settings.encryptionKeyURL = key?.url
            do {
                return try await library.addRemote(address, name: name, settings: settings) {
                    key?.noteClaim()
                }
            } catch {
                await key?.removeIfUnused(byRemoteAt: address, settings: settings)
                guard let key else { throw error }
                throw await key.explained(error, ofRemoteAt: address, settings: settings)
            }
        }
        RemoteTable(json: edit.output.json).showRemotes([added.remote])
        let found = try Self.countOfFilesInRemotesAlone(of: library) - before
        if found > 0 {
            let (are, were, each) =
                found == 1 ? ("is", "It was", "it") : ("are", "They were", "those")
            Output.shared.complain(
                "The remote lists \(Wording.count(found, of: "file")) that \(are) not on this disk. \(were) not read yet: \"photokit remote fetch --all\" brings \(each) back \(found == 1 ? "if it is" : "that are") whole."
            )
        }
        if let warning = added.warning { Output.shared.complain(warning) }
        if let url = settings.encryptionKeyURL {
            Output.shared.complain(
                "The key is in \(url.path). Write down the words that \"photokit remote key \(ShellWord.operand(added.remote.name))\" prints, and keep them away from this machine: without the file and the words nobody can read the remote."
            )
        }
    }

    private static func countOfFilesInRemotesAlone(of library: PHPhotoLibrary) throws -> Int {
        try library.spaceUse().elsewhere.count
            + library.filesInForgottenSources().count(where: \.isInRemote)
    }

    /// Returns the file with the key, which is made if it does not exist.
    ///
    /// Words are tried on the remote before, so that no file has a wrong key.
    private func makeKeyFile(
        for address: String,
        settings: LibraryRemote.Settings
    ) async throws -> RemoteKeyFile {
        let named = keyFile.map { URL(fileURLWithPath: $0, isDirectory: false).absoluteURL }
        guard words else {
            if let named { return try RemoteKeyFile(at: named) }
            return try await RemoteKeyFile(ofRemoteAt: address, settings: settings)
        }
        let key = try KeyWordsInput.readKey()
        _ = try await PHPhotoLibrary.copies(inRemote: address, settings: settings, key: key)
        return try RemoteKeyFile(
            at: named ?? RemoteKeyFile.freeURL(forRemoteAt: address, having: key),
            having: key
        )
    }
}

/// The command `photokit remote list`.
struct RemoteList: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists the remotes.",
        discussion: "EXAMPLE:\n  photokit remote list --json"
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    func run(in library: PHPhotoLibrary) async throws {
        RemoteTable(json: output.json).showRemotes(try library.remotes())
    }
}

/// The command `photokit remote adopt`.
struct RemoteAdopt: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopt",
        abstract:
            "Takes a remote over for this copy of the library, after it was restored or copied.",
        discussion: """
            A remote belongs to one copy of a library. The copy that wrote there before can no longer write there. The \
            next "photokit remote sync" reads each file of the remote back.

            What other copies stored there stays, even if this one deletes the photos, because they may rely on it. \
            With --other-is-gone the files are this copy's.

            The remote is refused if its copy of the database has changes that this library does not know. With \
            --older the library goes on with its own state, and that copy of the database stays there.

            If the remote was emptied, or lacks files that it had, the command says how many, and which of them nobody \
            has any more. The exit code is 1 then.

            EXAMPLES:
              photokit remote adopt cloud
              photokit remote adopt cloud --other-is-gone
            """
    )

    @OptionGroup var edit: EditOptions
    @Flag(help: "Go on although the remote has changes that this library does not know.")
    var older = false
    @Flag(help: "Take over the files of other copies, none of which is used any more.")
    var otherIsGone = false
    @Argument(help: "The name or the address of the remote.") var remote: String

    func run(in library: PHPhotoLibrary) async throws {
        let remote = try library.remotes().named(remote)
        let adoption = try await library.adoptRemote(
            remote,
            overNewer: older,
            otherIsGone: otherIsGone
        )
        reportChange(
            "\(remote.address) belongs to this copy of the library now. \(Self.adoptionText(about: adoption, in: remote))",
            of: [remote.identifier],
            in: library
        )
        Self.complain(about: adoption.photosAlone)
        for sentence in Self.lossSentences(about: adoption, in: remote) {
            Output.shared.complain(Table.printableText(sentence))
        }
        if adoption.missing.count > 0 { throw ExitStatus.refused }
    }

    /// Says which files the remote had and does not have.
    private static func lossSentences(
        about adoption: LibraryRemote.Adoption,
        in remote: LibraryRemote
    ) -> [String] {
        let (missing, names) = (adoption.missing.count, adoption.namesWithoutCopy)
        guard missing > 0 else { return [] }
        var sentences: [String] = []
        let gone =
            "\(Wording.count(missing, of: "file")) that it had \(missing == 1 ? "is" : "are") not there."
        sentences.append(
            adoption.files.count == 0
                ? "The remote has nothing of the library: \(gone) If another disk or folder is connected there, connect the right one, and run \"photokit remote adopt \(ShellWord.operand(remote.name))\" again."
                : gone
        )
        if !names.isEmpty {
            let (are, them) = names.count == 1 ? ("is", "it") : ("are", "them")
            sentences.append(
                "\(Wording.count(names.count, of: "file")) \(are) neither there, nor on this disk, nor in another remote: \(Wording.nameList(names)). To bring \(them) back, run \"photokit check --repair --from FOLDER\" with a folder that has \(them), or import \(them) again."
            )
        }
        sentences += remedySentences(for: adoption, in: remote)
        return sentences
    }

    /// Says which files the remote gets again, and from where.
    private static func remedySentences(
        for adoption: LibraryRemote.Adoption,
        in remote: LibraryRemote
    ) -> [String] {
        let elsewhere = adoption.elsewhereCount
        let here = adoption.missing.count - adoption.namesWithoutCopy.count - elsewhere
        guard here + elsewhere > 0 else { return [] }
        let name = ShellWord.operand(remote.name)
        var sentences: [String] = []
        if here > 0 {
            sentences.append(
                "\(Wording.count(here, of: "file")) \(here == 1 ? "is" : "are") on this disk or in sources."
            )
        }
        if elsewhere > 0 {
            let (are, them) = elsewhere == 1 ? ("is", "it") : ("are", "them")
            let others = adoption.otherRemotes
            sentences.append(
                "\(Wording.count(elsewhere, of: "file")) \(are) not on this disk: by the library's records \(others.count == 1 ? "the remote \(others[0]) has" : "other remotes have") \(them)\(others.count == 1 ? "" : " (\(Wording.nameList(others)))"), from where \(elsewhere == 1 ? "it is" : "they are") fetched if \(elsewhere == 1 ? "it is" : "they are") still there."
            )
        }
        sentences.append(
            "Run \"photokit remote check \(name)\", and then \"photokit remote sync \(name)\", which sends what can be had."
        )
        return sentences
    }

    /// The number of photos that are named.
    private static let mostNames = 20

    private static func complain(about photos: [LibraryRemote.Adoption.PhotoAlone]?) {
        guard let photos else {
            return Output.shared.complain(
                "The other copy's state in the remote cannot be read, so the photos that it alone has cannot be named."
            )
        }
        guard !photos.isEmpty else { return }
        Output.shared.complain(
            "Only the other copy has \(Wording.count(photos.count, of: "photo")), whose files stay in the remote:"
        )
        for photo in photos.prefix(mostNames) {
            let date = photo.date.map { "  \(Wording.formattedDate($0))" } ?? ""
            Output.shared.complain(Table.printableText("  \(photo.filename ?? "-")\(date)"))
        }
        if photos.count > mostNames {
            Output.shared.complain("  and \(photos.count - mostNames) more")
        }
    }

    private static func adoptionText(
        about adoption: LibraryRemote.Adoption,
        in remote: LibraryRemote
    ) -> String {
        let files = Wording.count(adoption.files.count, of: "file")
        let earlier = adoption.earlierDate.map {
            "Another copy of the library used it since \(Wording.formattedDate($0)). "
        }
        return (earlier ?? "") + fileFateSentence(about: adoption, files: files, in: remote)
    }

    private static func fileFateSentence(
        about adoption: LibraryRemote.Adoption,
        files: String,
        in remote: LibraryRemote
    ) -> String {
        let isOne = adoption.files.count == 1
        guard adoption.files.count > 0 else { return "It has no file of the library." }
        guard adoption.keepsFiles else {
            return
                "The \(files) in the remote \(isOne ? "belongs" : "belong") to this copy now: those that no photo needs are removed after 30 days."
        }
        return
            "The \(files) in the remote \(isOne ? "stays" : "stay"), even if this copy deletes the photos. If no other copy is used, run \"photokit remote adopt \(ShellWord.operand(remote.name, "--other-is-gone"))\"."
    }
}
