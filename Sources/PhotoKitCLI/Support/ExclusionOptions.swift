import ArgumentParser

/// The option with names of files and folders to leave out.
struct ExclusionOptions: ParsableArguments {
    @Option(
        name: .customLong("exclude"),
        help: ArgumentHelp(
            "Leave out files and folders whose names match a pattern, such as '*.tmp' or 'raw/*'. May be repeated.",
            valueName: "pattern"
        )
    )
    var patterns: [String] = []

    func validate() throws {
        guard patterns.allSatisfy({ $0.contains { $0 != "/" && $0 != "." } }) else {
            throw ValidationError(
                "An empty pattern of --exclude matches nothing. Write a name, with * for any characters."
            )
        }
    }
}
