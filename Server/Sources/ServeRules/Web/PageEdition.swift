/// The edition of the page's files, which stands in their addresses.
public enum PageEdition {
    private static let prefix = "page-"

    /// Splits the names of a path into the edition and the names of the file.
    ///
    /// - Parameter names: The names of the path.
    /// - Returns: The edition, nil where the path has none; and the names without it.
    public static func editionAndFile(in names: [String]) -> (edition: String?, rest: [String]) {
        guard names.count > 1, let first = names.first, first.hasPrefix(prefix) else {
            return (nil, names)
        }
        return (String(first.dropFirst(prefix.count)), Array(names.dropFirst()))
    }

    /// Returns `index.html` with the edition in the addresses of the page's files.
    ///
    /// - Parameters:
    ///   - html: The file, in which such addresses are relative and begin with the name of a folder.
    ///   - edition: The edition.
    /// - Returns: The file as it is answered.
    public static func indexPage(_ html: String, withEdition edition: String) -> String {
        var result = html
        for attribute in ["href", "src"] {
            for folder in ["js", "style", "icons"] {
                result = result.replacing(
                    "\(attribute)=\"\(folder)/",
                    with: "\(attribute)=\"/\(prefix)\(edition)/\(folder)/"
                )
            }
        }
        return result
    }
}
