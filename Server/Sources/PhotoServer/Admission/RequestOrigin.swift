import HTTPTypes
import ServeRules

/// Where a request may come from: the names that it was sent to, and the pages that send it.
struct RequestOrigin: Sendable {
    private let hosts: AllowedHosts
    private let rule: OriginRule

    init(_ options: ServerOptions) {
        hosts = AllowedHosts(options.hosts)
        rule = OriginRule(
            hosts: hosts,
            hasTLS: options.hasTLS,
            isBehindProxy: options.isBehindProxy
        )
    }

    /// Refuses requests under foreign names and from other sites.
    ///
    /// - Parameters:
    ///   - head: The request.
    ///   - path: Its path, without host and query.
    ///   - address: The address of the client; nil for paths where it does not matter.
    /// - Throws: ``Problem`` for such a request.
    func checkRequest(_ head: HTTPRequest, path: String, from address: String? = nil) throws {
        let host = head.authority ?? head.headerFields[values: .host].first ?? ""
        // A container or a service asks for the health by whatever name it has for this machine.
        let isOwnHealth =
            path == Self.healthPath && address.map(Exposure.isLoopback) == true
        guard isOwnHealth || hosts.allows(host) else {
            throw Problem(
                .misdirectedRequest,
                "foreign-host",
                "This server does not answer under that name. Start it with --host NAME."
            )
        }
        let isPrivate = Self.privatePaths.contains { path.hasPrefix($0) }
        let refusal = rule.refusal(
            of: OriginRule.Request(
                isChange: head.method != .get && head.method != .head,
                isPageFile: !isPrivate,
                hasCookie: head.headerFields[.cookie] != nil,
                host: host,
                origin: head.headerFields[.origin],
                fetchSite: head.headerFields[Self.fetchSite]
            )
        )
        if let refusal {
            throw Problem(.forbidden, refusal.rawValue, "The request comes from another site.")
        }
    }

    /// The path of the one question that needs no session.
    static let healthPath = "/health"
    /// The path of the metrics.
    static let metricsPath = "/metrics"

    private static let privatePaths = [
        "/preview/", "/api/", "/photos/", "/downloads/", healthPath, metricsPath,
    ]
    private static let fetchSite = HTTPField.Name("sec-fetch-site") ?? .referer
}

extension HTTPField.Name {
    /// The header `Host`, which most servers move to the authority of the request.
    static let host = HTTPField.Name("host") ?? .referer
}
