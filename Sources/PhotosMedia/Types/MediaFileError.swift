/// Why a file gives no facts: each says what to do.
package struct MediaFileError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Code: String, Sendable, Codable {
        /// The content is neither a picture nor a movie of a known format.
        case notMedia
        /// The content begins like a picture or movie and then contradicts itself or ends.
        case damaged
        /// The file says sizes that no reader should follow.
        case tooLarge
        /// Its picture takes more memory than the decoders are given.
        case memory
        /// The file is whole as far as its header tells, and no decoder that is linked here makes a picture of it.
        case noDecoder
        /// The file could not be read at all.
        case unreadable
        /// A library that it takes is missing here, or lacks a part.
        case unsupported
    }

    package let code: Code
    /// What was found, without names or places of the user's.
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// A file of a movie's format without pictures.
    package static let soundAlone = MediaFileError(.notMedia, "it holds sound and no pictures")

    package var description: String {
        switch code {
        case .notMedia:
            "This is not a picture or movie of a known format (\(reason)). Leave the file out."
        case .damaged:
            "The file is damaged (\(reason)). Copy it again from where it came from."
        case .tooLarge:
            "The file states sizes beyond any real picture (\(reason)). "
                + "It is damaged or hostile: leave it out."
        case .memory:
            "The picture is too large to decode here (\(reason)). Its file is kept whole, without a preview."
        case .noDecoder:
            "No decoder here can show this kind of file (\(reason)). It is kept whole, without a preview."
        case .unsupported:
            "This cannot be done with the libraries that are installed here (\(reason)). "
                + "Install what is missing and start again."
        case .unreadable:
            "The file could not be read (\(reason)). Check its permissions and the disk."
        }
    }
}
