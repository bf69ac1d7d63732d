/// The parts of a reply that ends a request with success.
///
/// Only those that the request asks for are there.
public struct TransferResult: Codable, Hashable, Sendable {
    /// `put` and `delete`: whether an object was there before.
    public var existed: Bool?
    /// `look`: whether the object exists.
    public var exists: Bool?
    /// The length of the object, or of the range, in bytes.
    public var bytes: Int64?
    /// The SHA-256 of the bytes that were read, in hexadecimal digits.
    public var sha256: String?
    /// `prove`: the SHA-256 of each part in their order, in hexadecimal digits.
    public var parts: [String]?
    /// The date of the object in seconds since 1970, as the remote states it.
    public var modified: Double?
    /// `list`: the names in the order of their bytes.
    public var items: [ListedObject]?
    /// `list`: whether there are further names.
    public var more: Bool?
    /// `probe`: whether nothing lies below the prefix.
    public var isEmpty: Bool?
    /// The region of the bucket, where it is not the one that the request states.
    public var region: String?
    /// `upload`: the status of the last answer.
    public var status: Int?
    /// `upload`: the header fields of the last answer, with names in lower case.
    public var headers: [String: String]?

    /// Makes a result without any part.
    public init() {}
}

/// An object of a list.
public struct ListedObject: Codable, Hashable, Sendable {
    /// The name below the remote's prefix.
    public var name: String
    /// The length in bytes.
    public var bytes: Int64
    /// The date in seconds since 1970, as the remote states it.
    public var modified: Double?

    /// Makes an object of a list.
    public init(name: String, bytes: Int64, modified: Double? = nil) {
        self.name = name
        self.bytes = bytes
        self.modified = modified
    }
}
