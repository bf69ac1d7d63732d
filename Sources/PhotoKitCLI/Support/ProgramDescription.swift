/// The argument parser's description of commands and arguments, as far as manual pages need it.
struct ProgramDescription: Decodable {
    struct Command: Decodable {
        var commandName: String
        var shouldDisplay: Bool
        var abstract: String?
        var discussion: String?
        var subcommands: [Command]?
        /// The subcommand that is run where none is named.
        var defaultSubcommand: String?
        var arguments: [Argument]?
    }

    struct Argument: Decodable {
        enum Kind: String, Decodable {
            case positional
            case option
            case flag
        }

        struct Name: Decodable {
            /// The form of the name: `long`, `short` or `longWithSingleDash`.
            var kind: String
            var name: String

            var written: String { kind == "long" ? "--" + name : "-" + name }
        }

        var kind: Kind
        var shouldDisplay: Bool
        var isOptional: Bool
        var isRepeating: Bool
        var names: [Name]?
        var preferredName: Name?
        var valueName: String?
        var defaultValue: String?
        var abstract: String?
        var discussion: String?
    }

    var command: Command
}
