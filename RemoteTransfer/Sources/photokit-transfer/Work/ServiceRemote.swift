import PhotosBase
import TransferRules

/// A place of objects, S3 or WebDAV.
///
/// All calls throw `TransferFailure` alone.
///
protocol ServiceRemote: Sendable {
    /// The host, for messages.
    var host: String { get }
    /// The region that a redirect led to.
    var otherRegion: String? { get }

    /// Returns an object, or nil where it is missing.
    func findObject(_ name: String) async throws -> FoundObject?
    /// Asks for an object or a part of it, and gives the answer with the status 200 or 206.
    func readObject<Value: Sendable>(
        _ name: String,
        with call: ReadCall,
        reading read: @escaping @Sendable (WireAnswer) async throws -> Value
    ) async throws -> Value
    /// Stores an object whose name is free, and answers whether it was there before.
    func putObject(_ name: String, from upload: Upload) async throws -> Bool
    func listObjects(prefix: String, after: String, limit: Int) async throws -> TransferResult
    /// Deletes an object; returns whether it was there, nil where the remote does not say.
    func deleteObject(_ name: String) async throws -> Bool?
}

/// An object that was found.
struct FoundObject: Sendable {
    var bytes: Int64
    var modified: Double?
}

/// The bytes of an object that are asked for.
struct ReadCall: Sendable {
    /// Nil asks for the whole object.
    var range: Range<Int64>?
    /// The version that was read before.
    var tag: String?
    /// Whether caches on the way must not answer.
    var isFresh = false

    var headers: [(String, String)] {
        var headers: [(String, String)] = []
        if let range {
            headers.append(("range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)"))
            if let tag { headers.append(("if-range", tag)) }
        }
        if isFresh { headers.append(("cache-control", "no-cache")) }
        return headers
    }
}
