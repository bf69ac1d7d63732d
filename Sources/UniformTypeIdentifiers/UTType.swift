/// A type of data or of files, such as a JPEG image.
///
/// This module knows the types that photo libraries use. For an unknown type, ``init(_:)`` is nil, and
/// ``init(importedAs:conformingTo:)`` makes a value with any identifier.
///
/// Two types are equal if their identifiers are equal.
public struct UTType: Sendable {
    /// The name of the type, such as `public.jpeg`.
    public let identifier: String

    private let supertypesIfUndeclared: [String]

    /// Makes a known type from its identifier, ignoring case; nil for an unknown type.
    public init?(_ identifier: String) {
        guard let declaration = TypeDeclaration.named(identifier) else { return nil }
        self.init(declaration)
    }

    /// Finds the type for a file name extension, ignoring case; nil for an unknown extension.
    ///
    /// Apple's systems create a dynamic type for an unknown extension. Dynamic types do not exist here.
    ///
    /// - Parameters:
    ///   - filenameExtension: The extension without a dot.
    ///   - supertype: The type that the result must conform to.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
    }

    /// Finds the type for a MIME type, ignoring case; nil for an unknown MIME type.
    ///
    /// - Parameters:
    ///   - mimeType: The MIME type, without parameters.
    ///   - supertype: The type that the result must conform to.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
    }

    /// Finds the type for a tag, ignoring case; nil for an unknown tag.
    ///
    /// - Parameters:
    ///   - tag: The tag, such as a file name extension.
    ///   - tagClass: The class of the tag.
    ///   - supertype: The type that the result must conform to; nil for any.
    public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
        let candidates = TypeDeclaration.tagged(tag, tagClass).map { UTType($0) }
        let match = candidates.first { type in
            supertype.map { type.conforms(to: $0) } ?? true
        }
        guard let match else { return nil }
        self = match
    }

    /// Makes a type with an identifier that another program defines.
    ///
    /// - Parameters:
    ///   - identifier: The identifier, known or unknown.
    ///   - parentType: The type that an unknown type conforms to; `public.data` by default.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        if let declaration = TypeDeclaration.named(identifier) {
            self.init(declaration)
        } else {
            let parent = parentType ?? .data
            let supertypes = parent.supertypes.map(\.identifier)
            self.init(identifier: identifier, undeclaredIn: [parent.identifier] + supertypes)
        }
    }

    /// Makes a type with an identifier that this program defines.
    ///
    /// - Parameters:
    ///   - identifier: The identifier.
    ///   - parentType: The type that the type conforms to; `public.data` by default.
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
    /// Returns whether two types have the same identifier.
    public static func == (lhs: UTType, rhs: UTType) -> Bool {
        lhs.identifier == rhs.identifier
    }

    /// Adds the identifier to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(identifier)
    }
}

extension UTType: CustomStringConvertible {
    /// The identifier.
    public var description: String { identifier }
}

extension UTType: Codable {
    /// Decodes a type from its identifier, known or unknown.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self.init(importedAs: try container.decode(String.self))
    }

    /// Encodes the identifier.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }
}
