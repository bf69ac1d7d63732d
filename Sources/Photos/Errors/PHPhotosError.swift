public import CPhotosTypes
public import Foundation

/// An error of the photo library.
///
/// The library always throws this type itself, never a bare `NSError` of its domain, so that
/// `catch PHPhotosError.userCancelled`, `error as? PHPhotosError` and `error as NSError` all work. Under an error key of
/// the `info` that a handler is given, `as? NSError`, `as? PHPhotosError` and `as? Error` all give it.
///
/// Its `localizedDescription` is the one under `NSLocalizedDescriptionKey`; an error made without one
/// gets a sentence that goes with its code.
public struct PHPhotosError: CustomNSError, Hashable {
    private let stored: NSError

    /// Makes an error of a code, with what else there is to say about it.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - userInfo: Values under Foundation's error keys and ``PHLocalIdentifiersErrorKey``.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        // Foundation on Linux never asks a user info provider, so the sentence has to be stored.
        let sentence = [NSLocalizedDescriptionKey: code.sentence as Any]
        stored = NSError(
            domain: PHPhotosErrorDomain,
            code: code.rawValue,
            userInfo: userInfo.merging(sentence) { given, _ in given }
        )
    }

    /// The domain of all errors of the photo library.
    public static var errorDomain: String { PHPhotosErrorDomain }

    /// What went wrong.
    ///
    /// A later version may report codes that have no name yet.
    public typealias Code = PHPhotosErrorCode

    /// What else there is to say about the error.
    public var userInfo: [String: Any] { stored.userInfo }

    /// What went wrong.
    public var code: Code { PHPhotosErrorCode(rawValue: stored.code) ?? .internalError }
}

extension PHPhotosError {
    /// Tells whether two errors have the same code and the same `userInfo`.
    public static func == (lhs: PHPhotosError, rhs: PHPhotosError) -> Bool {
        lhs.stored.isEqual(rhs.stored)
    }

    /// Feeds the code to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(stored.code)
    }

    // Foundation's bridging brings a hashValue that always traps.
    /// The hash of the code.
    public var hashValue: Int { stored.code.hashValue }
}

// Foundation's own bridging of errors, which gives the `catch` patterns and `as NSError`.
// swift-format-ignore: NoLeadingUnderscores
extension PHPhotosError: _BridgedStoredNSError {
    /// The error as Foundation stores it.
    public var _nsError: NSError { stored }

    /// Makes an error from one that Foundation stores.
    ///
    /// - Parameter error: An error of ``PHPhotosErrorDomain``; any other is the caller's mistake.
    public init(_nsError error: NSError) {
        precondition(
            error.domain == PHPhotosErrorDomain,
            "A PHPhotosError was made from an error of the domain \(error.domain)."
        )
        let code = PHPhotosErrorCode(rawValue: error.code) ?? .internalError
        self.init(code, userInfo: error.userInfo)
    }

    /// The domain of all errors of the photo library.
    public static var _nsErrorDomain: String { PHPhotosErrorDomain }
}
