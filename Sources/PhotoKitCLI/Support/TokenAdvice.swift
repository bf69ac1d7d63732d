/// The advice about a change token that cannot be used.
enum TokenAdvice {
    /// The advice of the engine, which is for programs that follow the library.
    private static let general =
        " Read the whole library again, and go on from its present token, which `photokit token` prints."

    /// Returns a message with advice for a person instead of that for a program.
    static func adaptedMessage(_ message: String, advice: String) -> String {
        message.replacing(general, with: " " + advice)
    }
}
