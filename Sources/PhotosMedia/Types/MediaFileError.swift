/// The reason why a file gives no facts.
///
/// Each description says what to do.
package struct MediaFileError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Code: String, Sendable, Codable {
        /// The content is neither a picture nor a movie of a known format.
        case notMedia
        /// The content begins like a picture or movie, but then contradicts itself or ends.
        case damaged
        /// The file states sizes that no reader should accept.
        case tooLarge
        /// The picture needs more memory than the decoders get.
        case memory
        /// The header is valid, but no decoder that is linked here can decode the picture.
        case noDecoder
        /// The file could not be read at all.
        case unreadable
        /// A library for this file is missing here, or lacks a feature.
        case unsupported
        /// Metadata cannot be embedded into a copy of this file.
        case notEmbeddable
    }

    package let code: Code
    /// The details of the fault, without names or paths of the user.
    package let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    /// Whether the content of the file is the reason, and not the disk or what is installed.
    package var isAboutContent: Bool {
        switch code {
        case .notMedia, .damaged, .tooLarge: true
        case .memory, .noDecoder, .unreadable, .unsupported, .notEmbeddable: false
        }
    }

    /// The error for a file in a movie's format that has no pictures.
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
        case .notEmbeddable:
            "Metadata cannot be embedded into a copy of this file (\(reason)). Write a sidecar instead."
        case .unreadable:
            "The file could not be read (\(reason)). Check its permissions and the disk."
        }
    }
}
