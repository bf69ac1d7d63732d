import Foundation
import HTTPTypes
import Hummingbird
import OpenPhotoKit
import ServeRules

/// Uploads and downloads of several files.
enum TransferRoutes {
    private static let mostFiles = 50_000

    static func add(to table: inout RouteTable) {
        UploadRoutes.add(to: &table)
        table.add(.post, "/api/downloads", .reader, prepare)
        table.add(.get, "/downloads/{id}", .reader, download)
    }

    private static func prepare(_ call: Call) async throws -> Response {
        guard call.client.grant.allowsOriginals else { throw Problem.noOriginals }
        let body = try await JSONAnswer.read(DownloadRequest.self, call.request, upTo: 8 << 20)
        guard ["originals", "current"].contains(body.what ?? "originals") else {
            throw Problem.badRequest("\"what\" is \"originals\" or \"current\".")
        }
        let chosen = try await ChosenPhotos.find(body.on, call)
        guard chosen.assets.count <= mostFiles else {
            throw Problem.badRequest("Download up to \(mostFiles) photos at once.")
        }
        let isCurrent = body.what == "current"
        let files = try await call.client.library.read {
            chosen.assets.flatMap { Self.files($0, isCurrent: isCurrent) }
        }
        guard !files.isEmpty else { throw Problem.noFile }
        let id = try call.server.downloads.issue(files, for: call.client.credential.id)
        return JSONAnswer.ok(DownloadModel(url: "/downloads/\(id)"), status: .created)
    }

    private static func files(_ asset: PHAsset, isCurrent: Bool) -> [ZipFile] {
        let originals: Set<PHAssetResourceType> = [
            .photo, .video, .audio, .alternatePhoto, .pairedVideo,
        ]
        let moment = CivilTime.parts(
            secondsSince1970: asset.creationDate?.timeIntervalSince1970 ?? 0,
            zone: asset.timeZoneOffset ?? 0
        )
        let time = ZipRecords.Time(
            year: moment.year,
            month: moment.month,
            day: moment.day,
            hour: moment.hour,
            minute: moment.minute,
            second: moment.second
        )
        return PHAssetResource.assetResources(for: asset).filter { resource in
            isCurrent
                ? resource.value(forKey: "isCurrent") as? Bool == true
                : originals.contains(resource.type)
        }.compactMap { resource in
            guard let url = resource.value(forKey: "fileURL") as? URL else { return nil }
            let name = resource.originalFilename
            return ZipFile(
                name: name.isEmpty ? url.lastPathComponent : name,
                path: url.path,
                time: time
            )
        }
    }

    private static func download(_ call: Call) async throws -> Response {
        let id = try call.text("id")
        // A request for the head alone must not use the download up.
        guard call.request.method == .get else { throw Problem.notFound }
        guard let files = call.server.downloads.take(id, for: call.client.credential.id) else {
            throw Problem(
                .gone,
                "gone",
                "This download was used, or it is too old. Start it again."
            )
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/zip", .cacheControl: "private, no-store",
                .contentDisposition: FilenameHeader.attachment("Photos.zip"),
            ],
            body: ZipBody.make(files)
        )
    }
}

private struct DownloadRequest: Decodable {
    var on: SelectionRequest
    var what: String?
}

private struct DownloadModel: Encodable {
    var url: String
}
