/// The declaration of a type.
struct TypeDeclaration: Sendable {
    let identifier: String
    let name: String
    let parents: [String]

    /// The extensions of file names, in lower case, the preferred one first.
    var extensions: [String] = []

    /// The MIME types, in lower case, the preferred one first.
    var mimeTypes: [String] = []
}

extension TypeDeclaration {
    /// Returns the type with an identifier, ignoring case.
    static func named(_ identifier: String) -> TypeDeclaration? {
        byIdentifier[identifier] ?? byIdentifier[identifier.lowercased()]
    }

    /// Returns the types with a tag, ignoring case, in the order of the table.
    static func tagged(_ tag: String, _ tagClass: UTTagClass) -> [TypeDeclaration] {
        switch tagClass {
        case .filenameExtension: byExtension[tag.lowercased()] ?? []
        case .mimeType: byMIMEType[tag.lowercased()] ?? []
        default: []
        }
    }

    private static let byIdentifier = Dictionary(
        uniqueKeysWithValues: all.map { ($0.identifier, $0) }
    )

    private static let byExtension = index(by: \.extensions)

    private static let byMIMEType = index(by: \.mimeTypes)

    private static func index(
        by tags: KeyPath<TypeDeclaration, [String]>
    ) -> [String: [TypeDeclaration]] {
        var index: [String: [TypeDeclaration]] = [:]
        for declaration in all {
            for tag in declaration[keyPath: tags] {
                index[tag, default: []].append(declaration)
            }
        }
        return index
    }
}
