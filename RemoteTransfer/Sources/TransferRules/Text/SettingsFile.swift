/// A file of sections with `name = value`, as AWS's programs keep it.
package struct SettingsFile: Sendable {
    private var sections: [String: [String: String]] = [:]

    /// Reads a file.
    ///
    /// Lines before the first section belong to the section with the empty name.
    package init(_ text: String) {
        var section = ""
        for line in text.split(whereSeparator: \.isNewline) {
            // Indented lines are parts of nested settings, which have no keys.
            if line.first == " " || line.first == "\t" { continue }
            let line = Self.trimmed(line)
            if line.isEmpty || line.hasPrefix("#") || line.hasPrefix(";") { continue }
            if line.hasPrefix("["), line.hasSuffix("]") {
                section = Self.trimmed(line.dropFirst().dropLast())
            } else if let equals = line.firstIndex(of: "=") {
                let name = Self.trimmed(line[..<equals]).lowercased()
                sections[section, default: [:]][name] = Self.trimmed(
                    line[line.index(after: equals)...]
                )
            }
        }
    }

    /// Returns the settings of a section, empty where it is missing.
    package subscript(section: String) -> [String: String] { sections[section] ?? [:] }

    /// The settings of a file with one section at most: those before any section, and of `default`.
    package var plain: [String: String] {
        self[""].merging(self["default"]) { first, _ in first }
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
        var text = Substring(text).drop(while: isSpace)
        while let last = text.last, isSpace(last) { text.removeLast() }
        return String(text)
    }
}
