/// The name of a field of a movie, which begins with the list that the field stands in.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
    /// The list, a slash, and the key: "mdta/com.apple.quicktime.make".
    public let rawValue: String

    /// Takes a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Takes a name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// What a field of a movie means, or its key in a list.
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
    /// The key.
    public let rawValue: String

    /// Takes a key.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Takes a key.
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

/// The list that a field of a movie stands in.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
    /// The name of the list.
    public let rawValue: String

    /// Takes the name of a list.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Takes the name of a list.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// Meanings that several lists share.
    public static let common = AVMetadataKeySpace("comn")
    /// QuickTime's list of named keys.
    public static let quickTimeMetadata = AVMetadataKeySpace("mdta")
    /// QuickTime's user data.
    public static let quickTimeUserData = AVMetadataKeySpace("udta")
    /// The list of music programs.
    public static let iTunes = AVMetadataKeySpace("itsk")
}

/// A form in which movies keep fields.
public struct AVMetadataFormat: RawRepresentable, Hashable, Sendable {
    /// The name of the form.
    public let rawValue: String

    /// Takes the name of a form.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Takes the name of a form.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// QuickTime's list of named keys.
    public static let quickTimeMetadata = AVMetadataFormat("com.apple.quicktime.mdta")
    /// QuickTime's user data.
    public static let quickTimeUserData = AVMetadataFormat("com.apple.quicktime.udta")
    /// The list of music programs.
    public static let iTunesMetadata = AVMetadataFormat("com.apple.itunes")
}
