import Foundation
import FoundationNetworking
import PhotosStore

extension UploadRequest {
    /// Makes the engine's value of a request.
    init(_ request: URLRequest) {
        self.init(
            url: request.url?.absoluteString ?? "",
            method: request.httpMethod ?? "GET",
            headerFields: request.allHTTPHeaderFields ?? [:],
            body: request.httpBody,
            // JSON has no infinite numbers.
            timeout: request.timeoutInterval.isFinite ? request.timeoutInterval : 60
        )
    }

    /// The request as programs see it; nil where the address is none.
    var urlRequest: URLRequest? {
        guard let url = URL(string: url) else { return nil }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.allHTTPHeaderFields = headerFields
        request.httpBody = body
        request.timeoutInterval = timeout
        return request
    }
}
