import Foundation
import Glibc

/// Whether a file may be moved into the library: not where it could still change there, or where what is written to it
/// would be lost with its name.
enum Movability {
    /// Nobody writes to it, as long as the lease is held.
    case movable(FileLease)
    /// A symbolic link is removed; the file that it leads to stays, and is copied.
    case asLink
    /// `isRefused` where that is known for sure.
    case not(Reason, isRefused: Bool)

    enum Reason {
        case hasSeveralNames
        case isWritten
        case cannotTell

        /// What an import says of a file that it has copied instead.
        var sentence: String {
            switch self {
            case .hasSeveralNames:
                "It was copied and stays where it is, because it has more than one name on its volume."
            case .isWritten:
                "It was copied and stays where it is, because a program has it open for writing. Import it again if that program changes it."
            case .cannotTell:
                "It was copied and stays where it is: whether a program writes to it cannot be told, because it belongs to another user or its file system has no leases."
            }
        }

        func refusal(_ url: URL) -> StoreError {
            let reason =
                switch self {
                case .hasSeveralNames: "it has more than one name on its volume."
                case .isWritten, .cannotTell:
                    "a program has it open for writing. Close it there, or add the file without moving it."
                }
            return StoreError(
                .invalidResource,
                "\(url.path) cannot be moved into the library, because \(reason)"
            )
        }
    }

    /// Looks at a file that is open.
    ///
    /// - Parameters:
    ///   - descriptor: The file.
    ///   - facts: What is known of it.
    ///   - isLink: Whether it was reached through a symbolic link.
    init(_ descriptor: Int32, _ facts: stat, isLink: Bool) {
        if isLink {
            self = .asLink
        } else if facts.st_nlink > 1 {
            self = .not(.hasSeveralNames, isRefused: true)
        } else {
            self =
                switch FileLease.take(descriptor) {
                case .free(let lease): .movable(lease)
                case .busy: .not(.isWritten, isRefused: true)
                case .unknown: .not(.cannotTell, isRefused: false)
                }
        }
    }
}
