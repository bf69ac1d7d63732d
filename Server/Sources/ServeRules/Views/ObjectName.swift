/// The identifier of a photo, album or folder in the interface: the UUID of its local identifier.
public struct ObjectName: Hashable, Sendable {
    /// The UUID, in upper case with dashes.
    public let uuid: String

    /// Reads an identifier.
    ///
    /// - Parameter text: A UUID, or a local identifier that begins with one; other texts give nil.
    public init?(_ text: String) {
        self.init(bytes: text.utf8.prefix { $0 != UInt8(ascii: "/") })
    }

    /// Reads a UUID; other texts give nil.
    init?(bytes: Substring.UTF8View) {
        guard bytes.count == 36 else { return nil }
        var hasLowerCase = false
        for (index, byte) in bytes.enumerated() {
            let isDash = index == 8 || index == 13 || index == 18 || index == 23
            let isHex =
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
                || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte)
            guard isDash ? byte == UInt8(ascii: "-") : isHex else { return nil }
            if byte >= UInt8(ascii: "a") { hasLowerCase = true }
        }
        let name = Substring(bytes)
        uuid = hasLowerCase ? name.uppercased() : String(name)
    }

    /// The local identifier of the photo.
    public var asset: String { uuid + "/L0/001" }
    /// The local identifier of the album.
    public var album: String { uuid + "/L0/040" }
    /// The local identifier of the folder.
    public var folder: String { uuid + "/L0/020" }
}
