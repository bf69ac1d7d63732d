/// The labels of a request in metrics: few different values, none of which has an identifier, a name or a word of a search.
public struct RequestLabels: Hashable, Sendable {
    /// The method, or ``MetricBook/other``.
    public let method: String
    /// The pattern of the route, or ``MetricBook/other`` for all unknown paths together.
    public let route: String
    /// The number of the status, or ``MetricBook/other``.
    public let status: String

    private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]

    /// Makes the labels of an answered request.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - pattern: The pattern of the route as the router has it; nil where the router found none.
    ///   - status: The number of the status.
    public init(method: String, pattern: String?, status: Int) {
        self.method = Self.methods.contains(method) ? method : MetricBook.other
        // Patterns of routes begin with a slash; the router's word for none does not.
        let known = pattern.flatMap { $0.hasPrefix("/") ? $0 : nil }
        // Files of the page have one pattern, which unknown paths fit, too.
        let isUnknown = status == 404 && known?.hasSuffix("**") == true
        route = isUnknown ? MetricBook.other : known ?? MetricBook.other
        self.status = (100..<600).contains(status) ? String(status) : MetricBook.other
    }
}
