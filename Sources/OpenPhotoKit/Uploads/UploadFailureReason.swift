import Foundation
import PhotosStore

/// Words for the end of an upload job.
enum UploadFailureReason {
    /// Returns why a job failed, in a sentence.
    ///
    /// - Parameters:
    ///   - error: The error of the job.
    ///   - status: The status of the answer, where there was one.
    static func sentence(_ error: UploadJobError?, status: Int?) -> String {
        switch (status, error?.domain, error?.code) {
        case (401?, _, _), (403?, _, _), (407?, _, _):
            "The server does not accept the keys of the request."
        case (404?, _, _), (409?, _, _): "The server does not have the place of the upload."
        case (413?, _, _): "The server refuses a file of this size."
        case (507?, _, _): "The server has no space left."
        case (300...399?, _, _): "The server leads to an address that is not followed."
        case (let status?, _, _): "The server answered with the status \(status)."
        case (nil, NSURLErrorDomain?, let code?): sentence(ofNetworkError: code)
        default: "The request is not on this device, as after a restore."
        }
    }

    private static func sentence(ofNetworkError code: Int) -> String {
        switch code {
        case NSURLErrorCannotConnectToHost, NSURLErrorResourceUnavailable:
            "The server could not be reached for a week."
        case NSURLErrorNetworkConnectionLost: "Connections to the server ended too early."
        case NSURLErrorTimedOut: "The server did not answer in time."
        case NSURLErrorServerCertificateUntrusted: "The certificate of the server is not known."
        case NSURLErrorCannotParseResponse: "The answers are none of HTTP."
        case NSURLErrorNoPermissionsToReadFile: "The file could not be read."
        case NSURLErrorFileDoesNotExist: "The file is gone."
        case NSURLErrorCannotOpenFile: "The file has other bytes than the library recorded."
        case NSURLErrorUnsupportedURL:
            "The address is not supported: https:// is needed beyond this machine."
        default: "The upload failed (\(code))."
        }
    }
}
