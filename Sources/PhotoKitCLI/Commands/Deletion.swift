import ArgumentParser
import Foundation
import OpenPhotoKit

/// The command `photokit delete`.
struct Delete: EditingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Moves photos and videos to Recently Deleted.",
        discussion: """
            Photos and videos in Recently Deleted are deleted for good after the days that "photokit settings" \
            shows, or by "photokit purge".

            With --where, --search or --album, the command first prints how many photos and videos these are, and \
            asks. Without a terminal it needs --yes. It never deletes photos chosen in this way for good.

            If the library's settings keep nothing in Recently Deleted, named photos and videos are deleted for good. \
            On a terminal the command asks before.

            EXAMPLES:
              photokit delete 3F2A81C0
              photokit delete --album "Blurred" --dry-run
              photokit delete --search 'screenshot before 2020' --yes
            """
    )

    @OptionGroup var edit: EditOptions
    @OptionGroup var assets: AssetArguments
    @OptionGroup var dry: DryRunOption
    @Flag(help: "Delete without a question.")
    var yes = false

    var isDryRun: Bool { dry.dryRun }

    func run(in library: PHPhotoLibrary) async throws {
        let byCondition = assets.choice.conditions.areGiven
        let assets = try assets.choice.chosenAssets(in: library, names: .deletable)
        let days = try library.settings().daysInRecentlyDeleted
        if byCondition {
            guard days > 0 else {
                throw CommandFailure(
                    .usage,
                    "The library's settings keep nothing in Recently Deleted, so this would delete photos for good. Name them by identifiers, or keep deleted photos with \"photokit settings --recently-deleted-days 30\"."
                )
            }
        }
        if !isDryRun {
            try confirmDeletion(of: assets, isChosen: byCondition, isForGood: days == 0)
        }
        if !isDryRun { try deleteAssets(assets, in: library) }
        let done =
            days == 0
            ? "deleted for good, as the library's settings say"
            : "moved to Recently Deleted for \(Wording.count(days, of: "day"))"
        reportAssets(assets, done: done, in: library)
    }

    private func deleteAssets(_ assets: [PHAsset], in library: PHPhotoLibrary) throws {
        try library.performRequest(on: assets) { PHAssetChangeRequest.deleteAssets($0) }
    }

    private func confirmDeletion(of assets: [PHAsset], isChosen: Bool, isForGood: Bool) throws {
        guard !assets.isEmpty, isChosen || isForGood else { return }
        let items = PhotoCount.text(assets)
        try Confirmation(
            question: isForGood ? "Delete \(items) for good" : "Move \(items) to Recently Deleted",
            refusal: "Nothing was deleted",
            reason: isChosen ? "the conditions choose \(items)" : nil,
            preview: "Look at the list with --dry-run"
        ).obtainAgreement(isAgreed: yes)
    }
}

/// The command `photokit restore`.
struct Restore: EditingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Moves photos and videos from Recently Deleted back to the library.",
        discussion: """
            The file of a photo may have come in again as another photo, if its folder was a source, was forgotten and \
            is a source again. The restored photo then has the file, and the other one moves to Recently Deleted. If \
            somebody has changed that one since it came in, it stays, and the restored photo gets a copy of the file.

            --all leaves such other photos in Recently Deleted. Name one to have it, too.

            EXAMPLES:
              photokit restore 3F2A81C0
              photokit restore --all
            """
    )

    @OptionGroup var edit: EditOptions
    @OptionGroup var selection: DeletedSelection

    func run(in library: PHPhotoLibrary) async throws {
        let chosen = try selection.chosenAssets(in: library)
        guard !chosen.isEmpty else {
            return reportChange(
                "Recently Deleted is empty. Nothing was restored.",
                of: [],
                in: library
            )
        }
        let staying = selection.all ? try library.replacedAssets(among: chosen) : []
        let assets = chosen.filter { !staying.contains($0) }
        var replaced = 0
        var equal: Set<String> = []
        try library.forEachPart(of: assets) { part in
            let done = try library.restoreFromRecentlyDeleted(part)
            replaced += done.replacedIdentifiers.count
            equal.formUnion(done.equalIdentifiers)
        }
        if assets.isEmpty {
            reportChange("Nothing was restored.", of: [], in: library)
        } else {
            reportAssets(assets, done: "restored" + Self.replacedText(count: replaced), in: library)
        }
        if let sentence = RestoredTwinWording.stayingSentence(staying.fileNames) {
            Output.shared.complain(Table.printableText(sentence))
        }
        let twins = assets.filter { equal.contains($0.localIdentifier) }
        if let sentence = RestoredTwinWording.equalSentence(twins.fileNames) {
            Output.shared.complain(Table.printableText(sentence))
        }
        warnOfMissingFiles(assets.map(\.localIdentifier))
    }

    private static func replacedText(count: Int) -> String {
        guard count > 0 else { return "" }
        return
            ". \(PhotoCount.text(count)) that had come in again from the same \(count == 1 ? "file" : "files") moved to Recently Deleted"
    }

    /// Names photos that were restored, and whose files are not in the library: they stayed in a source.
    private func warnOfMissingFiles(_ identifiers: [String]) {
        let found = PHAsset.fetchAssets(withLocalIdentifiers: identifiers, options: nil)
        let lacking = PHAssetList(found).filter { asset in
            asset.isOffline || PHAssetResource.assetResources(for: asset).isEmpty
        }
        guard !lacking.isEmpty else { return }
        Output.shared.complain(
            "\(PhotoCount.text(lacking))\(lacking.count < identifiers.count ? " of them" : "") \(lacking.count == 1 ? "has no file here: the file is" : "have no file here: the files are") in a source that is away or was removed. Connect its disk, or add its folder with \"photokit source add\"."
        )
    }
}

