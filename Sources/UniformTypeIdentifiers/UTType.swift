/// A type of data or of files, such as a JPEG image.
///
/// The types known here are the ones that photo libraries meet. A type that is not known is nil from
/// ``init(_:)``; ``init(importedAs:conformingTo:)`` makes a value for any identifier.
///
/// Two types are equal if their identifiers are.
public struct UTType: Sendable {
    /// The name of the type, such as `public.jpeg`.
    public let identifier: String

    private let supertypesIfUndeclared: [String]

    /// Finds a type by its identifier, in either case; nil if the type is not known.
    public init?(_ identifier: String) {
        guard let declaration = TypeDeclaration.named(identifier) else { return nil }
        self.init(declaration)
    }

    /// Finds the type of files with a name extension, in either case; nil if none is known.
    ///
    /// Apple's systems make up a type for an extension that nobody declared. There are none here.
    ///
    /// - Parameters:
    ///   - filenameExtension: The extension without its dot.
    ///   - supertype: The type that the result has to conform to.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
    }

    /// Finds the type with a MIME type, in either case; nil if none is known.
    ///
    /// - Parameters:
    ///   - mimeType: The MIME type, without parameters.
    ///   - supertype: The type that the result has to conform to.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
    }

    /// Finds the type with a tag, in either case; nil if none is known.
    ///
    /// - Parameters:
    ///   - tag: The tag, such as a name extension.
    ///   - tagClass: What the tag is.
    ///   - supertype: The type that the result has to conform to, if any.
    public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
        let candidates = TypeDeclaration.tagged(tag, tagClass).map { UTType($0) }
        let match = candidates.first { type in
            supertype.map { type.conforms(to: $0) } ?? true
        }
        guard let match else { return nil }
        self = match
    }

    /// Makes the type of an identifier that another program defines.
    ///
    /// - Parameters:
    ///   - identifier: The identifier, known or not.
    ///   - parentType: What the type conforms to if it is not known; `public.data` if not given.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        if let declaration = TypeDeclaration.named(identifier) {
            self.init(declaration)
        } else {
            let parent = parentType ?? .data
            let supertypes = parent.supertypes.map(\.identifier)
            self.init(identifier: identifier, undeclaredIn: [parent.identifier] + supertypes)
        }
    }

    /// Makes the type of an identifier that this program defines.
    ///
    /// - Parameters:
    ///   - identifier: The identifier.
    ///   - parentType: What the type conforms to; `public.data` if not given.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(importedAs: identifier, conformingTo: parentType)
    }

    private init(identifier: String, undeclaredIn supertypes: [String]) {
        self.identifier = identifier
        supertypesIfUndeclared = supertypes
    }

    init(_ declaration: TypeDeclaration) {
        self.init(identifier: declaration.identifier, undeclaredIn: [])
    }

    var declaration: TypeDeclaration? { TypeDeclaration.named(identifier) }

    var parents: [String] { declaration?.parents ?? supertypesIfUndeclared }
}

extension UTType: Hashable {
    /// Tells whether two types have the same identifier.
    public static func == (lhs: UTType, rhs: UTType) -> Bool {
        lhs.identifier == rhs.identifier
    }

    /// Feeds the identifier to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identifier)
    }
}

extension UTType: CustomStringConvertible {
    /// The identifier.
    public var description: String { identifier }
}

extension UTType: Codable {
    /// Reads a type from its identifier, known or not.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self.init(importedAs: try container.decode(String.self))
    }

    /// Writes the identifier.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }
}
