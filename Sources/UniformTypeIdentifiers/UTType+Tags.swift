/// What a tag of a type is.
public struct UTTagClass: RawRepresentable, Hashable, Sendable {
    /// The identifier of the class.
    public let rawValue: String

    /// Makes a class from its identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The extension of a file's name, without its dot.
    public static let filenameExtension: UTTagClass = UTTagClass(
        rawValue: "public.filename-extension"
    )

    /// A MIME type.
    public static let mimeType: UTTagClass = UTTagClass(rawValue: "public.mime-type")
}

extension UTType {
    /// The tags of the type by their class, the preferred one first.
    public var tags: [UTTagClass: [String]] {
        guard let declaration else { return [:] }
        let all: [UTTagClass: [String]] = [
            .filenameExtension: declaration.extensions,
            .mimeType: declaration.mimeTypes,
        ]
        return all.filter { !$0.value.isEmpty }
    }

    /// The extension that files of the type get, without its dot; nil if the type has none.
    public var preferredFilenameExtension: String? { declaration?.extensions.first }

    /// The MIME type to send with data of the type; nil if the type has none.
    public var preferredMIMEType: String? { declaration?.mimeTypes.first }

    /// What to call the type in English; nil if the type is not known.
    public var localizedDescription: String? { declaration?.name }

    /// Whether the type is one that this module knows.
    public var isDeclared: Bool { declaration != nil }

    /// Whether the type belongs to no company or program.
    public var isPublic: Bool { identifier.hasPrefix("public.") }
}
