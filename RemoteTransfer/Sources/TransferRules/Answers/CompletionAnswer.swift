package import PhotosBase

/// The meaning of an answer to `CompleteMultipartUpload`.
///
/// Its status is 200 before the service knows the outcome.
package enum CompletionAnswer: Hashable, Sendable {
    case complete
    /// The error that the body states.
    case failed
    /// The answer is none of S3.
    case foreign

    package init(_ document: XMLElement?) {
        switch document?.name.local {
        case "CompleteMultipartUploadResult": self = document?["ETag"] == nil ? .foreign : .complete
        case "Error": self = .failed
        default: self = .foreign
        }
    }
}
