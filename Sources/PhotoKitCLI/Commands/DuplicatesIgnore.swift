import ArgumentParser
import OpenPhotoKit

/// The command `photokit duplicates ignore`.
struct DuplicatesIgnore: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "ignore",
        abstract: "Remembers that photos are not duplicates of each other.",
        discussion: """
            No two of the named photos come into one group again. --undo forgets that.

            EXAMPLES:
              photokit duplicates ignore 3F2A81C0 99D1
              photokit duplicates ignore --undo 3F2A81C0 99D1
            """
    )

    @OptionGroup var edit: EditOptions
    @Flag(help: "Let the photos be duplicates of each other again.") var undo = false
    @OptionGroup var assets: AssetArguments

    func validate() throws {
        let isKnown = !assets.choice.conditions.areGiven && !assets.choice.identifiers.contains("-")
        guard !isKnown || Self.counts.contains(assets.choice.identifiers.count) else {
            throw ValidationError(Self.countAdvice)
        }
    }

    private static let counts = 2...PHPhotoLibrary.mostDifferentAssets
    private static let countAdvice = "Name at least two photos, and at most \(counts.upperBound)."

    func run(in library: PHPhotoLibrary) async throws {
        let found = try assets.choice.chosenAssets(in: library, names: .present)
        guard found.count > 1 || assets.choice.identifiers.count < 2 else {
            throw CommandFailure(.usage, "Both names mean the same photo. Name another photo.")
        }
        guard Self.counts.contains(found.count) else {
            throw CommandFailure(.usage, Self.countAdvice)
        }
        if undo {
            try library.forgetDifferent(found)
        } else {
            try library.markAsDifferent(found)
        }
        reportChange(
            undo
                ? "These \(found.count) photos may be duplicates of each other again."
                : "These \(found.count) photos are not duplicates of each other.",
            of: found.map(\.localIdentifier),
            in: library
        )
    }
}

/// The command `photokit duplicates ignored`.
struct DuplicatesIgnored: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "ignored",
        abstract: "Lists the pairs of photos that \"photokit duplicates ignore\" named.",
        discussion: "EXAMPLE:\n  photokit duplicates ignored"
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions

    func run(in library: PHPhotoLibrary) async throws {
        for (one, other) in try library.differentAssets() {
            let names = [one.localIdentifier, other.localIdentifier]
            Output.shared.writeLine(
                output.json
                    ? JSON.object([("assets", JSON(names))]).description
                    : names.map(Wording.shortIdentifier).joined(separator: "  ")
            )
        }
    }
}
