import Photos

/// What the user asked for on the command line.
struct Options {
    static let usage = """
        usage: HikingCollages --out FOLDER [options]

        Draws one page per hike with the photos taken on it. Started again, it asks the photo library
        what changed since, and draws again only the pages concerned.

          --out FOLDER          where the pages go
          --gpx FILE            take the hikes from the tracks of a GPX file
          --hikes FILE          take the hikes from a JSON list of titles, starts and ends
                                (without either: as last time, else found in the photos)
          --full                look at everything and draw every page again
          --follow              stay, and draw what changes
          --until-quiet SECONDS with --follow: leave after so long without a change
        """

    var folder = URL(fileURLWithPath: "")
    var gpxFile: URL?
    var hikeList: URL?
    var isFull = false
    var follows = false
    var quietSeconds: Double?

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        var hasFolder = false
        while let option = rest.popFirst() {
            switch option {
            case "--out":
                folder = URL(fileURLWithPath: try value(of: option, in: &rest), isDirectory: true)
                hasFolder = true
            case "--gpx": gpxFile = URL(fileURLWithPath: try value(of: option, in: &rest))
            case "--hikes": hikeList = URL(fileURLWithPath: try value(of: option, in: &rest))
            case "--full": isFull = true
            case "--follow": follows = true
            case "--until-quiet":
                guard let seconds = Double(try value(of: option, in: &rest)), seconds > 0 else {
                    throw UsageError("--until-quiet needs a number of seconds.")
                }
                quietSeconds = seconds
            default: throw UsageError("Unknown option \(option).")
            }
        }
        guard hasFolder else { throw UsageError("--out FOLDER is missing.") }
        guard gpxFile == nil || hikeList == nil else {
            throw UsageError("--gpx and --hikes exclude each other.")
        }
        guard quietSeconds == nil || follows else {
            throw UsageError("--until-quiet has a meaning only with --follow.")
        }
    }

    private func value(of option: String, in rest: inout ArraySlice<String>) throws -> String {
        guard let value = rest.popFirst(), !value.hasPrefix("--") else {
            throw UsageError("\(option) needs a value.")
        }
        return value
    }
}

/// A command line that makes no sense.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
