import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import OpenPhotoKit
import PhotosBase
import ServeRules

/// Downloads of photos with the choices of exports: one file as it is, several as an archive.
struct DownloadRoutes {
    let downloads: DownloadTickets
    let pictures: PictureMaker

    /// The downloads of pictures that are drawn anew: each keeps the makers of pictures busy as long as it runs.
    private let running = HeldPlaces(ClientPlaces(eachLimit: 2, limitedLimit: 16))

    private static let mostPhotos = 50_000

    init(downloads: DownloadTickets, pictures: PictureMaker) {
        self.downloads = downloads
        self.pictures = pictures
    }

    func addRoutes(to table: inout RouteTable) {
        table.addRoute(.post, at: "/api/downloads", for: .reader, answer: prepareDownload)
        table.addRoute(.get, at: "/downloads/{id}", for: .reader, answer: sendDownload)
    }

    private func prepareDownload(_ call: Call) async throws -> Response {
        let allowsFiles = self.allowsFiles(call)
        guard allowsFiles || call.client.grant.allowsCopies else { throw Problem.noOriginals }
        let body = try await JSONAnswer.read(
            DownloadRequest.self,
            from: call.request,
            upTo: 8 << 20
        )
        let options = try body.exportOptions()
        guard allowsFiles || body.suitsCopies else { throw Problem.noOriginals }
        let chosen = try await ChosenPhotos.findPhotos(of: body.on, for: call)
        guard chosen.assets.count <= Self.mostPhotos else {
            throw Problem.badRequest("Download up to \(Self.mostPhotos) photos at once.")
        }
        var content = Download.Content.copies(chosen.identifiers.compactMap(ObjectName.init))
        var remaining = 0
        if allowsFiles {
            (content, remaining) = try await Self.files(
                of: chosen,
                in: call.client.library,
                options
            )
        }
        let id = try downloads.issueTicket(
            for: Download(count: chosen.assets.count, content: content),
            to: call.client.credential
        )
        return JSONAnswer.ok(
            DownloadModel(url: "/downloads/\(id)", remaining: remaining),
            status: .created
        )
    }

    private static func files(
        of chosen: ChosenPhotos,
        in library: ClientLibrary,
        _ options: LibraryExport.Options
    ) async throws -> (Download.Content, remaining: Int) {
        try await library.read(on: .files) {
            let files = try library.library.exportFiles(
                localIdentifiers: chosen.identifiers,
                options: options
            )
            return (.files(files), try files.remainingCount())
        }
    }

    private func sendDownload(_ call: Call) async throws -> Response {
        let id = try call.pathPart("id")
        // A request for the head alone must not use the download up.
        guard call.request.method == .get else { throw Problem.notFound }
        // A ticket stays for those whom the server is too busy for.
        let place = allowsFiles(call) ? nil : try takePlace(for: call.client.credential)
        guard let download = downloads.useTicket(id, session: call.client.credential.id) else {
            throw Problem(
                .gone,
                "gone",
                "This download was used, or it is too old. Start it again."
            )
        }
        switch download.content {
        case .files(let files):
            let photos = DownloadedPhotos(files, in: call.client.library)
            return try await Self.response(with: photos, count: download.count)
        case .copies(let photos):
            let copies = PictureCopies(
                of: photos,
                for: call.client,
                madeBy: pictures,
                in: place
            )
            return try await Self.response(with: copies, count: download.count)
        }
    }

    /// Whether the client may have files, which tell places, persons and other details in ways that nobody can find all.
    private func allowsFiles(_ call: Call) -> Bool {
        call.client.grant.allowsOriginals && call.client.grant.showsEverything
    }

    private func takePlace(for client: Credential) throws -> HeldPlaces.Place {
        let place = running.takePlace(for: client.link ?? client.id, isLimited: true)
        guard let place else { throw Problem.busyWithPictures }
        return place
    }

    // The first photo is read before an answer begins, so that its status has an error that concerns all photos.

    private static func response(
        with others: DownloadedPhotos,
        count: Int
    ) async throws -> Response {
        var photos = others
        guard let first = try await photos.next() else { throw Problem.noFile }
        if count == 1, first.remarks.isEmpty, first.files.count == 1 {
            let file = first.files[0]
            let source = try await BlockingThreads.files.run { try OutgoingBytes(file) }
            return fileResponse(source, name: file.path)
        }
        guard count > 1 || !first.files.isEmpty else { throw Problem.noFile }
        return archiveResponse(ZipBody.archive(of: ExportedFiles(first: first, others: photos)))
    }

    private static func response(
        with others: PictureCopies,
        count: Int
    ) async throws -> Response {
        var copies = others
        guard let first = try await copies.nextEntry() else { throw Problem.noFile }
        if count == 1 { return fileResponse(first.source, name: first.name) }
        return archiveResponse(ZipBody.archive(beginningWith: first, of: copies))
    }

    private static func archiveResponse(_ body: ResponseBody) -> Response {
        Response(
            status: .ok,
            headers: fileHeaders(type: "application/zip", name: "Photos.zip"),
            body: body
        )
    }

    private static func fileHeaders(type: String, name: String) -> HTTPFields {
        [
            .contentType: type, .cacheControl: "private, no-store",
            .contentDisposition: FilenameHeader.attachment(named: name),
        ]
    }

    private static func fileResponse(_ source: OutgoingBytes, name: String) -> Response {
        var headers = fileHeaders(type: "application/octet-stream", name: name)
        headers[.contentLength] = String(source.count)
        let body = ResponseBody(contentLength: Int(source.count)) { writer in
            var offset: Int64 = 0
            while offset < source.count {
                let start = offset
                let bytes = try await BlockingThreads.files.run { try source.readBytes(at: start) }
                // The length was announced: a shorter body must not seem whole.
                guard bytes.readableBytes > 0 else { throw CocoaError(.fileReadCorruptFile) }
                try await writer.write(bytes)
                offset += Int64(bytes.readableBytes)
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }
}

private struct DownloadRequest: Decodable {
    var on: SelectionRequest
    var what: String?
    var metadata: String?
    var without: [String]?

    /// Whether pictures that are drawn anew are what is asked for.
    var suitsCopies: Bool { [nil, "current"].contains(what) && [nil, "none"].contains(metadata) }

    func exportOptions() throws -> LibraryExport.Options {
        let versions: [String: LibraryExport.Versions] = [
            "originals": .originals, "current": .edited, "both": .both,
        ]
        guard let version = versions[what ?? "originals"] else {
            throw Problem.badRequest("\"what\" is \"originals\", \"current\" or \"both\".")
        }
        guard let form = LibraryExport.Metadata(rawValue: metadata ?? "none") else {
            throw Problem.badRequest(
                "\"metadata\" is \"none\", \"sidecars\" or \"embedded\"."
            )
        }
        let withheld = (without ?? []).compactMap(LibraryExport.Withheld.init)
        guard withheld.count == (without ?? []).count else {
            throw Problem.badRequest("\"without\" has \"places\" and \"persons\".")
        }
        return LibraryExport.Options(
            versions: version,
            metadata: form,
            withheld: Set(withheld)
        )
    }
}

private struct DownloadModel: Encodable {
    var url: String
    /// The number of photos with files that may still state what was to be left out.
    var remaining: Int
}
