import HTTPTypes
import ServeRules

/// Where a request comes from: the name that it was sent to, and the page that sent it.
enum RequestOrigin {
    /// Refuses requests under foreign names and from other sites.
    ///
    /// - Parameters:
    ///   - head: The request.
    ///   - path: Its path, without host and query.
    ///   - server: The server.
    /// - Throws: ``Problem`` for such a request.
    static func check(_ head: HTTPRequest, path: String, _ server: PhotoServer) throws {
        let host = head.authority ?? head.headerFields[values: .host].first
        guard server.hosts.allows(host), let host else {
            throw Problem(
                .misdirectedRequest,
                "foreign-host",
                "This server does not answer under that name. Start it with --host NAME."
            )
        }
        let isPrivate = privatePaths.contains { path.hasPrefix($0) }
        let refusal = server.origins.refusal(
            of: OriginRule.Request(
                isChange: head.method != .get && head.method != .head,
                isPageFile: !isPrivate,
                hasCookie: head.headerFields[.cookie] != nil,
                host: host,
                origin: head.headerFields[.origin],
                fetchSite: head.headerFields[fetchSite]
            )
        )
        if let refusal {
            throw Problem(.forbidden, refusal.rawValue, "The request comes from another site.")
        }
    }

    private static let privatePaths = ["/preview/", "/api/", "/photos/", "/downloads/"]
    private static let fetchSite = HTTPField.Name("sec-fetch-site") ?? .referer
}

extension HTTPField.Name {
    /// The header `Host`, which most servers move to the authority of the request.
    static let host = HTTPField.Name("host") ?? .referer
}
