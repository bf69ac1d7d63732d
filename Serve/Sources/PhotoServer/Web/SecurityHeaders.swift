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
        for field in common { response.headers[field.name] = field.value }
        if hasTLS { response.headers[.strictTransportSecurity] = "max-age=31536000" }
    }

    /// Made once, because a name is checked when it is made.
    private static let common: [HTTPField] = [
        field("x-content-type-options", "nosniff"),
        field("referrer-policy", "no-referrer"),
        field("x-frame-options", "DENY"),
        field("cross-origin-opener-policy", "same-origin"),
        field("cross-origin-resource-policy", "same-origin"),
        field("cross-origin-embedder-policy", "require-corp"),
        field("permissions-policy", "camera=(), microphone=(), geolocation=()"),
    ].compactMap(\.self)

    private static func field(_ name: String, _ value: String) -> HTTPField? {
        HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
    }
}
