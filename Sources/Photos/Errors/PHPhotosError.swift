public import CPhotosTypes
public import Foundation

/// An error of the photo library.
///
/// The library always throws this type, never a bare `NSError` of its domain. So `catch
/// PHPhotosError.userCancelled`, `error as? PHPhotosError` and `error as NSError` all work. A value under an error
/// key of a handler's `info` converts with `as? NSError`, `as? PHPhotosError` and `as? Error`.
///
/// `localizedDescription` is the text under `NSLocalizedDescriptionKey`. An error that was made without one gets a
/// sentence for its code.
public struct PHPhotosError: CustomNSError, Hashable {
    private let stored: NSError

    /// Makes an error from a code and further values.
    ///
    /// - Parameters:
    ///   - code: The code of the error.
    ///   - userInfo: Values under Foundation's error keys and ``PHLocalIdentifiersErrorKey``.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        // Foundation on Linux never calls a user info provider, so the sentence is stored.
        let sentence = [NSLocalizedDescriptionKey: code.sentence as Any]
        stored = NSError(
            domain: PHPhotosErrorDomain,
            code: code.rawValue,
            userInfo: userInfo.merging(sentence) { given, _ in given }
        )
    }

    /// The domain of all errors of the photo library.
    public static var errorDomain: String { PHPhotosErrorDomain }

    /// The code of an error.
    ///
    /// A later version may report codes that have no name yet.
    public typealias Code = PHPhotosErrorCode

    /// Further values that describe the error.
    public var userInfo: [String: Any] { stored.userInfo }

    /// The code of the error.
    public var code: Code { PHPhotosErrorCode(rawValue: stored.code) ?? .internalError }
}

extension PHPhotosError {
    /// Returns whether two errors have the same code and the same `userInfo`.
    public static func == (lhs: PHPhotosError, rhs: PHPhotosError) -> Bool {
        lhs.stored.isEqual(rhs.stored)
    }

    /// Adds the code to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(stored.code)
    }

    // Foundation's bridging adds a hashValue that always traps.
    /// The hash of the code.
    public var hashValue: Int { stored.code.hashValue }
}

// Foundation's bridging of errors, which makes `catch` patterns and `as NSError` work.
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
