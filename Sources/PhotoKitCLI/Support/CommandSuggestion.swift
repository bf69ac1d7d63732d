import ArgumentParser

/// The command that a person may have meant by a word that is no command.
enum CommandSuggestion {
    /// Returns a sentence about the first word that is no command.
    ///
    /// - Parameters:
    ///   - arguments: The arguments of the program, without its name and without `--library PATH`.
    ///   - program: The program with its commands.
    /// - Returns: A sentence with the nearest command, or with the advice to list them; nil if all words are commands.
    static func suggestionSentence(
        for arguments: [String],
        of program: any ParsableCommand.Type
    ) -> String? {
        var (command, path) = (program, [program._commandName])
        // `photokit help improt` asks about a command, too.
        let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
        for word in words {
            let subcommands =
                command.configuration.subcommands
                + command.configuration.groupedSubcommands.flatMap(\.subcommands)
            let shown = subcommands.filter { $0.configuration.shouldDisplay }
            guard !subcommands.isEmpty, word != "help", !word.hasPrefix("-") else { return nil }
            if let next = subcommands.first(where: { $0._commandName == word }) {
                command = next
                path.append(word)
                continue
            }
            let written = (path + [word]).joined(separator: " ")
            let names = Set(shown.map { $0._commandName }).sorted()
            let near = nearestName(to: word, among: names).map {
                (path + [$0]).joined(separator: " ")
            }
            guard let meant = customary[written] ?? near else {
                return
                    "There is no command \"\(written)\". \"\(path.joined(separator: " ")) --help\" lists the commands."
            }
            return "There is no command \"\(written)\". Did you mean \"\(meant)\"?"
        }
        return nil
    }

    /// The commands that have other names in other programs.
    private static let customary = [
        "photokit info": "photokit show", "photokit rm": "photokit delete",
        "photokit remove": "photokit delete", "photokit trash": "photokit delete",
        "photokit revert": "photokit undo", "photokit log": "photokit changes",
        "photokit list": "photokit ls", "photokit album list": "photokit albums",
        "photokit album ls": "photokit albums", "photokit folder list": "photokit albums",
        "photokit folder ls": "photokit albums",
    ]

    /// Returns the name that the fewest changes of letters lead to, if these are few, or the only one with this beginning.
    static func nearestName(to word: String, among names: [String]) -> String? {
        let word = word.lowercased()
        let beginnings = names.filter { word.count > 1 && $0.hasPrefix(word) }
        if beginnings.count == 1 { return beginnings.first }
        // Most words of two letters are one or two changes away from each other.
        let most = word.count < 3 ? 0 : word.count < 6 ? 1 : 2
        return names.map { (distance: editDistance(from: word, to: $0), name: $0) }
            .filter { $0.distance <= most }
            .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
    }

    /// The number of letters to insert, remove, replace or exchange with their neighbour
    /// (optimal string alignment distance).
    private static func editDistance(from one: String, to other: String) -> Int {
        let (one, other) = (Array(one), Array(other))
        var rows = [Array(0...other.count)]
        for (index, letter) in one.enumerated() {
            var row = [index + 1]
            for (column, candidate) in other.enumerated() {
                var cost = min(row[column] + 1, rows[index][column + 1] + 1)
                cost = min(cost, rows[index][column] + (letter == candidate ? 0 : 1))
                if index > 0, column > 0, letter == other[column - 1], one[index - 1] == candidate {
                    cost = min(cost, rows[index - 1][column - 1] + 1)
                }
                row.append(cost)
            }
            rows.append(row)
        }
        return rows[one.count][other.count]
    }
}
