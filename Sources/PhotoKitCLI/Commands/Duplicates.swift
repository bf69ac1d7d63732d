import ArgumentParser
import OpenPhotoKit

/// The command `photokit duplicates`.
struct Duplicates: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Finds duplicates, and merges them.",
        discussion: """
            A group has one photo that is kept, the best one, and its duplicates. A photo is before another one if it is \
            not edited, has a RAW file, is a Live Photo, has more pixels, has more facts in its file, has more bits for each \
            pixel, has its file in the library and not in a source, is a favorite, or was added earlier; the first of these that differs decides.

            Pictures of one burst, and pictures that a camera took at different moments, are not duplicates. Hidden photos \
            are compared with each other only.

            EXAMPLES:
              photokit duplicates
              photokit duplicates --kind bytes
              photokit duplicates --where 'creationDate >= "2024"' --json
              photokit duplicates merge 3F2A81C0 --dry-run
              photokit duplicates merge --all --kind pixels
              photokit duplicates ignore 3F2A81C0 99D1
            """,
        subcommands: [
            DuplicatesList.self, DuplicatesMerge.self, DuplicatesIgnore.self,
            DuplicatesIgnored.self,
        ],
        defaultSubcommand: DuplicatesList.self
    )
}

/// The options that say which duplicates are looked for.
struct DuplicateOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            How much has to be the same: bytes (the whole file), pixels (in any format), or alike (copies of another \
            size, compression or brightness, or with a little cut off). The default is alike.
            """,
            valueName: "bytes|pixels|alike"
        )
    )
    var kind = DuplicateKindOption.alike

    @Option(
        help: ArgumentHelp(
            "The number of bits, from 0 to 15, in which the hashes of alike pictures may differ. The default is \(PhotoDuplicates.usualDistance).",
            valueName: "bits"
        )
    )
    var threshold: Int = PhotoDuplicates.usualDistance

    @OptionGroup var selection: AssetSelection

    func validate() throws {
        guard PhotoDuplicates.distances.contains(threshold) else {
            throw ValidationError("The threshold must be from 0 to 15.")
        }
        guard selection.sort.isEmpty else {
            throw ValidationError(
                "Groups of duplicates have an order of their own. Leave out --sort."
            )
        }
    }

    /// Finds the groups, and names the pictures that could not be compared.
    func findGroups(
        in library: PHPhotoLibrary,
        json: Bool
    ) async throws -> PhotoDuplicates.Report {
        let assets = try selection.fetchAssets(in: library)
        let (kind, threshold) = (kind.kind, threshold)
        let report = try await Interruption.cancelling {
            try await library.duplicateGroups(kind, distance: threshold, among: assets) { step in
                switch step {
                case .hashing(let done, let all):
                    Output.shared.showStatus("making hashes of pictures, \(done) of \(all)")
                case .comparing(let done, let all):
                    Output.shared.showStatus("comparing, \(done) of \(all)")
                }
            }
        }
        Output.shared.clearStatus()
        for failure in report.failures {
            Output.shared.complain(DuplicateListing.text(about: failure))
            if json { Output.shared.writeLine(DuplicateListing.failureJSON(of: failure)) }
        }
        return report
    }
}

/// The command `photokit duplicates list`.
struct DuplicatesList: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract:
            "Lists groups of duplicates; the first photo of a group is the one that merging keeps.",
        discussion: """
            The name of a group is the identifier of its first photo. The first search makes hashes of all pictures, \
            which the library keeps.

            EXAMPLES:
              photokit duplicates
              photokit duplicates list --kind pixels --json
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var duplicates: DuplicateOptions

    // Only a library that is open for writing keeps the hashes.
    var accessMode: PHPhotoLibrary.AccessMode { duplicates.kind == .bytes ? .readOnly : .readWrite }

    func run(in library: PHPhotoLibrary) async throws {
        let report = try await duplicates.findGroups(in: library, json: output.json)
        if output.json {
            for group in report.groups {
                Output.shared.writeLine(DuplicateListing.groupJSON(of: group))
            }
        } else {
            DuplicateListing.writeGroups(of: report)
        }
        try Fault.throwStatus(isPartial: !report.failures.isEmpty)
    }
}

