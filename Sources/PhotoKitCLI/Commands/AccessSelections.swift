import ArgumentParser
import Foundation
import OpenPhotoKit

/// The command `photokit access select`.
struct AccessSelect: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "select",
        abstract: "Adds photos to the selection of a limited application.",
        discussion:
            "EXAMPLES:\n  photokit access select frame 3F2A81C0\n  photokit access select frame --album Lake"
    )

    @OptionGroup var edit: EditOptions
    @Argument(help: "The name of the application.") var application: String
    @OptionGroup var assets: AssetArguments

    func run(in library: PHPhotoLibrary) async throws {
        let assets = try assets.choice.chosenAssets(in: library, names: .present)
        let count = try library.access.select(assets.map(\.localIdentifier), for: application).added
        reportChange(
            "\(application) sees \(Wording.count(count, of: "photo")) more.",
            of: assets.map(\.localIdentifier),
            in: library
        )
    }
}

/// The command `photokit access deselect`.
struct AccessDeselect: EditingCommand {
    static let configuration = CommandConfiguration(
        commandName: "deselect",
        abstract: "Removes photos from the selection of a limited application.",
        discussion: "EXAMPLE:\n  photokit access deselect frame 3F2A81C0"
    )

    @OptionGroup var edit: EditOptions
    @Argument(help: "The name of the application.") var application: String
    @OptionGroup var assets: AssetArguments

    func run(in library: PHPhotoLibrary) async throws {
        let gone = try assets.choice.chosenAssets(in: library, .everything).map(\.localIdentifier)
        let count = try library.access.select([], removing: gone, for: application).removed
        reportChange(
            "\(application) sees \(Wording.count(count, of: "photo")) less.",
            of: gone,
            in: library
        )
    }
}

/// The command `photokit access selection`.
struct AccessSelection: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "selection",
        abstract: "Lists the photos that a limited application sees, one identifier per line.",
        discussion: "EXAMPLE:\n  photokit access selection frame"
    )

    @OptionGroup var options: LibraryOptions
    @Argument(help: "The name of the application.") var application: String

    func run(in library: PHPhotoLibrary) async throws {
        for identifier in try library.access.selection(of: application) {
            Output.shared.writeLine(identifier)
        }
    }
}
