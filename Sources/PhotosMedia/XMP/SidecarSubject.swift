/// The statements of a sidecar about the file that it describes.
package struct SidecarSubject: Sendable, Hashable, Codable {
    /// The name of the file in lowercase, which may be that of an earlier time.
    package var name: String?
    /// The extension of the file in lowercase, without a dot.
    package var pathExtension: String?

    package init(name: String? = nil, pathExtension: String? = nil) {
        self.name = name?.lowercased()
        self.pathExtension = pathExtension?.lowercased()
    }

    /// Reads the statement from the tags of a sidecar.
    init(_ tags: MediaTags) {
        let stated = FactsTable.subjectTags.lazy.compactMap { tags[$0] }
            // Windows writes paths with the other slash.
            .map { $0.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? "" }
            .first { Self.ending(of: $0) != nil }
        self.init(
            name: stated,
            pathExtension: tags[FactsTable.subjectExtensionTag] ?? stated.flatMap(Self.ending)
        )
    }

    /// Returns the number of the file that the statement means; nil where it means none, or several.
    ///
    /// - Parameter names: The names of the files that the sidecar may describe, in lowercase.
    /// - Returns: An index in `names`. A name that was changed since still has its extension.
    package func index(among names: [String]) -> Int? {
        if let name, let index = names.firstIndex(of: name) { return index }
        guard let pathExtension else { return nil }
        let fitting = names.indices.filter { Self.ending(of: names[$0]) == pathExtension }
        return fitting.count == 1 ? fitting[0] : nil
    }

    private static func ending(of name: String) -> String? {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return nil }
        let ending = name[name.index(after: dot)...]
        return ending.isEmpty ? nil : ending.lowercased()
    }
}
