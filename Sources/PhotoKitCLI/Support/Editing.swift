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
}

extension EditingCommand {
    var options: LibraryOptions { edit.library }
    var accessMode: PHPhotoLibrary.AccessMode { .readWrite }

    /// Reports the result: a sentence, or JSON with the objects and the token after the change.
    func report(_ sentence: String, _ objects: [String], in library: PHPhotoLibrary) {
        guard edit.output.json else { return Output.shared.line(Table.printable(sentence)) }
        Output.shared.line(
            .object([
                ("identifiers", JSON(objects)),
                ("token", JSON(library.currentChangeToken.stringValue)),
            ])
        )
    }
}

/// The argument with identifiers of photos and videos, or their beginnings.
struct AssetArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Identifiers of photos and videos. Their first characters are enough.",
            valueName: "id"
        )
    )
    var identifiers: [String]
}

extension PHPhotoLibrary {
    /// Runs a change block and returns its result.
    @discardableResult
    func carryOut<Result>(_ block: @escaping () -> Result) throws -> Result {
        var result: Result?
        try performChangesAndWait { result = block() }
        guard let result else { preconditionFailure("A change block was never run.") }
        return result
    }
}
