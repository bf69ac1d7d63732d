import PhotosMedia

extension AVError {
    /// Makes an error from the reason why a worker made nothing of a movie.
    ///
    /// - Parameters:
    ///   - error: The reason.
    ///   - missing: The code if no worker can do it.
    init(decoding error: any Error, missing: Code) {
        let code: Code =
            switch error {
            case let error as MediaFileError:
                switch error.code {
                case .damaged: .decodeFailed
                case .noDecoder, .unsupported, .notEmbeddable: missing
                case .memory, .tooLarge: .outOfMemory
                case .unreadable: .fileFailedToParse
                case .notMedia: .fileFormatNotRecognized
                }
            case let error as MediaWorkerError where error.code == .cancelled: .operationCancelled
            case let error as MediaWorkerError where error.isOfFile: .decodeFailed
            case let error as MediaWorkerError where error.code == .noMemory: .outOfMemory
            default: missing
            }
        self.init(code, "\(error)")
    }
}
