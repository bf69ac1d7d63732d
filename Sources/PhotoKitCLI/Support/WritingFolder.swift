import ArgumentParser

/// The folder to which a command writes many files, as the person named it.
enum WritingFolder {
    /// Throws if photos that nobody named one by one would fill the current folder.
    ///
    /// - Parameters:
    ///   - written: The folder of `--to`; nil without the option.
    ///   - isRequired: Whether an option such as `--all` or `--album` chooses the photos.
    /// - Throws: `ValidationError`.
    static func checkFolder(_ written: String?, isRequired: Bool) throws {
        guard isRequired, written == nil else { return }
        throw ValidationError(
            "Name the folder to write to with --to, such as --to Photos. --to . means the current folder."
        )
    }

    /// Returns the path of the folder: the current folder where none was named.
    static func path(_ written: String?) -> String { written ?? "." }
}
