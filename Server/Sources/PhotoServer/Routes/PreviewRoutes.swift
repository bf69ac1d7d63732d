import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import OpenPhotoKit
import PhotosBase
import ServeRules

/// Previews, pictures and their tiles, originals and movies.
struct PreviewRoutes {
    let previews: PreviewCache
    let pictures: PictureMaker
    let tiles: PictureTiles
    let owner: ClientLibrary
    let clientsPick: Bool

    static let audience = Audience.readerOrPicker
    private static let widest = 16_384
    /// The longer side up to which a picture is sent whole.
    private static let widestWhole = 8192

    func addRoutes(to table: inout RouteTable) {
        table.addRoute(.get, at: PreviewAnswer.route, for: Self.audience, answer: sendPreview)
        table.addRoute(.get, at: "/photos/{id}/picture", for: .readerOrPicker, answer: sendPicture)
        table.addRoute(.get, at: "/photos/{id}/tiles", for: .reader, answer: sendTileGrid)
        table.addRoute(
            .get,
            at: "/photos/{id}/tiles/{column}/{row}",
            for: .reader,
            answer: sendTile
        )
        table.addRoute(.get, at: "/photos/{id}/original", for: .reader, answer: sendOriginal)
        table.addRoute(.get, at: "/photos/{id}/movie", for: .readerOrPicker, answer: sendMovie)
    }

    private func sendPreview(_ call: Call) async throws -> Response {
        let name = try call.objectName()
        let tag = try call.pathPart("tag")
        guard let size = PreviewAnswer.previewSize(forFile: try call.pathPart("file")) else {
            throw Problem.notFound
        }
        let (photo, entry) = try await preview(of: name, size: size, for: call)
        try call.requireUnlocked(isHidden: photo.isHidden)
        let answer = PreviewAnswer(
            of: photo,
            name: name,
            size: size,
            bytes: entry.bytes,
            requestedTag: tag,
            requestHeaders: call.request.head.headerFields
        )
        return Response(
            status: answer.status,
            headers: answer.headers,
            body: answer.bytes.map { ResponseBody(byteBuffer: $0) } ?? ResponseBody()
        )
    }

    private func preview(
        of name: ObjectName,
        size: LibraryPreviews.Size,
        for call: Call
    ) async throws -> (KnownPhotos.Photo, PreviewCache.Entry) {
        let library = call.client.library
        let known = library.knownPhotos
        if let found = previews.knownPreview(of: name, size: size, among: known) { return found }
        let edition = known?.edition
        let found = try await library.read { () -> (KnownPhotos.Photo, PreviewCache.Entry)? in
            guard let asset = library.asset(named: name) else { return nil }
            let photo = KnownPhotos.Photo(tag: PreviewTag.of(asset), isHidden: asset.isHidden)
            let key = PreviewCache.Key(id: name.uuid, tag: photo.tag, size: size)
            return (photo, try previews.entry(for: key) { try asset.preview(size).jpeg })
        }
        guard let found else { throw Problem.noPhoto }
        if let known, let edition { known.addPhoto(found.0, id: name.uuid, edition: edition) }
        return found
    }

    /// Returns the photo that a request names.
    ///
    /// - Throws: ``Problem`` where the client does not see it, or has to unlock it first.
    static func visiblePhoto(for call: Call) async throws -> PHAsset {
        let name = try call.objectName()
        let library = call.client.library
        guard let asset = try await library.read({ library.asset(named: name) }) else {
            throw Problem.noPhoto
        }
        try call.requireUnlocked(isHidden: asset.isHidden)
        return asset
    }

