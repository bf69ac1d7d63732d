import PhotosBase

/// What an extension says after it processed its jobs.
public enum PHBackgroundResourceUploadProcessingResult: Int {
    /// Something failed: the host calls again later.
    case failure
    /// There is more to do: the host calls again soon.
    case processing
    /// There is nothing to do until the library changes or jobs end.
    case completed
}

extension PHBackgroundResourceUploadProcessingResult {
    /// The message to the host.
    var message: ExtensionChannel.ExtensionMessage {
        switch self {
        case .failure: .failure
        case .processing: .processing
        case .completed: .completed
        }
    }
}
