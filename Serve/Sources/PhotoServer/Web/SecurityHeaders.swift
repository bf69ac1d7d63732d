import HTTPTypes
import Hummingbird

/// Headers that every answer has.
enum SecurityHeaders {
    /// The policy of the page: everything from this server, nothing inline, nobody may frame it.
    static let pagePolicy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self'; \
        connect-src 'self'; worker-src 'self'; manifest-src 'self'; font-src 'self'; base-uri 'none'; \
        form-action 'none'; frame-ancestors 'none'
        """
    /// The policy of all other answers: a document of a stranger runs nothing and loads nothing.
    static let filePolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"

    static func add(to response: inout Response, hasTLS: Bool) {
        if response.headers[.contentSecurityPolicy] == nil {
            response.headers[.contentSecurityPolicy] = filePolicy
        }
        response.headers[.xContentTypeOptions] = "nosniff"
        set("referrer-policy", "no-referrer", &response)
        set("x-frame-options", "DENY", &response)
        set("cross-origin-opener-policy", "same-origin", &response)
        set("cross-origin-resource-policy", "same-origin", &response)
        set("cross-origin-embedder-policy", "require-corp", &response)
        set("permissions-policy", "camera=(), microphone=(), geolocation=()", &response)
        if hasTLS { response.headers[.strictTransportSecurity] = "max-age=31536000" }
    }

    private static func set(_ name: String, _ value: String, _ response: inout Response) {
        if let name = HTTPField.Name(name) { response.headers[name] = value }
    }
}
