import ArgumentParser
import OpenPhotoKit

/// The options of commands that change a library.
struct EditOptions: ParsableArguments {
    @OptionGroup var library: LibraryOptions
    @OptionGroup var output: OutputOptions
}

/// A command that changes a library in one block.
protocol EditingCommand: LibraryCommand {
    var edit: EditOptions { get }
    /// Whether the command only says what it would change, and opens the library for reading.
    var isDryRun: Bool { get }
}

/// The option of commands that can say what they would change.
struct DryRunOption: ParsableArguments {
    @Flag(help: "Print what would be changed, and change nothing.")
    var dryRun = false
}

extension EditingCommand {
    var options: LibraryOptions { edit.library }
    var isDryRun: Bool { false }
    var accessMode: PHPhotoLibrary.AccessMode { isDryRun ? .readOnly : .readWrite }

    /// Reports the result: a sentence, or JSON with the objects and the token after the change.
    func reportChange(_ sentence: String, of objects: [String], in library: PHPhotoLibrary) {
        guard edit.output.json else {
            return Output.shared.writeSentence(Table.printableText(sentence))
        }
        Output.shared.writeLine(
            .object([
                ("identifiers", JSON(objects)),
                ("token", JSON(library.currentChangeToken.stringValue)),
                ("dryRun", JSON(isDryRun)),
            ])
        )
    }

    /// Reports what became of photos, or with `--dry-run` which photos the command would have changed.
    ///
    /// - Parameters:
    ///   - assets: The photos and videos that changed.
    ///   - done: The result, without a subject, such as "marked as favorite".
    ///   - unchanged: The chosen photos and videos that were so before.
    ///   - library: The library.
    ///   - remark: The text that a dry run writes behind the name of a photo.
    func reportAssets(
        _ assets: [PHAsset],
        done: String,
        unchanged: [PHAsset] = [],
        in library: PHPhotoLibrary,
        remark: (PHAsset) -> String? = { _ in nil }
    ) {
        let items = PhotoCount.text(assets)
        let rest =
            unchanged.isEmpty ? "" : " Nothing to change for \(PhotoCount.text(unchanged))."
        guard isDryRun else {
            return reportChange(
                "\(items) \(done).\(rest)",
                of: assets.map(\.localIdentifier),
                in: library
            )
        }
        if !edit.output.json { AssetPreview.listAssets(assets, remark: remark) }
        let sentence = "Dry run: \(items) would be \(done).\(rest) Nothing was changed."
        reportChange(sentence, of: assets.map(\.localIdentifier), in: library)
    }
}

extension PHPhotoLibrary {
    /// Runs a change block and returns its result.
    @discardableResult
    func performChangeBlock<Result>(_ block: @escaping () -> Result) throws -> Result {
        var result: Result?
        try performChangesAndWait { result = block() }
        guard let result else { preconditionFailure("A change block was never run.") }
        return result
    }
}

/// The photos that a dry run names.
enum AssetPreview {
    /// Writes one line for each photo: the beginning of its identifier, its file name, and a remark.
    static func listAssets(_ assets: [PHAsset], remark: (PHAsset) -> String? = { _ in nil }) {
        for asset in assets {
            let name = AssetDescription(asset).filename ?? "-"
            let rest = remark(asset).map { "  " + $0 } ?? ""
            Output.shared.writeLine(
                Table.printableText(
                    "\(Wording.shortIdentifier(asset.localIdentifier))  \(name)\(rest)"
                )
            )
        }
    }
}
