import Foundation
import Glibc
import HTTPTypes
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
        guard let length = call.request.headers[.contentLength].flatMap(Int64.init), length >= 0
        else {
            throw Problem(.lengthRequired, "length-needed", "Send the length of the file.")
        }
        guard length <= largest else {
            throw Problem(.contentTooLarge, "too-large", "The file is too large.")
        }
        let session = call.client.credential.id
        let url = try uploads.addFile(path, to: try call.pathPart("id"), session: session)
        let file = try await BlockingThreads.common.run { try NewFile(url) }
        var count: Int64 = 0
        do {
            for try await bytes in call.request.body {
                count += Int64(bytes.readableBytes)
                guard count <= length else { throw Problem.badRequest("The file is too long.") }
                try await BlockingThreads.common.run { try file.write(bytes) }
            }
            guard count == length else { throw Problem.badRequest("The file is too short.") }
        } catch {
            // Half a file must not be imported.
            unlink(url.path)
            throw error
        }
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
                progress.sendReport(report, undo: rememberImport(report, of: call.client))
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

extension UploadRoutes {
    /// Remembers what was added, so that it can be taken back; nil where nothing was.
    private func rememberImport(_ report: LibraryImport.Report, of client: Client) -> String? {
        guard !report.changeTokens.isEmpty else { return nil }
        return undo.rememberStep(
            UndoBook.Plan(
                action: UndoStep.Action.upload.rawValue,
                count: report.importedCount + report.joinedCount
            ),
            positions: report.changeTokens.map(\.stringValue),
            of: client
        )
    }
}

private struct UploadModel: Encodable {
    var id: String
}
