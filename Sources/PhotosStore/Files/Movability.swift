import Foundation
import Glibc

/// Whether a file may be moved into the library.
///
/// A file must not be moved if it could still change there, or if later writes to it would be lost with its name.
enum Movability {
    /// No process writes to the file, as long as the lease is held.
    case movable(FileLease)
    /// A symbolic link is removed; its target stays, and is copied.
    case asLink
    /// The file must not be moved; `isRefused` is true if this is known for sure.
    case not(Reason, isRefused: Bool)

    enum Reason {
        case hasSeveralNames
        case isWritten
        case unknown

        /// The sentence that an import reports about a file that it copied instead.
        var sentence: String { "It was copied and stays where it is\(clause)" }

        /// The sentence that an import reports about a file whose bytes the library had before.
        var sentenceOfKnownFile: String { "The library has it, and it stays where it is\(clause)" }

        private var clause: String {
            switch self {
            case .hasSeveralNames: ", because it has more than one name on its volume."
            case .isWritten:
                ", because a program has it open for writing. Import it again if that program changes it."
            case .unknown:
                ": whether a program writes to it cannot be told, because it belongs to another user or its file system has no leases."
            }
        }

        func refusal(_ url: URL) -> StoreError {
            let reason =
                switch self {
                case .hasSeveralNames: "it has more than one name on its volume."
                case .isWritten, .unknown:
                    "a program has it open for writing. Close it there, or add the file without moving it."
                }
            return StoreError(
                .invalidResource,
                "\(url.path) cannot be moved into the library, because \(reason)"
            )
        }
    }

    /// Checks an open file.
    ///
    /// - Parameters:
    ///   - descriptor: The file.
    ///   - facts: The result of `fstat` for the file.
    ///   - isLink: Whether the file was reached through a symbolic link.
    init(_ descriptor: Int32, _ facts: stat, isLink: Bool) {
        if isLink {
            self = .asLink
        } else if facts.st_nlink > 1 {
            self = .not(.hasSeveralNames, isRefused: true)
        } else {
            self =
                switch FileLease.acquireLease(on: descriptor) {
                case .free(let lease): .movable(lease)
                case .busy: .not(.isWritten, isRefused: true)
                case .unknown: .not(.unknown, isRefused: false)
                }
        }
    }
}
