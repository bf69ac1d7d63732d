import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PhotosBase
import ServeRules

/// Answers with the files of the page.
///
/// `index.html` names the other files below `/page-EDITION/`, where the edition changes with any file. Browsers keep these
/// answers without asking again, and a page from before an update never gets files from after it for good.
struct StaticFiles: Sendable {
    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
        "mjs": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "json": "application/json", "svg": "image/svg+xml", "png": "image/png",
        "ico": "image/x-icon", "woff2": "font/woff2", "webmanifest": "application/manifest+json",
        "txt": "text/plain; charset=utf-8",
    ]

    private let files: PageFiles?

    init(folder: URL?) { files = folder.map { PageFiles($0) } }

    /// Returns a file of the page.
    ///
    /// A path without a file name is one of the page's own addresses, which all show `index.html`.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - firstQuestions: Returns the links of ``FirstQuestions`` for `index.html`; nil for none.
    /// - Returns: The answer.
    /// - Throws: ``Problem`` where there is no such file.
    func answer(
        to request: Request,
        firstQuestions: () async -> String?
    ) async throws -> Response {
        guard let files else {
            throw Problem(
                .notFound,
                "no-page",
                "The files of the page are not installed. Start the server with --page FOLDER."
            )
        }
        guard let path = QueryItems.percentDecoded(request.uri.path, plusIsSpace: false),
            let asked = StaticPath.safeComponents(of: path)
        else { throw Problem.notFound }
        let (edition, rest) = PageEdition.editionAndFile(in: asked)
        let names = rest.last?.contains(".") == true ? rest : ["index.html"]
        let suffix = names[names.count - 1].split(separator: ".").last.map(String.init) ?? ""
        guard let type = Self.types[suffix] else { throw Problem.notFound }
        let isIndex = names == ["index.html"]
        let links = isIndex ? await firstQuestions() : nil
        let (bytes, tag, isLasting) = try await BlockingThreads.common.run {
            let file = try files.file(names)
            guard isIndex else {
                return (file.bytes, file.tag, try edition.map(files.isPresent) ?? false)
            }
            let present = try files.edition()
            let text = PageEdition.indexPage(String(buffer: file.bytes), withEdition: present)
                .replacing(FirstQuestions.mark, with: links ?? "")
            let tag = links.map { "\(present)-\(PageFiles.digest(Data($0.utf8)))" } ?? present
            return (ByteBuffer(string: text), EntityTag(tag), false)
        }
        var headers: HTTPFields = [
            .contentType: type, .eTag: tag.header,
            .cacheControl: isLasting ? "public, max-age=31536000, immutable" : "no-cache",
            .contentSecurityPolicy: SecurityHeaders.pagePolicy,
        ]
        if links != nil {
            // The links name versions of lists, which are one client's.
            headers[.cacheControl] = "private, no-cache"
            headers[.vary] = "Cookie"
        }
        if tag.matches(ifNoneMatch: request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentLength] = String(bytes.readableBytes)
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: bytes))
    }
}
