/// The identifier of a metadata field, which begins with its key space.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
    /// The key space, a slash, and the key: "mdta/com.apple.quicktime.make".
    public let rawValue: String

    /// Makes an identifier from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes an identifier from its text.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The common key of a metadata field, or its key in a key space.
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
    /// The key.
    public let rawValue: String

    /// Makes a key from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a key from its text.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The key space of a metadata field.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
    /// The name of the key space.
    public let rawValue: String

    /// Makes a key space from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a key space from its name.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The common keys, with a meaning that several key spaces share.
    public static let common = AVMetadataKeySpace("comn")
    /// The QuickTime metadata keys.
    public static let quickTimeMetadata = AVMetadataKeySpace("mdta")
    /// The QuickTime user data.
    public static let quickTimeUserData = AVMetadataKeySpace("udta")
    /// The iTunes metadata.
    public static let iTunes = AVMetadataKeySpace("itsk")
}

/// A format of metadata in movies.
public struct AVMetadataFormat: RawRepresentable, Hashable, Sendable {
    /// The name of the format.
    public let rawValue: String

    /// Makes a format from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a format from its name.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The QuickTime metadata keys.
    public static let quickTimeMetadata = AVMetadataFormat("com.apple.quicktime.mdta")
    /// The QuickTime user data.
    public static let quickTimeUserData = AVMetadataFormat("com.apple.quicktime.udta")
    /// The iTunes metadata.
    public static let iTunesMetadata = AVMetadataFormat("com.apple.itunes")
}
