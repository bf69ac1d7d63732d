/// The class of a type's tag.
public struct UTTagClass: RawRepresentable, Hashable, Sendable {
    /// The identifier of the class.
    public let rawValue: String

    /// Makes a class from its identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The class of file name extensions, without a dot.
    public static let filenameExtension: UTTagClass = UTTagClass(
        rawValue: "public.filename-extension"
    )

    /// The class of MIME types.
    public static let mimeType: UTTagClass = UTTagClass(rawValue: "public.mime-type")
}

extension UTType {
    /// The tags of the type by class, the preferred tag first.
    public var tags: [UTTagClass: [String]] {
        guard let declaration else { return [:] }
        let all: [UTTagClass: [String]] = [
            .filenameExtension: declaration.extensions,
            .mimeType: declaration.mimeTypes,
        ]
        return all.filter { !$0.value.isEmpty }
    }

    /// The preferred extension for files of the type, without a dot; nil if the type has none.
    public var preferredFilenameExtension: String? { declaration?.extensions.first }

    /// The preferred MIME type; nil if the type has none.
    public var preferredMIMEType: String? { declaration?.mimeTypes.first }

    /// The name of the type in English; nil if the type is unknown.
    public var localizedDescription: String? { declaration?.name }

    /// Whether this module knows the type.
    public var isDeclared: Bool { declaration != nil }

    /// Whether the type belongs to no company or program, by its identifier.
    public var isPublic: Bool { identifier.hasPrefix("public.") }
}
