/// What is known about one type.
struct TypeDeclaration: Sendable {
    let identifier: String
    let name: String
    let parents: [String]

    /// Extensions of file names, lower-case, the preferred one first.
    var extensions: [String] = []

    /// MIME types, lower-case, the preferred one first.
    var mimeTypes: [String] = []
}

extension TypeDeclaration {
    /// The type with an identifier, in either case.
    static func named(_ identifier: String) -> TypeDeclaration? {
        byIdentifier[identifier] ?? byIdentifier[identifier.lowercased()]
    }

    /// The types with a tag, in either case, in the order of the table.
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
