import PhotosBase

/// The quotation marks of commands in messages.
///
/// Messages of the engine, which programs show too, have them between backticks, and know nothing of options.
enum CommandQuotes {
    /// The option that names the library, as the person wrote it; nil where the person named none.
    static let libraryOption = libraryOption(in: Array(CommandLine.arguments.dropFirst()))

    /// Returns a message with its commands in quotation marks, which act on the library that the person named.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - option: The option that names the library; nil where commands find the same one without it.
    /// - Returns: The message.
    static func uniform(_ message: String, libraryOption option: String? = libraryOption) -> String
    {
        let message = message.replacing(#/`([^`\n]+)`/#) { "\"\($0.output.1)\"" }
        guard let option else { return message }
        // Commands that need no library, or name one already, get no option.
        let command = #/"photokit (?!help\b|manual\b|remote restore\b|[^"]*--library\b)/#
        return message.replacing(command) { _ in "\"photokit \(option) " }
    }

    /// Returns the option that names the library among the arguments of the program.
    static func libraryOption(in arguments: [String]) -> String? {
        var (path, rest): (String?, ArraySlice<String>) = (nil, arguments[...])
        while let word = rest.popFirst(), word != "--" {
            if word == "--library" {
                path = rest.popFirst() ?? path
            } else if word.hasPrefix("--library=") {
                path = String(word.dropFirst("--library=".count))
            }
        }
        return path.map { "--library \(ShellWord.quoted($0))" }
    }
}
