// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// The domain of ``AVError``, as `NSError` has it.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// Why something with a movie failed.
public struct AVError: Error, Equatable, CustomNSError, LocalizedError {
    /// What went wrong, numbered as Apple numbers it.
    public enum Code: Int, Sendable {
        /// Something that has no code of its own.
        case unknown = -11800
        /// The disk is full.
        case diskFull = -11807
        /// The file cannot be written.
        case exportFailed = -11820
        /// There is a file already where one is to be written.
        case fileAlreadyExists = -11823
        /// What the file says cannot be read.
        case fileFailedToParse = -11829
        /// There is no encoder for what is asked for.
        case encoderNotFound = -11834
        /// The asset cannot do that.
        case operationNotSupportedForAsset = -11838
        /// The movie does not go into a file of that type without being encoded anew.
        case incompatibleAsset = -11848
        /// Somebody ended it.
        case operationCancelled = -11878
    }

    /// What went wrong.
    public let code: Code
    private let sentence: String

    /// Makes an error of a code.
    public init(_ code: Code) { self.init(code, "The operation could not be completed.") }

    /// Makes an error with a sentence that says what to do.
    package init(_ code: Code, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }

    /// What happened, and what to do.
    public var errorDescription: String? { sentence }

    /// The domain of the error.
    public static var errorDomain: String { AVFoundationErrorDomain }

    /// The number of the code.
    public var errorCode: Int { code.rawValue }

    /// The sentence.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: sentence] }

    /// Whether both have the same code.
    public static func == (first: Self, second: Self) -> Bool { first.code == second.code }
}

extension AVError.Code {
    /// Whether an error has the code, so that `catch AVError.fileAlreadyExists` works.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? AVError)?.code == code
    }
}

extension AVError {
    /// The code of the same name.
    public static var unknown: Code { .unknown }
    /// The code of the same name.
    public static var diskFull: Code { .diskFull }
    /// The code of the same name.
    public static var exportFailed: Code { .exportFailed }
    /// The code of the same name.
    public static var fileAlreadyExists: Code { .fileAlreadyExists }
    /// The code of the same name.
    public static var fileFailedToParse: Code { .fileFailedToParse }
    /// The code of the same name.
    public static var encoderNotFound: Code { .encoderNotFound }
    /// The code of the same name.
    public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
    /// The code of the same name.
    public static var incompatibleAsset: Code { .incompatibleAsset }
    /// The code of the same name.
    public static var operationCancelled: Code { .operationCancelled }
}
