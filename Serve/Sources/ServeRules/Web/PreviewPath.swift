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
        guard path.hasPrefix("/preview/"), !path.utf8.contains(where: { "%?#".utf8.contains($0) })
        else { return nil }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 5, let photo = ObjectName(String(parts[3])) else { return nil }
        self.photo = photo
        tag = String(parts[2])
        file = String(parts[4])
    }
}
