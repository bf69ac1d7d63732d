// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// The domain of ``CLError`` in an `NSError`.
public let kCLErrorDomain = "kCLErrorDomain"

/// An error of a geocoder.
public struct CLError: Error, Equatable, CustomNSError, LocalizedError {
    /// The code of an error, with Apple's number.
    public enum Code: Int, Sendable {
        /// The location is not known; no method here returns it.
        case locationUnknown = 0
        /// The user refused the location; no method here returns it.
        case denied = 1
        /// The geocoder has no table of places.
        case network = 2
        /// The table has no place near the location, or none with the name.
        case geocodeFoundNoResult = 8
        /// Several places may be meant; no method here returns it.
        case geocodeFoundPartialResult = 9
        /// The request was cancelled.
        case geocodeCanceled = 10
    }

    /// The code of the error.
    public let code: Code
    private let sentence: String

    /// Makes an error with a code.
    public init(_ code: Code) { self.init(code, "The operation could not be completed.") }

    /// Makes an error with a message that contains the solution.
    init(_ code: Code, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }

    /// A message with the cause and the solution.
    public var errorDescription: String? { sentence }

    /// The domain of the error.
    public static var errorDomain: String { kCLErrorDomain }

    /// The number of the code.
    public var errorCode: Int { code.rawValue }

    /// The message, under Foundation's key.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: sentence] }

    /// Returns whether both errors have the same code.
    public static func == (first: Self, second: Self) -> Bool { first.code == second.code }
}

extension CLError.Code {
    /// Returns whether an error has the code, so that `catch CLError.geocodeCanceled` works.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? CLError)?.code == code
    }
}

extension CLError {
    /// The code of the same name.
    public static var locationUnknown: Code { .locationUnknown }
    /// The code of the same name.
    public static var denied: Code { .denied }
    /// The code of the same name.
    public static var network: Code { .network }
    /// The code of the same name.
    public static var geocodeFoundNoResult: Code { .geocodeFoundNoResult }
    /// The code of the same name.
    public static var geocodeFoundPartialResult: Code { .geocodeFoundPartialResult }
    /// The code of the same name.
    public static var geocodeCanceled: Code { .geocodeCanceled }
}