/// The command `photokit purge`.
struct Purge: EditingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Deletes photos and videos in Recently Deleted for good.",
        discussion: """
            The files are removed, and this cannot be undone. Photos and videos outside of Recently Deleted are \
            rejected.

            On a terminal, the command first prints how many photos and videos these are, and asks. Without a \
            terminal, --all needs --yes.

            EXAMPLES:
              photokit purge 3F2A81C0
              photokit purge --all --dry-run
              photokit purge --all --yes
            """
    )

    @OptionGroup var edit: EditOptions
    @OptionGroup var selection: DeletedSelection
    @OptionGroup var dry: DryRunOption
    @Flag(help: "Delete without a question.")
    var yes = false

    var isDryRun: Bool { dry.dryRun }

    func run(in library: PHPhotoLibrary) async throws {
        let assets = try selection.chosenAssets(in: library)
        guard !assets.isEmpty else {
            return reportChange(
                "Recently Deleted is empty. Nothing was deleted.",
                of: [],
                in: library
            )
        }
        if !isDryRun {
            try confirmPurge(of: assets)
            try library.performRequest(on: assets, work: .purge) {
                PHAssetChangeRequest.purgeAssets($0)
            }
        }
        reportAssets(assets, done: "deleted for good", in: library)
    }

    private func confirmPurge(of assets: [PHAsset]) throws {
        let items = PhotoCount.text(assets)
        try Confirmation(
            question: "Delete \(items) for good",
            refusal: "Nothing was deleted",
            reason: selection.all ? "\(items) would be deleted for good" : nil,
            preview: "Look at the list with --dry-run"
        ).obtainAgreement(isAgreed: yes)
    }
}

extension PHPhotoLibrary {
    /// Commits one block for some photos, or smaller blocks when the volume is too full.
    ///
    /// Smaller blocks can succeed, because each permanent deletion frees space.
    fileprivate func performRequest(
        on assets: [PHAsset],
        work: KindOfWork = .edit,
        _ request: @escaping ([PHAsset]) -> Void
    ) throws {
        try forEachPart(of: assets) { part in
            try performChangesAndWait(work: work) { request(part) }
        }
    }

    /// Does something with some photos, or with smaller parts of them when the volume is too full.
    fileprivate func forEachPart(of assets: [PHAsset], _ body: ([PHAsset]) throws -> Void) throws {
        guard !assets.isEmpty else { return }
        do {
            try body(assets)
        } catch let error as PHPhotosError
            where error.libraryProblem == .diskFull && assets.count > 1
        {
            let size = (assets.count + 7) / 8
            for start in stride(from: 0, to: assets.count, by: size) {
                let part = Array(assets[start..<min(start + size, assets.count)])
                try forEachPart(of: part, body)
            }
        }
    }
}

/// The arguments that select assets in Recently Deleted.
struct DeletedSelection: ParsableArguments {
    @Flag(help: "Select everything in Recently Deleted.")
    var all = false

    @Argument(
        help: ArgumentHelp(
            "Identifiers of photos and videos, whose first characters are enough, or file names; - reads them from standard input, one per line.",
            valueName: "id"
        )
    )
    var identifiers: [String] = []

    func validate() throws {
        guard all == identifiers.isEmpty else {
            throw ValidationError(
                all
                    ? "Name identifiers or write --all, not both."
                    : "Name at least one identifier, or write --all."
            )
        }
    }

    func chosenAssets(in library: PHPhotoLibrary) throws -> [PHAsset] {
        guard all else {
            return try Lookup(library: library).assets(
                named: AssetNames.resolvedNames(identifiers),
                .deleted
            )
        }
        let found = PHAsset.fetchRecentlyDeletedAssets(with: nil)
        return found.objects(at: IndexSet(0..<found.count))
    }
}
