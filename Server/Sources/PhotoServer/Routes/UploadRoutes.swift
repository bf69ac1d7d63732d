import Foundation
import Hummingbird
import NIOCore
import OpenPhotoKit
import PhotosBase
import ServeRules

/// Uploads: files arrive one by one, and are then imported together.
struct UploadRoutes {
    let uploads: UploadFolders
    let undo: UndoBook
    let largest: Int64

    func addRoutes(to table: inout RouteTable) {
        table.addRoute(.post, at: "/api/uploads", for: .owner) { call in
            let id = try uploads.beginUpload(session: call.client.credential.id)
            return JSONAnswer.ok(UploadModel(id: id), status: .created)
        }
        table.addRoute(.put, at: "/api/uploads/{id}/files", for: .owner, answer: receiveFile)
        table.addRoute(.post, at: "/api/uploads/{id}/import", for: .owner, answer: importFiles)
        table.addRoute(.delete, at: "/api/uploads/{id}", for: .owner) { call in
            // Afterwards there is no such upload, whether or not there was one before.
            _ = uploads.removeUpload(
                try call.pathPart("id"),
                session: call.client.credential.id
            )
            return JSONAnswer.done
        }
    }

    private func receiveFile(_ call: Call) async throws -> Response {
        let paths = call.query.allValues(of: "path")
        guard let path = paths.first, paths.count == 1 else {
            throw Problem.badRequest("The query needs one \"path\".")
        }
        let length = try NewFile.announcedLength(of: call.request, upTo: largest)
        let session = call.client.credential.id
        let url = try uploads.addFile(path, to: try call.pathPart("id"), session: session)
        try await NewFile.receive(call.request, of: length, at: url)
        return JSONAnswer.done
    }

    private func importFiles(_ call: Call) async throws -> Response {
        let session = call.client.credential.id
        let id = try call.pathPart("id")
        let url = try uploads.beginImport(of: id, session: session)
        let library = call.client.library.library
        let (lines, feed) = AsyncStream.makeStream(of: String.self)
        let work = Task {
            let progress = ImportProgressLines(folder: url, feed: feed)
            do {
                var options = LibraryImport.Options()
                options.transfer = .move
                let report = try await library.importFiles([url], options: options) {
                    progress.recordEvent($0)
                }
                progress.sendReport(report, undo: undo.rememberImports([report], of: call.client))
            } catch {
                progress.sendProblem(Problem(error))
            }
            _ = uploads.removeUpload(id, session: session, isImported: true)
            feed.finish()
        }
        feed.onTermination = { reason in
            if case .cancelled = reason { work.cancel() }
        }
        let body = ResponseBody { writer in
            for await line in lines { try await writer.write(ByteBuffer(string: line + "\n")) }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [.contentType: "application/x-ndjson", .cacheControl: "no-store"],
            body: body
        )
    }
}

extension UndoBook {
    /// Remembers what imports added, so that it can be taken back; nil where nothing was.
    func rememberImports(_ reports: [LibraryImport.Report], of client: Client) -> String? {
        let tokens = reports.flatMap(\.changeTokens)
        guard !tokens.isEmpty else { return nil }
        return rememberStep(
            Plan(
                action: UndoStep.Action.upload.rawValue,
                count: reports.reduce(0) { $0 + $1.importedCount + $1.joinedCount }
            ),
            positions: tokens.map(\.stringValue),
            of: client
        )
    }
}

private struct UploadModel: Encodable {
    var id: String
}
