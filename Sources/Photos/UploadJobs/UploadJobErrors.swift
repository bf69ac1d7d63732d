import Foundation
import PhotosStore

/// The errors of upload jobs, as programs see them.
enum UploadJobErrors {
    /// Returns the error of the API for one of a row.
    static func error(of error: UploadJobError) -> any Error {
        if let advice = error.advice {
            return PHPhotosError(.missingResource, userInfo: [NSLocalizedDescriptionKey: advice])
        }
        if error.domain == NSURLErrorDomain, let code = URLError.Code(rawValue: error.code) {
            return URLError(code)
        }
        return NSError(domain: error.domain, code: error.code)
    }
}
