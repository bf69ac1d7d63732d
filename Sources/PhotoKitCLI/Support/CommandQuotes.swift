/// One way to quote commands: messages of the engine, which programs show too, have them between backticks.
enum CommandQuotes {
    /// Returns a message with its commands in quotation marks.
    static func uniform(_ message: String) -> String {
        message.replacing(#/`([^`\n]+)`/#) { "\"\($0.output.1)\"" }
    }
}
