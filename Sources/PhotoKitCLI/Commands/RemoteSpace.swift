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
            photos ("photokit remote pin"). Programs fetch a file again when they may use the network. If files that \
            should leave cannot, the exit code of --now and of "photokit remote sync" is 5.

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
            "The number of days within which a file must have been read back from its remotes.",
            valueName: "days"
        )
    )
    var proofDays: Int?
    @Flag(help: "Free the space now.") var now = false
    @Flag(help: "End the rule: no file leaves this disk any more.") var keepAll = false
    @Argument(help: "The space, such as 50G or 500M.") var space: String?

    func validate() throws {
        if let space { _ = try ByteCountText.parsedBytes(space, subject: "The space") }
        if keepAll, space != nil || copies != nil || proofDays != nil || now {
            throw ValidationError("--keep-all cannot be combined with other options.")
        }
        guard copies ?? 1 >= 1, proofDays ?? 1 >= 1 else {
            throw ValidationError("--copies and --proof-days are 1 or more.")
        }
    }

    func run(in library: PHPhotoLibrary) async throws {
        if keepAll { try library.setSpaceRule(nil) }
        try changeRule(of: library)
        let report = now ? try await freeSpace(in: library) : nil
        RemoteReporter(json: edit.output.json).showSpace(
            rule: try library.spaceRule(),
            use: try library.examinedSpaceUse(),
            freed: report,
            unfreed: try report.map { try SpaceObstacles.reasons(for: $0, in: library) } ?? []
        )
        if let report, report.stuckByteCount > 0 { throw Fault.fullDisk.status }
    }

    private func changeRule(of library: PHPhotoLibrary) throws {
        guard space != nil || copies != nil || proofDays != nil else { return }
        let present = try library.spaceRule()
        let byteCount = try space.map { try ByteCountText.parsedBytes($0, subject: "The space") }
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
                "The library has \(Wording.count(remotes, of: "remote")), and the rule asks for \(rule.copies). Nothing leaves this disk before \"photokit remote add\"."
            )
        }
        try library.setSpaceRule(rule)
    }

    private func freeSpace(in library: PHPhotoLibrary) async throws -> LibrarySpaceReport {
        let report = try await Interruption.cancelling {
            try await library.freeSpace { count in
                Output.shared.showStatus("\(Wording.count(count, of: "file")) left this disk")
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
            later. Files of a source that was forgotten come into the library, if a remote has them. So do files that \
            "photokit source sweep" did not find any more; a source that is offline keeps its files. If a remote cannot be reached, the exit code is 8; if the files are lost, or \
            photos that were named stay offline, it is 1.

            EXAMPLES:
              photokit remote fetch 3F2A81C0
              photokit remote fetch --album "Lake Como"
              photokit remote fetch --search 'near Bellagio 2024' --dry-run
              photokit remote fetch --all
            """
    )

    @OptionGroup var edit: EditOptions
    @OptionGroup var choice: ChosenAssets
    @OptionGroup var dry: DryRunOption
    @Flag(help: "Fetch everything, also hidden and deleted photos.") var all = false

    var isDryRun: Bool { dry.dryRun }

    func validate() throws { try choice.checkChoice(other: all, named: "--all") }

    func run(in library: PHPhotoLibrary) async throws {
        let assets = all ? nil : try choice.chosenAssets(in: library, .everything)
        guard !isDryRun else { return try reportDryRun(assets, in: library) }
        do {
            let fetched = try await Interruption.cancelling {
                try await library.fetchOriginals(of: assets) { done, total in
                    Output.shared.showStatus(
                        "Fetched \(Wording.formattedBytes(done)) of \(Wording.formattedBytes(total))"
                    )
                }
            }
            Output.shared.clearStatus()
            reportChange(
                "\(Wording.count(fetched.count, of: "file")) fetched (\(Wording.formattedBytes(fetched.byteCount)))."
                    + (try spaceRuleHint(fetchedCount: fetched.count, in: library)),
                of: fetched.count > 0 ? (assets ?? []).map(\.localIdentifier) : [],
                in: library
            )
            let forgotten = try assets.map { try ForgottenFiles(of: $0, in: library) }
            if let sentence = forgotten?.sentence { Output.shared.complain(sentence) }
            guard let assets else {
                if fetched.count == 0 { try explainNothing(in: library) }
                return
            }
            let named = forgotten?.identifiers ?? []
            let others = assets.filter { !named.contains($0.localIdentifier) }
            let offline = try explainOffline(others, fetchedCount: fetched.count, in: library)
            try Fault.throwStatus(isPartial: offline > 0 || !named.isEmpty)
        } catch let error as PHPhotosError where error.code == .networkError {
            throw CommandFailure(
                error.remoteProblem == .missing ? .refused : .remote,
                error.localizedDescription
            )
        }
    }

    /// Says how fetched files stay, if the rule for space may let them leave again.
    private func spaceRuleHint(fetchedCount count: Int, in library: PHPhotoLibrary) throws -> String
    {
        guard count > 0, try library.spaceRule() != nil else { return "" }
        return
            " The rule for space may let them leave again; \"photokit remote pin\" keeps them on this disk."
    }

    /// Says why no file of the library came.
    private func explainNothing(in library: PHPhotoLibrary) throws {
        Output.shared.complain("Nothing is known to be in remotes alone.")
        if let sentence = try ForgottenFiles(library.filesInForgottenSources()).sentence {
            Output.shared.complain(sentence)
        }
        for source in try library.offlineSources() {
            Output.shared.complain(
                Table.printableText(
                    "The source \(source.url.path) is offline, and its files are not fetched."
                )
            )
        }
    }

    /// Says why files of these photos did not come.
    ///
    /// - Parameters:
    ///   - assets: The photos, as they were before the fetch.
    ///   - count: The number of files that came.
    ///   - library: The library.
    /// - Returns: The number of photos that are still offline.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    private func explainOffline(
        _ assets: [PHAsset],
        fetchedCount count: Int,
        in library: PHPhotoLibrary
    ) throws -> Int {
        guard !assets.isEmpty else { return 0 }
        var offline = assets.filter(\.isOffline)
        if count > 0 {
            let names = offline.map(\.localIdentifier)
            let present = Lookup(library: library).assets(withIdentifiers: names)
            offline = names.compactMap { present[$0] }.filter(\.isOffline)
        }
        guard !offline.isEmpty else {
            if count == 0 {
                Output.shared.complain("No file of these photos is known to be in remotes alone.")
            }
            return 0
        }
        let complaints = RepeatedComplaints()
        for asset in offline {
            for reason in try library.absenceSentences(of: asset) {
                complaints.complain(
                    "\(Wording.shortIdentifier(asset.localIdentifier)) was not fetched",
                    because: Table.printableText(reason)
                )
            }
        }
        complaints.writeSummary("were not fetched")
        return offline.count
    }

    /// Says which of the photos have files in remotes alone.
    private func reportDryRun(_ assets: [PHAsset]?, in library: PHPhotoLibrary) throws {
        let chosen =
            assets
            ?? [
                PHAsset.fetchAssets(with: Order.everything),
                PHAsset.fetchRecentlyDeletedAssets(with: nil),
            ]
            .flatMap { Array(PHAssetList($0)) }
        let elsewhere = try library.assetsElsewhere(among: chosen)
        let forgotten = try ForgottenFiles(of: chosen, in: library).identifiersInRemotes
        let lost = try library.assetsLostBySources(among: chosen.filter(\.isOffline))
        let identifiers = elsewhere.union(forgotten).union(lost)
        let missing = chosen.filter { identifiers.contains($0.localIdentifier) }
        reportAssets(missing, done: "fetched from remotes", in: library)
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
    @OptionGroup var selection: PinSelection

    func run(in library: PHPhotoLibrary) async throws {
        let (sentence, identifiers) = try selection.setPinned(true, in: library)
        reportChange(sentence, of: identifiers, in: library)
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
    @OptionGroup var selection: PinSelection

    func run(in library: PHPhotoLibrary) async throws {
        let (sentence, identifiers) = try selection.setPinned(false, in: library)
        reportChange(sentence, of: identifiers, in: library)
    }
}

/// The photos of commands that pin: names, conditions, or an album with what will be added to it.
struct PinSelection: ParsableArguments {
    @OptionGroup var assets: AssetArguments

    /// Pins what is selected, or ends that, and returns a sentence that says so, and the assets.
    func setPinned(
        _ isPinned: Bool,
        in library: PHPhotoLibrary
    ) throws -> (sentence: String, identifiers: [String]) {
        let outcome = isPinned ? "stays on this disk" : "may leave this disk"
        let conditions = assets.choice.conditions
        if let album = conditions.album, conditions.predicate == nil {
            let found = try Lookup(library: library).userAlbum(named: album)
            try library.pin([], albums: [found], isPinned: isPinned)
            let title = found.localizedTitle ?? album
            let members = PHAsset.fetchAssets(in: found, options: nil)
            let away = isPinned ? try PinnedAway(Array(PHAssetList(members)), in: library) : nil
            return ("Each photo of the album \"\(title)\" \(outcome).\(away?.text ?? "")", [])
        }
        let assets = try assets.choice.chosenAssets(in: library, .everything)
        try library.pin(assets, isPinned: isPinned)
        let ends = assets.count == 1 ? outcome : isPinned ? "stay on this disk" : outcome
        let away = isPinned ? try PinnedAway(assets, in: library) : nil
        let sentence =
            away?.isAll == true
            ? "\(PhotoCount.text(assets)) \(assets.count == 1 ? "is" : "are") pinned."
            : "\(PhotoCount.text(assets)) \(ends)."
        return (sentence + (away?.text ?? ""), assets.map(\.localIdentifier))
    }
}
