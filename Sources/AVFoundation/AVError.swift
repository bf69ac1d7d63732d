// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// The domain of ``AVError`` in an `NSError`.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// An error of an operation on a movie.
public struct AVError: Error, Equatable, CustomNSError, LocalizedError {
    /// The code of an error, with Apple's number.
    public enum Code: Int, Sendable {
        /// An error without its own code.
        case unknown = -11800
        /// The image needs more memory than decoders get.
        case outOfMemory = -11801
        /// The disk is full.
        case diskFull = -11807
        /// The file would become longer than allowed.
        case maximumFileSizeReached = -11811
        /// The file cannot be written.
        case exportFailed = -11820
        /// The movie is damaged, so that its frames cannot be decoded.
        case decodeFailed = -11821
        /// The file to write exists already.
        case fileAlreadyExists = -11823
        /// The file is no movie of a known format.
        case fileFormatNotRecognized = -11828
        /// The content of the file cannot be read.
        case fileFailedToParse = -11829
        /// The movie has no image at the time.
        case noImageAtTime = -11832
        /// No decoder is available for the movie.
        case decoderNotFound = -11833
        /// No encoder is available for the request.
        case encoderNotFound = -11834
        /// The asset does not support the operation.
        case operationNotSupportedForAsset = -11838
        /// The movie cannot be stored in a file of that type without encoding.
        case incompatibleAsset = -11848
        /// The operation was cancelled.
        case operationCancelled = -11878
    }

    /// The code of the error.
    public let code: Code
    private let sentence: String

    /// Makes an error with a code.
    public init(_ code: Code) { self.init(code, "The operation could not be completed.") }

    /// Makes an error with a message that contains the solution.
    package init(_ code: Code, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }

    /// A message with the cause and the solution.
    public var errorDescription: String? { sentence }

    /// The domain of the error.
    public static var errorDomain: String { AVFoundationErrorDomain }

    /// The number of the code.
    public var errorCode: Int { code.rawValue }

    /// The message, under Foundation's key.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: sentence] }

    /// Returns whether both errors have the same code.
    public static func == (first: Self, second: Self) -> Bool { first.code == second.code }
}

extension AVError.Code {
    /// Returns whether an error has the code, so that `catch AVError.fileAlreadyExists` works.
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? AVError)?.code == code
    }
}

extension AVError {
    /// The code of the same name.
    public static var unknown: Code { .unknown }
    /// The code of the same name.
    public static var outOfMemory: Code { .outOfMemory }
    /// The code of the same name.
    public static var diskFull: Code { .diskFull }
    /// The code of the same name.
    public static var maximumFileSizeReached: Code { .maximumFileSizeReached }
    /// The code of the same name.
    public static var exportFailed: Code { .exportFailed }
    /// The code of the same name.
    public static var decodeFailed: Code { .decodeFailed }
    /// The code of the same name.
    public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
    /// The code of the same name.
    public static var noImageAtTime: Code { .noImageAtTime }
    /// The code of the same name.
    public static var decoderNotFound: Code { .decoderNotFound }
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
