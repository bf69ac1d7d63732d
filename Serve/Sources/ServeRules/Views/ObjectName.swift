/// The identifier of a photo, album or folder in the interface: the UUID of its local identifier.
public struct ObjectName: Hashable, Sendable {
    /// The UUID, in upper case with dashes.
    public let uuid: String

    /// Reads an identifier.
    ///
    /// - Parameter text: A UUID, or a local identifier that begins with one; other texts give nil.
    public init?(_ text: String) {
        let name = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)[0]
        guard name.utf8.count == 36 else { return nil }
        for (index, byte) in name.utf8.enumerated() {
            let isDash = index == 8 || index == 13 || index == 18 || index == 23
            let isHex =
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
                || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte)
            guard isDash ? byte == UInt8(ascii: "-") : isHex else { return nil }
        }
        uuid = name.uppercased()
    }

    /// The local identifier of the photo.
    public var asset: String { uuid + "/L0/001" }
    /// The local identifier of the album.
    public var album: String { uuid + "/L0/040" }
    /// The local identifier of the folder.
    public var folder: String { uuid + "/L0/020" }
}
