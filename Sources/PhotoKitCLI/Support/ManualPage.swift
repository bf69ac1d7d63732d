/// A manual page in the macros of `man`.
struct ManualPage {
    /// The name of the page's file, such as "photokit-import.1".
    var name: String
    var text: String

    /// Makes a page for the program, and one for each command that the help shows.
    static func pages(of program: ProgramDescription.Command, version: String) -> [ManualPage] {
        pages(of: program, path: [], version)
    }

    /// Returns whether a text is a page that this program made, in any version.
    static func isPage(_ text: String) -> Bool {
        guard let heading = text.split(separator: "\n", maxSplits: 1).first else { return false }
        return heading.hasPrefix(".TH PHOTOKIT") && heading.contains("\"OpenPhotoKit")
    }

    private static func pages(
        of command: ProgramDescription.Command,
        path: [String],
        _ version: String
    ) -> [ManualPage] {
        let path = path + [command.commandName]
        // "help" has no page: "photokit help help" describes the command.
        let shown = (command.subcommands ?? []).filter {
            $0.shouldDisplay && $0.commandName != "help"
        }
        let page = ManualPage(
            name: path.joined(separator: "-") + ".1",
            text: text(of: command, path, shown, version)
        )
        return [page] + shown.flatMap { pages(of: $0, path: path, version) }
    }

    private static func text(
        of command: ProgramDescription.Command,
        _ path: [String],
        _ subcommands: [ProgramDescription.Command],
        _ version: String
    ) -> String {
        let title = path.joined(separator: "-")
        let arguments = (command.arguments ?? []).filter(\.shouldDisplay)
        var lines = [
            ".TH \(title.uppercased()) 1 \"\" \"OpenPhotoKit \(version)\" \"OpenPhotoKit\""
        ]
        lines += [".SH NAME", "\(escaped(title)) \\- \(escaped(command.abstract ?? ""))"]
        lines += [".SH SYNOPSIS", synopsis(path, arguments, hasSubcommands: !subcommands.isEmpty)]
        if let discussion = command.discussion, !discussion.isEmpty {
            lines += [".SH DESCRIPTION"] + paragraphs(discussion)
        }
        lines += section("ARGUMENTS", arguments.filter { $0.kind == .positional })
        lines += section("OPTIONS", arguments.filter { $0.kind != .positional })
        if !subcommands.isEmpty {
            lines.append(".SH COMMANDS")
            for subcommand in subcommands {
                let name = escaped(title + "-" + subcommand.commandName)
                lines += [".TP", "\\fB\(name)\\fR(1)", escaped(subcommand.abstract ?? "")]
            }
        }
        if path.count == 1 {
            lines.append(".SH EXIT STATUS")
            for fault in Fault.allCases {
                lines += [".TP", "\(fault.status.rawValue)", escaped(fault.rawValue)]
            }
        }
        if path.count > 1 {
            lines += [
                ".SH SEE ALSO", "\\fB\(escaped(path.dropLast().joined(separator: "-")))\\fR(1)",
            ]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func synopsis(
        _ path: [String],
        _ arguments: [ProgramDescription.Argument],
        hasSubcommands: Bool
    ) -> String {
        var parts = ["\\fB\(escaped(path.joined(separator: " ")))\\fR"]
        if hasSubcommands { parts.append("\\fIcommand\\fR") }
        if arguments.contains(where: { $0.kind != .positional && $0.isOptional }) {
            parts.append("[\\fIoptions\\fR]")
        }
        for argument in arguments where argument.kind == .positional || !argument.isOptional {
            let text = written(argument) + (argument.isRepeating ? " ..." : "")
            parts.append(argument.isOptional ? "[\(text)]" : text)
        }
        return parts.joined(separator: " ")
    }

    private static func section(
        _ title: String,
        _ arguments: [ProgramDescription.Argument]
    ) -> [String] {
        guard !arguments.isEmpty else { return [] }
        return [".SH \(title)"]
            + arguments.flatMap { argument in
                var text = escaped(argument.abstract ?? "")
                if let value = argument.defaultValue { text += " (default: \(escaped(value)))" }
                return [".TP", written(argument), text]
                    + paragraphs(argument.discussion ?? "")
            }
    }

    /// Returns an argument as it is typed.
    private static func written(_ argument: ProgramDescription.Argument) -> String {
        let value = "\\fI\(escaped(argument.valueName ?? "value"))\\fR"
        guard argument.kind != .positional else { return value }
        let names = argument.names ?? argument.preferredName.map { [$0] } ?? []
        let text = names.map { "\\fB\(escaped($0.written))\\fR" }.joined(separator: ", ")
        return argument.kind == .flag ? text : text + " " + value
    }

    /// Returns the lines of a text: indented lines stay separate lines, and lines such as "EXAMPLES:" become
    /// headings.
    private static func paragraphs(_ text: String) -> [String] {
        var lines: [String] = []
        var isLiteral = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let isIndented = line.hasPrefix("  ")
            if isIndented != isLiteral {
                lines.append(isIndented ? ".nf" : ".fi")
                isLiteral = isIndented
            }
            if line.isEmpty {
                lines.append(".PP")
            } else if line.hasSuffix(":"), line == line.uppercased() {
                lines.append(".SH \(escaped(String(line.dropLast())))")
            } else {
                lines.append(escaped(String(line)))
            }
        }
        return lines + (isLiteral ? [".fi"] : [])
    }

    /// Returns a text whose characters have no special meaning for `man`.
    private static func escaped(_ text: String) -> String {
        let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }
}
