import Foundation

/// Shows paths in the way in which a person typed them.
///
/// A file below a folder that was typed as a relative path is shown with that path.
struct TypedPaths: Sendable {
    /// The absolute paths of the typed ones, the longest first.
    private let typed: [(absolute: String, written: String)]

    init(_ arguments: [String]) {
        typed = arguments.filter { !$0.hasPrefix("/") && !$0.isEmpty }
            .map { (URL(fileURLWithPath: $0).standardizedFileURL.path, Self.plain($0)) }
            .sorted { $0.0.utf8.count > $1.0.utf8.count }
    }

    /// Returns the path of a file or folder for a terminal.
    func shownPath(of url: URL) -> String { shownPath(of: url.path) }

    /// Returns an absolute path for a terminal.
    func shownPath(of path: String) -> String {
        for (absolute, written) in typed {
            if path == absolute { return Table.printableText(written) }
            let above = absolute.hasSuffix("/") ? absolute : absolute + "/"
            guard path.hasPrefix(above) else { continue }
            let rest = path.dropFirst(above.count)
            return Table.printableText(written == "." ? String(rest) : "\(written)/\(rest)")
        }
        return Table.printableText(path)
    }

    /// Returns a typed path without slashes at its end.
    private static func plain(_ path: String) -> String {
        var path = path[...]
        while path.count > 1, path.hasSuffix("/") { path = path.dropLast() }
        return String(path)
    }
}