    private func sendPicture(_ call: Call) async throws -> Response {
        let asset = try await Self.visiblePhoto(for: call)
        let width = try call.queryNumber("width", in: 1...Self.widest, default: 4096)
        let tag = EntityTag("\(asset.localIdentifier)-\(PreviewTag.of(asset))-\(width)")
        var headers: HTTPFields = [
            .contentType: "image/jpeg", .eTag: tag.header, .cacheControl: "private, no-cache",
        ]
        if tag.matches(ifNoneMatch: call.request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: headers)
        }
        let data = try await pictures.encodePicture(of: asset, side: width) { image in
            guard let data = image.jpegData(compressionQuality: 0.9) else {
                throw Problem.noPicture
            }
            return data
        }
        headers[.contentLength] = String(data.count)
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: data))
        )
    }

    /// Has the tiles of a picture made, and says how it was cut.
    private func sendTileGrid(_ call: Call) async throws -> Response {
        let asset = try await visiblePicture(for: call)
        return JSONAnswer.ok(try await cutPicture(of: asset, for: call.client).grid)
    }

    private func sendTile(_ call: Call) async throws -> Response {
        guard let column = Int(try call.pathPart("column")), let row = Int(try call.pathPart("row"))
        else { throw Problem.notFound }
        let asset = try await visiblePicture(for: call)
        let tag = EntityTag(
            "\(asset.localIdentifier)-\(PreviewTag.of(asset))-\(column)-\(row)-tile"
        )
        var headers: HTTPFields = [
            .contentType: "image/jpeg", .eTag: tag.header, .cacheControl: "private, no-cache",
        ]
        if tag.matches(ifNoneMatch: call.request.headers[.ifNoneMatch]) {
            return Response(status: .notModified, headers: headers)
        }
        let picture = try await cutPicture(of: asset, for: call.client)
        guard let position = picture.grid.position(column: column, row: row) else {
            throw Problem.notFound
        }
        let bytes = picture.tiles[position]
        headers[.contentLength] = String(bytes.readableBytes)
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: bytes)
        )
    }

    private func cutPicture(
        of asset: PHAsset,
        for client: Client
    ) async throws -> PictureTiles.CutPicture {
        try await tiles.cutPicture(
            of: asset,
            for: client.credential.id,
            isLimited: client.isLimited
        )
    }

    /// Returns the photo in the owner's library, from which tiles are made for all, once the client is known to see it.
    private func visiblePicture(for call: Call) async throws -> PHAsset {
        let seen = try await Self.visiblePhoto(for: call)
        let (owner, name) = (owner, try call.objectName())
        let asset = try await owner.read { owner.asset(named: name) }
        guard let asset else { throw Problem.noPhoto }
        guard PreviewTag.of(asset) == PreviewTag.of(seen) else { throw Problem.otherPicture }
        guard asset.mediaType == .image,
            max(asset.pixelWidth, asset.pixelHeight) > Self.widestWhole
        else {
            throw Problem(.notFound, "no-tiles", "Only large photos come in tiles.")
        }
        // The tiles of two versions do not fit together.
        let wanted = call.query["tag"]
        guard wanted == nil || wanted == PreviewTag.of(asset) else { throw Problem.otherPicture }
        return asset
    }

    private func sendOriginal(_ call: Call) async throws -> Response {
        guard call.client.grant.allowsOriginals else { throw Problem.noOriginals }
        let asset = try await Self.visiblePhoto(for: call)
        let number = try call.queryNumber("resource", in: 0...999, default: 0)
        let (resource, name) = try await call.client.library.read {
            () -> (PHAssetResource, String) in
            let resources = PHAssetResource.assetResources(for: asset)
            guard resources.indices.contains(number) else { throw Problem.noFile }
            return (resources[number], resources[number].presentFilename)
        }
        let type = resource.contentType.preferredMIMEType ?? "application/octet-stream"
        let found = try await Self.fileAnswer(with: resource, contentType: type)
        var answer = found.answer
        answer.headers[.contentDisposition] = FilenameHeader.attachment(
            named: name.isEmpty ? found.url.lastPathComponent : name
        )
        return try await answer.response(to: call.request)
    }

    private func sendMovie(_ call: Call) async throws -> Response {
        // The movie's file is an original, with the place where it was taken. A picker shows it to the person who picks.
        guard call.client.grant.allowsOriginals || clientsPick else {
            throw Problem.noOriginals
        }
        let asset = try await Self.visiblePhoto(for: call)
        let isLive = call.query["live"] == "1"
        let found = try await call.client.library.read { () -> PHAssetResource in
            let resources = PHAssetResource.assetResources(for: asset)
            let types: [PHAssetResourceType] =
                isLive ? [.fullSizePairedVideo, .pairedVideo] : [.fullSizeVideo, .video]
            let found = types.lazy.compactMap { type in resources.first { $0.type == type } }.first
            guard let found else {
                throw Problem.noMovie
            }
            return found
        }
        let type = PlayableMovie.mediaType(for: found.contentType)
        let (answer, _) = try await Self.fileAnswer(with: found, contentType: type)
        return try await answer.response(to: call.request)
    }

    /// Returns the answer with the file of a resource, and the file's path.
    ///
    /// A file that is in a remote alone stays there.
    private static func fileAnswer(
        with resource: PHAssetResource,
        contentType: String
    ) async throws -> (answer: FileAnswer, url: URL) {
        try await BlockingThreads.files.run {
            guard let url = resource.fileURL else {
                throw Problem.fileAway
            }
            if !FileManager.default.fileExists(atPath: url.path), resource.isElsewhere {
                return (try FileAnswer(resource, at: url, contentType: contentType), url)
            }
            return (try FileAnswer(url, contentType: contentType), url)
        }
    }
}

extension Problem {
    static let noOriginals = Problem(
        .forbidden,
        "no-originals",
        "Originals may not be downloaded here."
    )
    static let noFile = Problem(.notFound, "no-file", "There is no such file.")
    static let fileAway = Problem(
        .notFound,
        "no-file",
        "The file is not there. Is its disk connected?"
    )
}
