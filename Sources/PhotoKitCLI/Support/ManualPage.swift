/// A manual page in the macros of `man`.
struct ManualPage {
    /// The name of the page's file, such as "photokit-import.1".
    var name: String
    var text: String

    /// Makes a page for the program, and one for each command that the help shows.
    static func manualPages(of program: ProgramDescription.Command, version: String) -> [ManualPage]
    {
        manualPages(of: program, path: [], version: version)
    }

    /// Returns whether a text is a page that this program made, in any version.
    static func isPage(_ text: String) -> Bool {
        guard let heading = text.split(separator: "\n", maxSplits: 1).first else { return false }
        return heading.hasPrefix(".TH PHOTOKIT") && heading.contains("\"OpenPhotoKit")
    }

    private static func manualPages(
        of command: ProgramDescription.Command,
        path: [String],
        version: String
    ) -> [ManualPage] {
        let path = path + [command.commandName]
        // "help" has no page: "photokit help help" describes the command.
        let shown = (command.subcommands ?? []).filter {
            $0.shouldDisplay && $0.commandName != "help"
        }
        let page = ManualPage(
            name: path.joined(separator: "-") + ".1",
            text: pageText(of: command, path: path, subcommands: shown, version: version)
        )
        return [page] + shown.flatMap { manualPages(of: $0, path: path, version: version) }
    }

    private static func pageText(
        of command: ProgramDescription.Command,
        path: [String],
        subcommands: [ProgramDescription.Command],
        version: String
    ) -> String {
        let title = path.joined(separator: "-")
        let arguments = (command.arguments ?? []).filter(\.shouldDisplay)
        var lines = [
            ".TH \(title.uppercased()) 1 \"\" \"OpenPhotoKit \(version)\" \"OpenPhotoKit\""
        ]
        lines += [".SH NAME", "\(escapedText(title)) \\- \(escapedText(command.abstract ?? ""))"]
        lines += [
            ".SH SYNOPSIS",
            synopsisText(of: path, arguments: arguments, hasSubcommands: !subcommands.isEmpty),
        ]
        if let discussion = command.discussion, !discussion.isEmpty {
            lines += [".SH DESCRIPTION"] + paragraphLines(of: discussion)
        }
        lines += sectionLines("ARGUMENTS", arguments: arguments.filter { $0.kind == .positional })
        lines += sectionLines("OPTIONS", arguments: arguments.filter { $0.kind != .positional })
        if !subcommands.isEmpty {
            lines.append(".SH COMMANDS")
            for subcommand in subcommands {
                let name = escapedText(title + "-" + subcommand.commandName)
                lines += [".TP", "\\fB\(name)\\fR(1)", escapedText(subcommand.abstract ?? "")]
            }
        }
        if path.count == 1 {
            lines.append(".SH EXIT STATUS")
            for fault in Fault.allCases {
                lines += [".TP", "\(fault.status.rawValue)", escapedText(fault.rawValue)]
            }
        }
        if path.count > 1 {
            lines += [
                ".SH SEE ALSO", "\\fB\(escapedText(path.dropLast().joined(separator: "-")))\\fR(1)",
            ]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func synopsisText(
        of path: [String],
        arguments: [ProgramDescription.Argument],
        hasSubcommands: Bool
    ) -> String {
        var parts = ["\\fB\(escapedText(path.joined(separator: " ")))\\fR"]
        if hasSubcommands { parts.append("\\fIcommand\\fR") }
        if arguments.contains(where: { $0.kind != .positional && $0.isOptional }) {
            parts.append("[\\fIoptions\\fR]")
        }
        for argument in arguments where argument.kind == .positional || !argument.isOptional {
            let text = argumentText(argument) + (argument.isRepeating ? " ..." : "")
            parts.append(argument.isOptional ? "[\(text)]" : text)
        }
        return parts.joined(separator: " ")
    }

    private static func sectionLines(
        _ title: String,
        arguments: [ProgramDescription.Argument]
    ) -> [String] {
        guard !arguments.isEmpty else { return [] }
        return [".SH \(title)"]
            + arguments.flatMap { argument in
                var text = escapedText(argument.abstract ?? "")
                if let value = argument.defaultValue { text += " (default: \(escapedText(value)))" }
                return [".TP", argumentText(argument), text]
                    + paragraphLines(of: argument.discussion ?? "")
            }
    }

    /// Returns an argument as it is typed.
    private static func argumentText(_ argument: ProgramDescription.Argument) -> String {
        let value = "\\fI\(escapedText(argument.valueName ?? "value"))\\fR"
        guard argument.kind != .positional else { return value }
        let names = argument.names ?? argument.preferredName.map { [$0] } ?? []
        let text = names.map { "\\fB\(escapedText($0.written))\\fR" }.joined(separator: ", ")
        return argument.kind == .flag ? text : text + " " + value
    }

    /// Returns the lines of a text: indented lines stay separate lines, and lines such as "EXAMPLES:" become
    /// headings.
    private static func paragraphLines(of text: String) -> [String] {
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
                lines.append(".SH \(escapedText(String(line.dropLast())))")
            } else {
                lines.append(escapedText(String(line)))
            }
        }
        return lines + (isLiteral ? [".fi"] : [])
    }

    /// Returns a text whose characters have no special meaning for `man`.
    private static func escapedText(_ text: String) -> String {
        let text = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text
    }
}
