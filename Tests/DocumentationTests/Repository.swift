import Foundation

/// The files of this package.
enum Repository {
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the paths of all files with an extension, without those that a build makes.
    ///
    /// - Parameters:
    ///   - folder: A folder, relative to the package.
    ///   - suffix: The end of the names.
    /// - Returns: Paths relative to the package, in their order.
    static func paths(in folder: String = "", endingWith suffix: String) -> [String] {
        let top = folder.isEmpty ? root : root.appending(path: folder)
        let files = FileManager.default.enumerator(at: top, includingPropertiesForKeys: nil)
        var paths: [String] = []
        for case let url as URL in files ?? .init() {
            if [".build", ".git"].contains(url.lastPathComponent) {
                files?.skipDescendants()
            } else if url.lastPathComponent.hasSuffix(suffix) {
                paths.append(String(url.path.dropFirst(root.path.count + 1)))
            }
        }
        return paths.sorted()
    }

    static func text(of path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Returns the code samples of all documents, articles and documentation comments.
    static func samples() throws -> [CodeSample] {
        let files =
            paths(endingWith: ".md")
            + ["Sources", "Snippets"].flatMap { paths(in: $0, endingWith: ".swift") }
        return try files.flatMap { CodeSample.all(in: try text(of: $0), of: $0) }
    }

    /// Returns the snippets by their names.
    static func snippets() throws -> [String: Snippet] {
        var snippets: [String: Snippet] = [:]
        for path in paths(in: "Snippets", endingWith: ".swift") {
            let name = URL(filePath: path).deletingPathExtension().lastPathComponent
            snippets[name] = Snippet(try text(of: path))
        }
        return snippets
    }
}