/// The command `photokit duplicates merge`.
struct DuplicatesMerge: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Keeps the first photo of a group, and moves its duplicates to Recently Deleted.",
        discussion: """
            The first photo gets the captions, keywords and albums of the others and their highest rating, and becomes a \
            favorite if one of them is. It gets a date that a person set, a place, a title, a headline and names of the place \
            if it has none, all persons and creators, and copies of their sidecars. Where it has another value, its own stays, and the command says so. It is pinned \
            if one of them is, and applications that may see one of them may see it. Duplicates with a \
            file that the first one lacks (an edit, a RAW file, the movie of a Live Photo) stay where they are, and so do those with files in the \
            library if the first photo is in a source. If a file \
            of the first photo is missing or damaged, its group is left alone. All groups are merged in one change, which "photokit undo" \
            takes back; words and sidecars that came from other photos stay. Of more than 10,000 photos, there are several changes.

            EXAMPLES:
              photokit duplicates merge 3F2A81C0 --dry-run
              photokit duplicates merge --all --kind bytes
            """
    )

    @OptionGroup var edit: EditOptions
    @OptionGroup var duplicates: DuplicateOptions
    @Flag(help: "Merge all groups.") var all = false
    @Flag(name: .customLong("dry-run"), help: "Change nothing, and say what would change.")
    var dryRun = false
    @Argument(
        help: ArgumentHelp(
            "Groups, by the identifiers of their first photos. The first characters are enough.",
            valueName: "group"
        )
    )
    var groups: [String] = []

    func validate() throws {
        guard all == groups.isEmpty else {
            throw ValidationError(
                all
                    ? "Name groups or write --all, not both."
                    : "Name at least one group, or write --all."
            )
        }
    }

    func run(in library: PHPhotoLibrary) async throws {
        let report = try await duplicates.findGroups(in: library, json: edit.output.json)
        var chosen = report.groups
        if !all {
            let wanted = try Lookup(library: library).assets(named: groups, .present)
            chosen = try wanted.map { asset in
                let group = report.groups.first {
                    $0.first.localIdentifier == asset.localIdentifier
                }
                guard let group else {
                    throw CommandFailure(
                        .usage,
                        "\(Wording.shortIdentifier(asset.localIdentifier)) is not the first photo of a group. \"photokit duplicates\" lists the groups."
                    )
                }
                return group
            }
        }
        let planner = try MergePlanner(library)
        var plans = try planMerges(of: chosen, by: planner, readingFiles: !dryRun)
        if dryRun {
            for plan in plans { show(plan.merge, token: nil) }
            showSum(of: plans.map(\.merge), report)
        } else {
            // Reading the files may have taken hours, in which somebody may have changed the photos.
            plans = try planMerges(of: plans.map(\.group), by: planner, readingFiles: false)
            try carryOut(plans.map(\.merge), report, in: library)
        }
        // Groups that were named are merged, whatever others were not found.
        let isIncomplete = all && !report.failures.isEmpty
        try Fault.throwStatus(isPartial: plans.count < chosen.count || isIncomplete)
    }

    /// Plans the merges of groups, and says which groups are left alone.
    private func planMerges(
        of groups: [PhotoDuplicates.Group],
        by planner: MergePlanner,
        readingFiles: Bool
    ) throws -> [PlannedMerge] {
        var plans: [PlannedMerge] = []
        for group in groups {
            do {
                let merge = try planner.mergePlan(for: group, readingFiles: readingFiles)
                plans.append(PlannedMerge(group: group, merge: merge))
            } catch let error as PHPhotosError where error.code == .changeNotSupported {
                let name = Wording.shortIdentifier(group.first.localIdentifier)
                Output.shared.complain("\(name): \(error.localizedDescription)")
            }
        }
        return plans
    }

    /// Carries out merges, as few changes, so that one undo takes them back, and shows each one after its change.
    ///
    /// - Parameters:
    ///   - merges: The merges.
    ///   - report: The search that found their groups.
    ///   - library: The library.
    /// - Throws: `PHPhotosError`; then the changes before it were made, and shown.
    private func carryOut(
        _ merges: [PhotoDuplicates.Merge],
        _ report: PhotoDuplicates.Report,
        in library: PHPhotoLibrary
    ) throws {
        var done: [PhotoDuplicates.Merge] = []
        let parts = PartwiseWork<PhotoDuplicates.Merge>(most: Self.mostPhotos) { merge in
            merge.removed.isEmpty ? 0 : 1 + merge.removed.count + merge.albums.count
        }
        do {
            try parts.run(merges) { part in
                let changing = part.filter { !$0.removed.isEmpty }
                guard !changing.isEmpty else { return String?.none }
                let change = try library.performChangesAndWait(work: .edit) {
                    for merge in changing { merge.makeChangeRequests() }
                }
                return change?.changeToken.stringValue
            } finished: { merge, token in
                show(merge, token: merge.removed.isEmpty ? nil : token)
                done.append(merge)
            }
        } catch {
            if !done.isEmpty { showSum(of: done, report) }
            throw error
        }
        showSum(of: done, report)
    }

    private func show(_ merge: PhotoDuplicates.Merge, token: String?) {
        if edit.output.json {
            Output.shared.writeLine(
                DuplicateListing.mergeJSON(of: merge, token: token, isDryRun: dryRun)
            )
        } else {
            DuplicateListing.writeMerge(merge, isDryRun: dryRun)
        }
    }

    private func showSum(of merges: [PhotoDuplicates.Merge], _ report: PhotoDuplicates.Report) {
        guard !edit.output.json else { return }
        let count = merges.reduce(0) { $0 + $1.removed.count }
        let groups = merges.count { !$0.removed.isEmpty }
        Output.shared.writeSentence(
            "\(dryRun ? "Would merge" : "Merged") \(Wording.count(groups, of: "group")); \(Wording.count(count, of: "duplicate")) \(dryRun ? "would move" : "moved") to Recently Deleted.\(DuplicateListing.gapText(of: report))"
        )
    }

    /// The number of photos and albums in one change: a change of more than 20,000 cannot be taken back.
    private static let mostPhotos = 10_000

    /// A group, and what merging it changes.
    private struct PlannedMerge {
        let group: PhotoDuplicates.Group
        let merge: PhotoDuplicates.Merge
    }
}

/// The values of the option for kinds.
enum DuplicateKindOption: String, CaseIterable, ExpressibleByArgument {
    case bytes
    case pixels
    case alike

    var kind: PhotoDuplicates.Kind {
        switch self {
        case .bytes: .bytes
        case .pixels: .pixels
        case .alike: .alike
        }
    }
}
