/// A Swift file of one folder: the types that it declares for its module, and the types that it names.
struct SourceFile {
    var folder: String
    var name: String
    /// Types at the top level that other files can name, without public ones.
    private(set) var declared: Set<String> = []
    /// Capitalised words that are no member of something and no type of the file's own.
    private(set) var named: Set<String> = []
    /// Types that the file extends at the top level.
    private(set) var extended: Set<String> = []
    /// Modules that the file imports.
    private(set) var imported: Set<String> = []

    private static let kinds: Set<String> = [
        "struct", "class", "enum", "actor", "protocol", "typealias",
    ]
    /// Words that may stand between `import` and the module.
    private static let importKinds = kinds.union(["func", "let", "var"])
    private static let modifiers: Set<String> = [
        "public", "package", "internal", "open", "final", "indirect", "nonisolated", "private",
        "fileprivate",
    ]

    private static let others: Set<String> = ["public", "open", "private", "fileprivate"]

    init(folder: String, name: String, text: String) {
        self.folder = folder
        self.name = name
        let words = SwiftWords(text).words
        var own: Set<String> = []
        var modifiers: [String] = []
        var isTopLevel = false
        for (index, word) in words.enumerated() {
            if modifiers.isEmpty { isTopLevel = word.isAtLineStart }
            if Self.modifiers.contains(word.text) {
                modifiers.append(word.text)
                continue
            }
            let isDeclaration = Self.kinds.contains(word.text) && !word.isMember
            if isDeclaration, index + 1 < words.count {
                let type = words[index + 1].text
                own.insert(type)
                if isTopLevel, Self.others.isDisjoint(with: modifiers) { declared.insert(type) }
            }
            if word.text == "extension", word.isAtLineStart, index + 1 < words.count {
                extended.insert(words[index + 1].text)
            }
            if word.text == "import", !word.isMember {
                let rest = words[(index + 1)...].prefix(2).map(\.text)
                let module = rest.first { !Self.importKinds.contains($0) }
                if let module { imported.insert(module) }
            }
            modifiers = []
        }
        for word in words where !word.isMember && word.text.first?.isUppercase == true {
            if !own.contains(word.text) { named.insert(word.text) }
        }
    }
}
