import ArgumentParser
import Foundation
import OpenPhotoKit

/// The command `photokit remote space`.
struct RemoteSpace: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "space",
        abstract: "Shows or sets how much space original files may take on this disk.",
        discussion: """
            Files leave this disk only after remotes gave their bytes back. Those that were not used for longest go \
            first, at the end of each "photokit remote sync", or at once with --now. Previews stay, and so do pinned \
            photos ("photokit remote pin"). Programs fetch a file again when they may use the network.

            EXAMPLES:
              photokit remote space
              photokit remote space 50G --copies 2
              photokit remote space --now
              photokit remote space --keep-all
            """
    )

    @OptionGroup var edit: EditOptions
    @Option(help: ArgumentHelp("The number of remotes that must have a file.", valueName: "count"))
    var copies: Int?
    @Option(
        help: ArgumentHelp(
            "The number of days within which the remotes must have given the bytes back.",
            valueName: "days"
        )
    )
    var proofDays: Int?
    @Flag(help: "Free the space now.") var now = false
    @Flag(help: "End the rule: no file leaves this disk any more.") var keepAll = false
    @Argument(help: "The space, such as 50G or 500M.") var space: String?

    func validate() throws {
        if let space { _ = try ByteCountText.bytes(space, "The space") }
        if keepAll, space != nil || copies != nil || proofDays != nil || now {
            throw ValidationError("--keep-all stands alone.")
        }
        guard copies ?? 1 >= 1, proofDays ?? 1 >= 1 else {
            throw ValidationError("--copies and --proof-days are 1 or more.")
        }
    }

    func run(in library: PHPhotoLibrary) async throws {
        if keepAll { try library.setSpaceRule(nil) }
        try change(library)
        let report = now ? try await free(library) : nil
        RemoteReporter(json: edit.output.json).show(
            try library.spaceRule(),
            try library.spaceUse(),
            freed: report
        )
    }

    private func change(_ library: PHPhotoLibrary) throws {
        guard space != nil || copies != nil || proofDays != nil else { return }
        let present = try library.spaceRule()
        let byteCount = try space.map { try ByteCountText.bytes($0, "The space") }
        guard let byteCount = byteCount ?? present?.byteCount else {
            throw CommandFailure(
                .usage,
                "There is no rule yet. Name the space, too: \"photokit remote space 50G\"."
            )
        }
        var rule = present ?? LibrarySpaceRule(byteCount: byteCount)
        rule.byteCount = byteCount
        if let copies { rule.copies = copies }
        if let proofDays { rule.proofDays = proofDays }
        let remotes = try library.remotes().count
        if remotes < rule.copies {
            Output.shared.complain(
                "The library has \(Wording.count(remotes, "remote")), and the rule asks for \(rule.copies). Nothing leaves this disk before \"photokit remote add\"."
            )
        }
        try library.setSpaceRule(rule)
    }

    private func free(_ library: PHPhotoLibrary) async throws -> LibrarySpaceReport {
        let report = try await Interruption.cancelling {
            try await library.freeSpace { count in
                Output.shared.status("\(Wording.count(count, "file")) left this disk")
            }
        }
        Output.shared.clearStatus()
        return report
    }
}

/// The command `photokit remote fetch`.
struct RemoteFetch: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Fetches original files that are in remotes alone.",
        discussion: """
            Every file is compared with its checksum. The rule of "photokit remote space" may let files leave again \
            later. If a remote cannot be reached, the exit code is 8.

            EXAMPLES:
              photokit remote fetch 3F2A81C0
              photokit remote fetch --album "Lake Como"
              photokit remote fetch --all
            """
    )

    @OptionGroup var edit: EditOptions
    @OptionGroup var selection: RemoteSelection
    @Flag(help: "Fetch everything, also hidden and deleted photos.") var all = false

    func validate() throws { try selection.check(all: all) }

    func run(in library: PHPhotoLibrary) async throws {
        let assets = all ? nil : try selection.assets(library)
        do {
            let fetched = try await Interruption.cancelling {
                try await library.fetchOriginals(of: assets) { done, total in
                    Output.shared.status(
                        "Fetched \(Wording.bytes(done)) of \(Wording.bytes(total))"
                    )
                }
            }
            Output.shared.clearStatus()
            report(
                "\(Wording.count(fetched.count, "file")) fetched (\(Wording.bytes(fetched.byteCount))).",
                (assets ?? []).map(\.localIdentifier),
                in: library
            )
        } catch let error as PHPhotosError where error.code == .networkError {
            throw CommandFailure(.remote, error.localizedDescription)
        }
    }
}

/// The command `photokit remote pin`.
struct RemotePin: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin",
        abstract: "Keeps the files of photos or albums on this disk.",
        discussion: """
            Files that are in remotes alone are fetched by "photokit remote fetch".

            EXAMPLES:
              photokit remote pin 3F2A81C0
              photokit remote pin --album "Lake Como"
            """
    )

    @OptionGroup var edit: EditOptions
    @OptionGroup var selection: RemoteSelection

    func validate() throws { try selection.check(all: false) }

    func run(in library: PHPhotoLibrary) async throws {
        report(try selection.pin(true, in: library), selection.identifiers, in: library)
    }
}

/// The command `photokit remote unpin`.
struct RemoteUnpin: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "unpin",
        abstract: "Lets the files of photos or albums leave this disk again.",
        discussion: "EXAMPLE:\n  photokit remote unpin --album \"Lake Como\""
    )

    @OptionGroup var edit: EditOptions
    @OptionGroup var selection: RemoteSelection

    func validate() throws { try selection.check(all: false) }

    func run(in library: PHPhotoLibrary) async throws {
        report(try selection.pin(false, in: library), selection.identifiers, in: library)
    }
}

/// The photos of commands that fetch and pin: identifiers, or an album.
struct RemoteSelection: ParsableArguments {
    @Option(help: ArgumentHelp("Everything in an album.", valueName: "title or id"))
    var album: String?
    @Argument(
        help: ArgumentHelp(
            "Identifiers of photos and videos. Their first characters are enough.",
            valueName: "id"
        )
    )
    var identifiers: [String] = []

    func check(all: Bool) throws {
        guard [all, album != nil, !identifiers.isEmpty].filter({ $0 }).count == 1 else {
            throw ValidationError("Name identifiers or an album, and only one of both.")
        }
    }

    func assets(_ library: PHPhotoLibrary) throws -> [PHAsset] {
        let lookup = Lookup(library: library)
        guard let album else { return try lookup.assets(identifiers) }
        let found = PHAsset.fetchAssets(in: try lookup.album(album), options: Order.everything)
        return found.objects(at: IndexSet(0..<found.count))
    }

    /// Pins what is selected, or ends that, and returns a sentence that says so.
    func pin(_ isPinned: Bool, in library: PHPhotoLibrary) throws -> String {
        let lookup = Lookup(library: library)
        let outcome = isPinned ? "stays on this disk" : "may leave this disk"
        if let album {
            let found = try lookup.userAlbum(album)
            try library.pin([], albums: [found], isPinned: isPinned)
            return "What is in \(found.localizedTitle ?? album) \(outcome)."
        }
        let assets = try lookup.assets(identifiers)
        try library.pin(assets, isPinned: isPinned)
        return "\(Wording.count(assets.count, "photo or video", "photos and videos")): \(outcome)."
    }
}
