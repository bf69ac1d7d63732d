import HTTPTypes

/// Headers that every answer has.
enum SecurityHeaders {
    /// The policy of the page: everything from this server, nothing inline, nobody may frame it.
    static let pagePolicy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; \
        connect-src 'self'; worker-src 'self'; manifest-src 'self'; font-src 'self'; base-uri 'none'; \
        form-action 'none'; frame-ancestors 'none'
        """
    /// The policy of all other answers: a document of a stranger runs nothing and loads nothing.
    static let filePolicy = "default-src 'none'; sandbox; frame-ancestors 'none'"

    static func add(to headers: inout HTTPFields, hasTLS: Bool) {
        if headers[.contentSecurityPolicy] == nil { headers.append(ofFiles) }
        for field in common { headers.append(field) }
        if hasTLS { headers[.strictTransportSecurity] = "max-age=31536000" }
    }

    private static let ofFiles = HTTPField(name: .contentSecurityPolicy, value: filePolicy)

    // Made once, because names and values are checked when they are made. No route sets these headers itself.
    private static let common: [HTTPField] = [
        headerField("x-content-type-options", value: "nosniff"),
        headerField("referrer-policy", value: "no-referrer"),
        headerField("x-frame-options", value: "DENY"),
        headerField("cross-origin-opener-policy", value: "same-origin"),
        headerField("cross-origin-resource-policy", value: "same-origin"),
        headerField("cross-origin-embedder-policy", value: "require-corp"),
        headerField("permissions-policy", value: "camera=(), microphone=(), geolocation=()"),
    ].compactMap(\.self)

    private static func headerField(_ name: String, value: String) -> HTTPField? {
        HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
    }
}
