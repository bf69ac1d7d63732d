import ArgumentParser
import OpenPhotoKit

/// The command `photokit source status`.
struct SourceStatus: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Lists where you said something else than the files of sources do.",
        discussion: """
            What you set in the library stays, whatever files and sidecars say. "photokit edit --revert-field" takes what \
            the files say. Files are compared as the last sweep read them. Without paths all sources are listed.

            EXAMPLE:
              photokit source status /mnt/photos
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions
    @Argument(
        help: ArgumentHelp("Sources, by their folders.", valueName: "path"),
        completion: .directory
    )
    var paths: [String] = []

    func run(in library: PHPhotoLibrary) async throws {
        let all = try library.sources()
        let sources = try paths.isEmpty ? all : paths.map { try all.named($0) }
        for source in sources {
            let differences = try library.differencesFromFiles(of: source)
            if output.json {
                for difference in differences { tellProgram(difference, of: source) }
            } else {
                tell(differences, of: source)
            }
        }
    }

    private func tell(_ differences: [LibrarySource.Difference], of source: LibrarySource) {
        let path = Table.printable(source.url.path)
        let state = source.isOffline ? "offline" : "online"
        guard !differences.isEmpty else {
            return Output.shared.line("\(path) (\(state)): the library says what the files say.")
        }
        Output.shared.line(
            "\(path) (\(state)): \(Wording.count(differences.count, "photo")) with other words here than in the files."
        )
        for difference in differences {
            Output.shared.line(
                "\(Wording.short(difference.localIdentifier))  \(Table.printable(difference.filename ?? "-"))"
            )
            for property in difference.properties {
                Output.shared.line(
                    "  \(property.property.rawValue): \(property.here.words) here, \(property.inFile.words) in the file"
                )
            }
        }
    }

    private func tellProgram(_ difference: LibrarySource.Difference, of source: LibrarySource) {
        let properties = difference.properties.map { property in
            JSON.object([
                ("property", JSON(property.property.rawValue)), ("here", JSON(property.here)),
                ("inFile", JSON(property.inFile)),
            ])
        }
        Output.shared.line(
            .object([
                ("source", JSON(source.url.path)), ("identifier", JSON(difference.localIdentifier)),
                ("filename", JSON(difference.filename)), ("properties", .list(properties)),
            ])
        )
    }
}
