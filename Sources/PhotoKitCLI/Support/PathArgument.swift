import ArgumentParser

/// Paths that a person or a script typed.
enum PathArgument {
    /// Throws if a path is empty, as `"$CARD"` is in a shell where CARD has no value.
    ///
    /// The system would take the path for that of the working folder.
    ///
    /// - Parameters:
    ///   - paths: The paths; nil for options that were not typed.
    ///   - subject: The name of the paths, at the beginning of a sentence, such as "The path of --to".
    /// - Throws: `ValidationError`.
    static func checkPaths(_ paths: [String?], subject: String = "A path") throws {
        guard paths.contains("") else { return }
        throw ValidationError(
            "\(subject) must not be empty. Write . for the folder in which you are."
        )
    }
}
