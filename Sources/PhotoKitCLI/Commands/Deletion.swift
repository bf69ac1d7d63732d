import ArgumentParser
import OpenPhotoKit

/// The command `photokit delete`.
struct Delete: EditingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Moves photos and videos to Recently Deleted.",
        discussion: """
            Photos and videos in Recently Deleted are deleted for good after the days that "photokit settings" \
            shows, or by "photokit purge".

            EXAMPLE:
              photokit delete 3F2A81C0
            """
    )

    @OptionGroup var edit: EditOptions
    @OptionGroup var assets: AssetArguments

    func run(in library: PHPhotoLibrary) async throws {
        let assets = try Lookup(library: library).visibleAssets(assets.identifiers)
        let days = try library.settings().daysInRecentlyDeleted
        try library.carryOut(assets) { PHAssetChangeRequest.deleteAssets($0) }
        let outcome =
            days == 0
            ? "deleted for good, as the library's settings say"
            : "moved to Recently Deleted for \(Wording.count(days, "day"))"
        report(
            "\(Wording.count(assets.count, "item")) \(outcome).",
            assets.map(\.localIdentifier),
            in: library
        )
    }
}

/// The command `photokit restore`.
struct Restore: EditingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Moves photos and videos from Recently Deleted back to the library.",
        discussion: "EXAMPLES:\n  photokit restore 3F2A81C0\n  photokit restore --all"
    )

    @OptionGroup var edit: EditOptions
    @OptionGroup var selection: DeletedSelection

    func run(in library: PHPhotoLibrary) async throws {
        let assets = try selection.assets(library)
        try library.carryOut(assets) { PHAssetChangeRequest.restoreAssets($0) }
        report(
            "\(Wording.count(assets.count, "item")) restored.",
            assets.map(\.localIdentifier),
            in: library
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

            EXAMPLES:
              photokit purge 3F2A81C0
              photokit purge --all
            """
    )

    @OptionGroup var edit: EditOptions
    @OptionGroup var selection: DeletedSelection

    func run(in library: PHPhotoLibrary) async throws {
        let assets = try selection.assets(library)
        try library.carryOut(assets, work: .purge) { PHAssetChangeRequest.purgeAssets($0) }
        report(
            "\(Wording.count(assets.count, "item")) deleted for good.",
            assets.map(\.localIdentifier),
            in: library
        )
    }
}

extension PHPhotoLibrary {
    /// Commits one block for some photos, or smaller blocks when the volume is too full.
    ///
    /// Smaller blocks can succeed, because each permanent deletion frees space.
    fileprivate func carryOut(
        _ assets: [PHAsset],
        work: KindOfWork = .edit,
        _ request: @escaping ([PHAsset]) -> Void
    ) throws {
        guard !assets.isEmpty else { return }
        do {
            try performChangesAndWait(work: work) { request(assets) }
        } catch let error as PHPhotosError
            where error.libraryProblem == .diskFull && assets.count > 1
        {
            let size = (assets.count + 7) / 8
            for start in stride(from: 0, to: assets.count, by: size) {
                let part = Array(assets[start..<min(start + size, assets.count)])
                try carryOut(part, work: work, request)
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
            "Identifiers of photos and videos. Their first characters are enough.",
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

    func assets(_ library: PHPhotoLibrary) throws -> [PHAsset] {
        guard all else { return try Lookup(library: library).deletedAssets(identifiers) }
        let found = PHAsset.fetchRecentlyDeletedAssets(with: nil)
        return found.objects(at: IndexSet(0..<found.count))
    }
}
