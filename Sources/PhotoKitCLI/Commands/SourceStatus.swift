import ArgumentParser
import OpenPhotoKit

/// The command `photokit source status`.
struct SourceStatus: LibraryCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Lists properties that you set and that differ from the files in sources.",
        discussion: """
            A property that you set in the library stays, even if the file or its sidecar has another value. \
            "photokit edit --revert-field" returns to the value in the file. The comparison uses the values that the \
            last sweep read. Without paths all sources are listed.

            EXAMPLE:
              photokit source status /mnt/photos
            """
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var output: OutputOptions
    @Argument(
        help: ArgumentHelp("The folders of the sources.", valueName: "path"),
        completion: .directory
    )
    var paths: [String] = []

    func validate() throws { try PathArgument.checkPaths(paths) }

    func run(in library: PHPhotoLibrary) async throws {
        let all = try library.sources()
        let sources = try paths.isEmpty ? all : paths.map { try all.named($0) }
        let offline = Set(try library.offlineSources().map(\.identifier))
        for source in sources {
            let differences = try library.differencesFromFiles(of: source)
            if output.json {
                for difference in differences { showJSON(difference, of: source) }
            } else {
                showDifferences(
                    differences,
                    of: source,
                    isOffline: offline.contains(source.identifier)
                )
            }
        }
    }

    private func showDifferences(
        _ differences: [LibrarySource.Difference],
        of source: LibrarySource,
        isOffline: Bool
    ) {
        let path = Table.printableText(source.url.path)
        let state = isOffline ? "offline" : "online"
        guard !differences.isEmpty else {
            return Output.shared.writeLine(
                "\(path) (\(state)): all properties agree with the files."
            )
        }
        Output.shared.writeLine(
            "\(path) (\(state)): \(Wording.count(differences.count, of: "photo")) with properties that differ from the files."
        )
        for difference in differences {
            Output.shared.writeLine(
                "\(Wording.shortIdentifier(difference.localIdentifier))  \(Table.printableText(difference.filename ?? "-"))"
            )
            for property in difference.properties {
                Output.shared.writeLine(
                    "  \(property.property.rawValue): \(property.here.words) in the library, \(property.inFile.words) in the file"
                )
            }
        }
    }

    private func showJSON(_ difference: LibrarySource.Difference, of source: LibrarySource) {
        let properties = difference.properties.map { property in
            JSON.object([
                ("property", JSON(property.property.rawValue)), ("here", JSON(property.here)),
                ("inFile", JSON(property.inFile)),
            ])
        }
        Output.shared.writeLine(
            .object([
                ("source", JSON(source.url.path)), ("identifier", JSON(difference.localIdentifier)),
                ("filename", JSON(difference.filename)), ("properties", .list(properties)),
            ])
        )
    }
}
