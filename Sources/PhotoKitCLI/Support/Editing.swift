import ArgumentParser
import OpenPhotoKit

/// What the commands that change a library have in common.
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

    /// Says what was done: a sentence for people, or the objects and the moment after the change for programs.
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

/// Photos and videos, by identifiers or their beginnings.
struct AssetArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Identifiers of photos and videos, or their beginnings.",
            valueName: "id"
        )
    )
    var identifiers: [String]
}

extension PHPhotoLibrary {
    /// Carries out a change block and gives what it returned.
    @discardableResult
    func carryOut<Result>(_ block: @escaping () -> Result) throws -> Result {
        var result: Result?
        try performChangesAndWait { result = block() }
        guard let result else { preconditionFailure("A change block was never run.") }
        return result
    }
}
