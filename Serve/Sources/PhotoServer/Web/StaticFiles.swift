import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServeRules

/// The files of the page, read from a folder.
struct StaticFiles: Sendable {
    /// The largest file, in bytes.
    private static let limit = 8 << 20

    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "json": "application/json", "svg": "image/svg+xml", "png": "image/png",
        "ico": "image/x-icon", "woff2": "font/woff2", "webmanifest": "application/manifest+json",
        "txt": "text/plain; charset=utf-8",
    ]

    let folder: URL?

    /// Returns a file of the page.
    ///
    /// A path without a file name is one of the page's own addresses, which all show `index.html`.
    func answer(_ request: Request) async throws -> Response {
        guard let folder else {
            throw Problem(
                .notFound,
                "no-page",
                "The files of the page are not installed. Start the server with --page FOLDER."
            )
        }
        guard let path = QueryItems.decoded(request.uri.path, plusIsSpace: false),
            var names = StaticPath.names(path)
        else { throw Problem.notFound }
        if names.last?.contains(".") == false { names = ["index.html"] }
        let name = names[names.count - 1]
        let suffix = name.split(separator: ".").last.map(String.init) ?? ""
        guard let type = Self.types[suffix] else { throw Problem.notFound }
        let url = names.reduce(folder) { $0.appendingPathComponent($1) }
        let data = try await Blocking.run { try Self.read(url, below: folder) }
        let tag = EntityTag(Insecure.SHA1.hash(data: data).map { String($0, radix: 16) }.joined())
        var headers: HTTPFields = [
            .contentType: type, .eTag: tag.header, .cacheControl: "no-cache",
            .contentSecurityPolicy: SecurityHeaders.pagePolicy,
        ]
        if tag.matches(ifNoneMatch: request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentLength] = String(data.count)
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: data))
        )
    }

    private static func read(_ url: URL, below folder: URL) throws -> Data {
        // A link inside the folder must not lead out of it.
        let root = folder.resolvingSymlinksInPath().path
        let path = url.resolvingSymlinksInPath().path
        guard path.hasPrefix(root + "/"),
            let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int,
            size <= limit, let data = FileManager.default.contents(atPath: path)
        else { throw Problem.notFound }
        return data
    }
}
