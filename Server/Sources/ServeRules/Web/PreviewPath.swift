/// The path of a preview, `/preview/TAG/PHOTO/FILE`, in its usual form without a query and without encoded characters.
public struct PreviewPath: Hashable, Sendable {
    /// The tag of the preview that is asked for.
    public let tag: String
    /// The photo.
    public let photo: ObjectName
    /// The name of the file.
    public let file: String

    /// Reads a path; nil for any other form, which may be the same in the end.
    public init?(_ path: String) {
        guard path.hasPrefix("/preview/"), !path.utf8.contains(where: Self.hasOtherForms) else {
            return nil
        }
        // Bytes, because what a character is takes longer to find out than all else for a preview.
        let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 5, let photo = ObjectName(bytes: parts[3]) else { return nil }
        self.photo = photo
        tag = String(Substring(parts[2]))
        file = String(Substring(parts[4]))
    }

    /// Whether a byte begins an encoded character, a query or a fragment.
    private static func hasOtherForms(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "%") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}
