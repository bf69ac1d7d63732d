import ArgumentParser
import OpenPhotoKit

/// The command `photokit favorite`.
struct Favorite: EditingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Marks photos and videos as favorites.",
        discussion: """
            EXAMPLES:
              photokit favorite 3F2A81C0 99D1
              photokit favorite IMG_0001.HEIC
              photokit favorite --where 'rating >= 4' --dry-run
              photokit ls --ids --search 'beach 2019' | photokit favorite -
            """
    )

    @OptionGroup var edit: EditOptions
    @OptionGroup var assets: AssetArguments
    @OptionGroup var dry: DryRunOption

    var isDryRun: Bool { dry.dryRun }

    func run(in library: PHPhotoLibrary) async throws {
        try changeAssets(
            assets,
            in: library,
            done: "marked as favorite",
            isDone: \.isFavorite
        ) { $1.isFavorite = true }
    }
}

/// The command `photokit unfavorite`.
struct Unfavorite: EditingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Removes the favorite mark of photos and videos.",
        discussion: "EXAMPLE:\n  photokit unfavorite 3F2A81C0"
    )

    @OptionGroup var edit: EditOptions
    @OptionGroup var assets: AssetArguments
    @OptionGroup var dry: DryRunOption

    var isDryRun: Bool { dry.dryRun }

    func run(in library: PHPhotoLibrary) async throws {
        try changeAssets(
            assets,
            in: library,
            done: "no longer marked as favorite",
            isDone: { !$0.isFavorite },
            change: { $1.isFavorite = false }
        )
    }
}

/// The command `photokit hide`.
struct Hide: EditingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Hides photos and videos from listings.",
        discussion: """
            EXAMPLES:
              photokit hide 3F2A81C0
              photokit hide --search 'screenshot before 2020'
            """
    )

    @OptionGroup var edit: EditOptions
    @OptionGroup var assets: AssetArguments
    @OptionGroup var dry: DryRunOption

    var isDryRun: Bool { dry.dryRun }

    func run(in library: PHPhotoLibrary) async throws {
        try changeAssets(assets, in: library, done: "hidden", isDone: \.isHidden) {
            $1.isHidden = true
        }
    }
}

/// The command `photokit unhide`.
struct Unhide: EditingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows hidden photos and videos again.",
        discussion: "EXAMPLE:\n  photokit unhide 3F2A81C0"
    )

    @OptionGroup var edit: EditOptions
    @OptionGroup var assets: AssetArguments
    @OptionGroup var dry: DryRunOption

    var isDryRun: Bool { dry.dryRun }

    func run(in library: PHPhotoLibrary) async throws {
        try changeAssets(
            assets,
            in: library,
            scope: .everything,
            done: "shown again",
            isDone: { !$0.isHidden },
            change: { $1.isHidden = false }
        )
    }
}

extension EditingCommand {
    /// Changes properties of some assets in a single change block.
    ///
    /// - Parameters:
    ///   - arguments: The assets.
    ///   - library: The library.
    ///   - scope: Which photos conditions may choose.
    ///   - done: The result for the photos, such as "hidden".
    ///   - isDone: Whether a photo is so already. If so, the photo is counted apart, and not changed.
    ///   - remark: The text that a dry run writes behind the name of a photo.
    ///   - prepare: Called for all assets before the change; it may throw.
    ///   - change: The change of one asset.
    /// - Throws: `CommandFailure` for names that mean no photo, the errors of `prepare`, and those of the library.
    func changeAssets(
        _ arguments: AssetArguments,
        in library: PHPhotoLibrary,
        scope: AssetConditions.Scope = .shown,
        done: String,
        isDone: (PHAsset) -> Bool = { _ in false },
        remark: (PHAsset) -> String? = { _ in nil },
        prepare: ([PHAsset]) throws -> Void = { _ in },
        change: @escaping (PHAsset, PHAssetChangeRequest) -> Void
    ) throws {
        let chosen = try arguments.choice.chosenAssets(in: library, scope, names: .present)
        let assets = chosen.filter { !isDone($0) }
        try prepare(assets)
        if !isDryRun, !assets.isEmpty {
            try library.performChangeBlock {
                for asset in assets { change(asset, PHAssetChangeRequest(for: asset)) }
            }
        }
        reportAssets(
            assets,
            done: done,
            unchanged: chosen.filter(isDone),
            in: library,
            remark: remark
        )
    }
}
