public import Foundation

extension PhotoPicker {
    /// A picked photo.
    public struct Pick: Hashable, Sendable {
        /// The local identifier; nil for an application without access.
        public let identifier: String?
        /// Copies of the files under their original names; empty where none were asked for and the application has access.
        ///
        /// A copy shows the photo with its edits. A Live Photo has two files.
        public let copies: [URL]
    }

    /// Why nothing was picked.
    public enum Cancellation: String, Hashable, Sendable {
        /// The person chose to cancel.
        case byPerson
        /// The page was closed.
        case pageClosed
        /// Nobody opened the page in time.
        case nobodyCame
        /// The task that asked was cancelled.
        case taskCancelled
    }

    /// How picking ended.
    public enum Outcome: Hashable, Sendable {
        /// The person picked photos, in this order; at least one.
        case picked([Pick])
        /// Nothing was picked, and no access was changed.
        case cancelled(Cancellation)

        /// The picked photos, in order; empty when picking was cancelled, as in PHPicker.
        public var picks: [Pick] {
            if case .picked(let picks) = self { picks } else { [] }
        }

        /// The local identifiers of the picked photos, in order.
        public var identifiers: [String] { picks.compactMap(\.identifier) }
    }
}

/// Why a question cannot be asked in the browser.
public struct PhotoPickerError: LocalizedError, Hashable, Sendable {
    /// A kind of error.
    public enum Code: String, Hashable, Sendable {
        /// The program `photokit-serve` was not found.
        case programMissing
        /// The program `photokit-serve` does not start, or ended without an answer.
        case programFailed
        /// The program `photokit-serve` refused, for example because it cannot open the library.
        case refused
        /// There is no browser or no screen to open the page.
        case noBrowser
    }

    /// The kind of error.
    public let code: Code
    /// A sentence that says what happened and what to do.
    public let message: String

    /// The sentence.
    public var errorDescription: String? { message }

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
