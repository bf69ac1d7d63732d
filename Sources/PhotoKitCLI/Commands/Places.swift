import ArgumentParser
import Foundation
import OpenPhotoKit

/// The command `photokit places`.
struct Places: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Shows and chooses the table that names places.",
        discussion: """
            With a table of places, "photokit show" names the town, region and country of photos, and "photokit search" \
            finds them: near Zermatt, place:Valais, Switzerland. Without a table, searches with coordinates work. \
            Movies and photos that have a place and state no time zone get the zone of the nearest place, marked as \
            assumed, when they are imported or when "photokit facts --reread --all" reads them again. \
            The script take-places, which is installed beside photokit-media (~/.local/libexec/openphotokit), writes a \
            table of 144,000 places of GeoNames to a file. No network is asked later.

            EXAMPLES:
              photokit places
              photokit places use places.csv
              photokit places find Zermatt
              photokit places remove
            """,
        subcommands: [Status.self, Use.self, Find.self, Remove.self],
        defaultSubcommand: Status.self
    )
}

extension Places {
    fileprivate static func describeTable(placeCount count: Int, in library: PHPhotoLibrary) {
        let zones = library.placeZoneCount > 0 ? "with" : "without"
        Output.shared.writeLine(
            "The table has \(Wording.count(count, of: "place")), \(zones) time zones."
        )
    }

    struct Status: LibraryCommand {
        static let configuration = CommandConfiguration(
            abstract: "Shows whether there is a table.",
            discussion: "EXAMPLE:\n  photokit places status --json"
        )

        @OptionGroup var options: LibraryOptions
        @OptionGroup var output: OutputOptions

        func run(in library: PHPhotoLibrary) async throws {
            let count = library.placeCount
            if output.json {
                return Output.shared.writeLine(
                    .object([("places", JSON(count)), ("zones", JSON(library.placeZoneCount))])
                )
            }
            if library.isPlaceTableDamaged {
                throw CommandFailure(
                    .refused,
                    "The table of places is damaged. Choose it again with \"photokit places use FILE\"."
                )
            }
            guard let count else {
                return Output.shared.writeLine(
                    "There is no table of places. Choose one with \"photokit places use FILE\"."
                )
            }
            Places.describeTable(placeCount: count, in: library)
        }
    }

    struct Use: LibraryCommand {
        static let configuration = CommandConfiguration(
            abstract: "Makes a file the table of places.",
            discussion: """
                The file is a text in UTF-8: lines with commas below the heading \
                lat,lon,name,admin1,admin2,cc,zone, or a file of GeoNames such as cities1000.txt. If admin1CodesASCII.txt is in the same folder, it names the \
                regions. The table is copied into the library.

                EXAMPLE:
                  photokit places use cities1000.txt
                """
        )

        @OptionGroup var options: LibraryOptions

        @Argument(help: "The file of places.", completion: .file())
        var file: String

        func validate() throws { try PathArgument.checkPaths([file]) }

        var accessMode: PHPhotoLibrary.AccessMode { .readWrite }

        func run(in library: PHPhotoLibrary) async throws {
            let count: Int
            do {
                count = try await library.usePlaces(from: URL(fileURLWithPath: file))
            } catch let error as PHPhotosError {
                throw error
            } catch {
                throw CommandFailure(
                    .usage,
                    "\(file) cannot be used. \(error.localizedDescription)"
                )
            }
            Places.describeTable(placeCount: count, in: library)
        }
    }

    struct Find: LibraryCommand {
        static let configuration = CommandConfiguration(
            abstract: "Lists the places with a name.",
            discussion: """
                After a comma, a name may have a region or country.

                EXAMPLE:
                  photokit places find "Springfield, Illinois"
                """
        )

        @OptionGroup var options: LibraryOptions
        @OptionGroup var output: OutputOptions

        @Argument(help: "The name.")
        var name: [String]

        func run(in library: PHPhotoLibrary) async throws {
            guard library.placeCount != nil else {
                throw CommandFailure(
                    Fault.notFound.status,
                    "There is no table of places. Choose one with \"photokit places use FILE\"."
                )
            }
            let places = library.places(named: name.joined(separator: " "))
                .sorted { ($0.fullName, $0.latitude) < ($1.fullName, $1.latitude) }
            for place in places {
                if output.json {
                    Output.shared.writeLine(
                        .object([
                            ("name", JSON(place.name)), ("district", JSON(place.district)),
                            ("region", JSON(place.region)), ("country", JSON(place.country)),
                            ("latitude", JSON(place.latitude)),
                            ("longitude", JSON(place.longitude)),
                        ])
                    )
                } else {
                    let point = String(format: "%.5f, %.5f", place.latitude, place.longitude)
                    Output.shared.writeLine(Table.printableText("\(place.fullName)  \(point)"))
                }
            }
        }
    }

    struct Remove: LibraryCommand {
        static let configuration = CommandConfiguration(
            abstract: "Removes the table of places.",
            discussion: "EXAMPLE:\n  photokit places remove"
        )

        @OptionGroup var options: LibraryOptions

        var accessMode: PHPhotoLibrary.AccessMode { .readWrite }

        func run(in library: PHPhotoLibrary) async throws { try library.removePlaces() }
    }
}
