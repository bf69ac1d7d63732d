/// Decides whether a request comes from the server's own page.
public struct OriginRule: Hashable, Sendable {
    /// The headers that the decision depends on.
    public struct Request: Hashable, Sendable {
        /// Whether the request can change something: its method is neither GET nor HEAD.
        public var isChange: Bool
        /// Whether the request asks for a file of the page itself, which holds nothing private.
        public var isPageFile: Bool
        /// Whether a cookie says who sends it.
        public var hasCookie: Bool
        /// The header `Host`.
        public var host: String
        /// The header `Origin`.
        public var origin: String?
        /// The header `Sec-Fetch-Site`.
        public var fetchSite: String?

        /// Makes the headers of a request.
        public init(
            isChange: Bool,
            isPageFile: Bool = false,
            hasCookie: Bool,
            host: String,
            origin: String? = nil,
            fetchSite: String? = nil
        ) {
            self.isChange = isChange
            self.isPageFile = isPageFile
            self.hasCookie = hasCookie
            self.host = host
            self.origin = origin
            self.fetchSite = fetchSite
        }
    }

    /// The reason why a request is refused.
    public enum Refusal: String, Hashable, Sendable {
        /// The header `Origin` names another page.
        case foreignOrigin = "foreign-origin"
        /// A change with a cookie has no header `Origin`.
        case missingOrigin = "missing-origin"
        /// The browser says that another site made the request.
        case foreignSite = "foreign-site"
    }

    private let schemes: Set<String>
    private let hosts: AllowedHosts
    private let isBehindProxy: Bool

    /// Makes the rule.
    ///
    /// - Parameters:
    ///   - hosts: The allowed names.
    ///   - hasTLS: Whether the server has a certificate of its own; origins then begin with `https`.
    ///   - isBehindProxy: Whether a proxy stands before the server, which may change the port and the scheme.
    public init(hosts: AllowedHosts, hasTLS: Bool, isBehindProxy: Bool) {
        self.hosts = hosts
        self.isBehindProxy = isBehindProxy
        schemes = isBehindProxy ? ["http", "https"] : [hasTLS ? "https" : "http"]
    }

    /// Returns why a request is refused; nil for an allowed one.
    public func refusal(of request: Request) -> Refusal? {
        // Any page may link to this one; that request has no effect and its answer no secret.
        if request.isPageFile, !request.isChange { return nil }
        // "none" means that a person typed the address. A change is never typed.
        let sites = request.isChange ? ["same-origin"] : ["same-origin", "none"]
        if let site = request.fetchSite?.lowercased(), !sites.contains(site) {
            return .foreignSite
        }
        if let origin = request.origin {
            return isOwn(origin, host: request.host) ? nil : .foreignOrigin
        }
        return request.isChange && request.hasCookie ? .missingOrigin : nil
    }

    private func isOwn(_ origin: String, host: String) -> Bool {
        let origin = origin.lowercased()
        guard let scheme = schemes.first(where: { origin.hasPrefix($0 + "://") }) else {
            return false
        }
        let authority = String(origin.dropFirst(scheme.count + 3))
        guard hosts.allows(authority) else { return false }
        return isBehindProxy || authority == host.lowercased()
    }
}
