import PhotoEditorKit
import Photos

/// What the user asked for on the command line.
struct Options {
    enum Command: String {
        case apply
        case resume
        case revert
        case show
    }

    static let usage = """
        usage: PhotoEditor COMMAND [options] IDENTIFIER

          apply    makes a new edit of what the photo looks like now
          resume   goes on with the last edit of this program: what is named replaces what it did
          revert   shows the original again
          show     tells whether and how the photo was edited

          --filter NAME   \(PictureFilter.allCases.map(\.rawValue).joined(separator: ", "))
          --text TEXT     a line at the lower border; an empty one takes it away

        IDENTIFIER is the photo's local identifier, or its beginning.
        """

    var command: Command
    var filter: PictureFilter?
    var text: String?
    var identifier: String

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        guard let name = rest.popFirst() else { throw UsageError("A command is missing.") }
        guard let command = Command(rawValue: name) else {
            throw UsageError("Unknown command \(name).")
        }
        self.command = command
        var identifiers: [String] = []
        while let argument = rest.popFirst() {
            switch argument {
            case "--filter":
                let name = try Self.value(of: argument, in: &rest)
                guard let filter = PictureFilter(rawValue: name) else {
                    throw UsageError("There is no filter \(name).")
                }
                self.filter = filter
            case "--text": text = try Self.value(of: argument, in: &rest)
            case _ where argument.hasPrefix("-"): throw UsageError("Unknown option \(argument).")
            default: identifiers.append(argument)
            }
        }
        guard identifiers.count == 1 else { throw UsageError("Name one photo.") }
        identifier = identifiers[0]
        let edits = command == .apply || command == .resume
        guard edits == (filter != nil || text != nil) else {
            throw UsageError(
                edits
                    ? "\(name) needs --filter, --text or both."
                    : "\(name) takes neither --filter nor --text."
            )
        }
    }

    private static func value(of option: String, in rest: inout ArraySlice<String>) throws -> String
    {
        guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value.") }
        return value
    }
}

struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Something that a user can put right.
struct EditorError: LocalizedError {
    let errorDescription: String?

    init(_ sentence: String) { errorDescription = sentence }
}
