public import CPhotosTypes
public import Foundation

// Both modules belong to this package. Foundation needs the conformance to bridge the error.
// swift-format-ignore: AvoidRetroactiveConformances, NoLeadingUnderscores
extension PHPhotosErrorCode: @retroactive _ErrorCodeProtocol {
    /// The error type that has these codes.
    public typealias _ErrorType = PHPhotosError
}

extension PHPhotosErrorCode {
    /// Returns whether an error of the photo library has this code, as `catch` patterns need.
    ///
    /// - Parameters:
    ///   - code: The code in the pattern.
    ///   - error: The error that was thrown, or the `NSError` that it was turned into.
    /// - Returns: True if the error is of the library and has the code.
    public static func ~= (code: PHPhotosErrorCode, error: any Error) -> Bool {
        let error = error as NSError
        return error.domain == PHPhotosErrorDomain && error.code == code.rawValue
    }
}
