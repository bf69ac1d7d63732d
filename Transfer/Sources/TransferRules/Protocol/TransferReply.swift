package import Foundation

/// A line of the program's output.
package enum TransferReply: Sendable, Hashable {
    case progress(id: Int64, bytes: Int64)
    case done(id: Int64, TransferResult)
    case failed(id: Int64?, TransferFailure)

    /// Returns the JSON of the line, with the end of the line.
    package func line() -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        let model: ReplyModel =
            switch self {
            case .progress(let id, let bytes): ReplyModel(id: id, progress: bytes)
            case .done(let id, let result): ReplyModel(id: id, done: result)
            case .failed(let id, let failure): ReplyModel(id: id, failed: FailureModel(failure))
            }
        // Texts and numbers are all that the model has, so that encoding cannot fail.
        guard var data = try? encoder.encode(model) else { return Data() }
        data.append(UInt8(ascii: "\n"))
        return data
    }
}

/// The parts of a reply that ends a request with success.
///
/// Only those that the request asks for are there.
package struct TransferResult: Codable, Hashable, Sendable {
    /// `put` and `delete`: whether an object was there before.
    package var existed: Bool?
    /// `look`: whether the object exists.
    package var exists: Bool?
    /// The length of the object, or of the range, in bytes.
    package var bytes: Int64?
    /// The SHA-256 of the bytes that were read, in hexadecimal digits.
    package var sha256: String?
    /// `prove`: the SHA-256 of each part in their order, in hexadecimal digits.
    package var parts: [String]?
    /// The date of the object in seconds since 1970, as the remote states it.
    package var modified: Double?
    /// `list`: the names in the order of their bytes.
    package var items: [ListedObject]?
    /// `list`: whether there are further names.
    package var more: Bool?
    /// `probe`: whether nothing lies below the prefix.
    package var isEmpty: Bool?
    /// The region of the bucket, where it is not the one that the request states.
    package var region: String?

    package init() {}
}

/// An object of a list.
package struct ListedObject: Codable, Hashable, Sendable {
    package var name: String
    package var bytes: Int64
    package var modified: Double?

    package init(name: String, bytes: Int64, modified: Double? = nil) {
        self.name = name
        self.bytes = bytes
        self.modified = modified
    }
}

private struct ReplyModel: Encodable {
    var id: Int64?
    var progress: Int64?
    var done: TransferResult?
    var failed: FailureModel?
}

private struct FailureModel: Encodable {
    let code: FailureCode
    let sentence: String
    let retry: Bool
    let after: Double?

    init(_ failure: TransferFailure) {
        code = failure.code
        sentence = failure.sentence
        retry = failure.retry
        after = failure.after
    }
}
