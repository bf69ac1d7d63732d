import ArgumentParser
import OpenPhotoKit

/// The command `photokit favorite`.
struct Favorite: EditingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Marks photos and videos as favorites.",
        discussion: "EXAMPLE:\n  photokit favorite 3F2A81C0 99D1"
    )

    @OptionGroup var edit: EditOptions
    @OptionGroup var assets: AssetArguments

    func run(in library: PHPhotoLibrary) async throws {
        try mark(assets, in: library, "marked as favorite") { $0.isFavorite = true }
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

    func run(in library: PHPhotoLibrary) async throws {
        try mark(assets, in: library, "no longer marked as favorite") { $0.isFavorite = false }
    }
}

/// The command `photokit hide`.
struct Hide: EditingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Hides photos and videos from listings.",
        discussion: "EXAMPLE:\n  photokit hide 3F2A81C0"
    )

    @OptionGroup var edit: EditOptions
    @OptionGroup var assets: AssetArguments

    func run(in library: PHPhotoLibrary) async throws {
        try mark(assets, in: library, "hidden") { $0.isHidden = true }
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

    func run(in library: PHPhotoLibrary) async throws {
        try mark(assets, in: library, "shown again") { $0.isHidden = false }
    }
}

extension EditingCommand {
    /// Changes one property of some assets in a single change block.
    func mark(
        _ arguments: AssetArguments,
        in library: PHPhotoLibrary,
        _ outcome: String,
        _ change: @escaping (PHAssetChangeRequest) -> Void
    ) throws {
        let assets = try Lookup(library: library).visibleAssets(arguments.identifiers)
        try library.carryOut {
            for asset in assets { change(PHAssetChangeRequest(for: asset)) }
        }
        report(
            "\(Wording.count(assets.count, "item")) \(outcome).",
            assets.map(\.localIdentifier),
            in: library
        )
    }
}
