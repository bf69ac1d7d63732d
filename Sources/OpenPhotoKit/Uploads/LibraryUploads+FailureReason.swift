import Foundation
import PhotosStore

extension LibraryUploads {
    /// Why a job failed, as a word for programs.
    public enum FailureReason: String, Hashable, Sendable, Codable, CaseIterable {
        /// The server does not accept the keys of the request.
        case keys
        /// The server does not have the place of the upload.
        case place
        /// The server refuses a file of this size.
        case size
        /// The server has no space left.
        case space
        /// The server leads to an address that is not followed.
        case redirect
        /// The server gave another answer that is no success.
        case answer
        /// The server could not be reached.
        case unreachable
        /// The certificate of the server is not known.
        case certificate
        /// The answers are none of HTTP.
        case foreign
        /// The file is gone, or cannot be read.
        case file
        /// The file has other bytes than the library recorded.
        case changed
        /// The address is not supported.
        case address
        /// The request is not on this device.
        case request

        /// The reason in a sentence, with what to do.
        public var sentence: String {
            switch self {
            case .keys: "The server does not accept the keys of the request. Sign in again."
            case .place: "The server does not have the place of the upload. Check the address."
            case .size: "The server refuses a file of this size. Raise its limit of uploads."
            case .space: "The server has no space left. Make room there."
            case .redirect:
                "The server leads to an address that is not followed. Check the address."
            case .answer: "The server refused the upload."
            case .unreachable:
                "The server could not be reached for a week. Check the network and the address."
            case .certificate:
                "The certificate of the server is not known. Name its file with --certificates."
            case .foreign: "The answers are none of HTTP. Check the address."
            case .file: "The file is gone, or cannot be read. Run: photokit check"
            case .changed: "The file has other bytes than the library recorded. Run: photokit check"
            case .address:
                "The address is not supported. Beyond this machine it begins with https://."
            case .request:
                "The request is not on this device, as after a restore. The program must make the job again."
            }
        }

        init(_ error: UploadJobError?, status: Int?) {
            switch (status, error?.domain, error?.code) {
            case (401?, _, _), (403?, _, _), (407?, _, _): self = .keys
            case (404?, _, _), (409?, _, _): self = .place
            case (413?, _, _): self = .size
            case (507?, _, _): self = .space
            case (let status?, _, _):
                self = (300...399).contains(status) ? .redirect : .answer
            case (nil, NSURLErrorDomain?, let code?): self = Self.ofNetworkError(code)
            default: self = error == .resourceMissing ? .file : .request
            }
        }

        private static func ofNetworkError(_ code: Int) -> FailureReason {
            switch code {
            case NSURLErrorServerCertificateUntrusted: .certificate
            case NSURLErrorCannotParseResponse: .foreign
            case NSURLErrorNoPermissionsToReadFile, NSURLErrorFileDoesNotExist: .file
            case NSURLErrorCannotOpenFile: .changed
            case NSURLErrorUnsupportedURL: .address
            default: .unreachable
            }
        }
    }
}
