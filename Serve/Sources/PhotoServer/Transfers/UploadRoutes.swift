import Foundation
import Glibc
import HTTPTypes
import Hummingbird
import NIOCore
import OpenPhotoKit
import ServeRules
import Synchronization

/// Uploads: files arrive one by one, and are then imported together.
enum UploadRoutes {
    static func add(to table: inout RouteTable) {
        table.add(.post, "/api/uploads", .owner) { call in
            let id = try call.server.uploads.begin(call.client.credential.id)
            return JSONAnswer.ok(UploadModel(id: id), status: .created)
        }
        table.add(.put, "/api/uploads/{id}/files", .owner, file)
        table.add(.post, "/api/uploads/{id}/import", .owner, importFiles)
        table.add(.delete, "/api/uploads/{id}", .owner) { call in
            // Afterwards there is no such upload, whether or not there was one before.
            _ = call.server.uploads.remove(try call.text("id"), call.client.credential.id)
            return JSONAnswer.done
        }
    }

    private static func file(_ call: Call) async throws -> Response {
        guard let path = call.query["path"] else {
            throw Problem.badRequest("The query needs \"path\".")
        }
        guard let length = call.request.headers[.contentLength].flatMap(Int64.init), length >= 0
        else {
            throw Problem(.lengthRequired, "length-needed", "Send the length of the file.")
        }
        guard length <= call.server.options.limits.largestUpload else {
            throw Problem(.contentTooLarge, "too-large", "The file is too large.")
        }
        let session = call.client.credential.id
        let url = try call.server.uploads.file(path, of: try call.text("id"), session)
        let file = try await Blocking.run { try NewFile(url) }
        var count: Int64 = 0
        do {
            for try await bytes in call.request.body {
                count += Int64(bytes.readableBytes)
                guard count <= length else { throw Problem.badRequest("The file is too long.") }
                try await Blocking.run { try file.write(bytes) }
            }
            guard count == length else { throw Problem.badRequest("The file is too short.") }
        } catch {
            // Half a file must not be imported.
            unlink(url.path)
            throw error
        }
        return JSONAnswer.done
    }

    private static func importFiles(_ call: Call) async throws -> Response {
        let session = call.client.credential.id
        let id = try call.text("id")
        let server = call.server
        let url = try server.uploads.importing(id, session)
        let library = call.client.library.library
        let (lines, feed) = AsyncStream.makeStream(of: String.self)
        let work = Task {
            let progress = ImportProgressLines(folder: url, feed)
            do {
                var options = LibraryImport.Options()
                options.transfer = .move
                let report = try await library.importFiles([url], options: options) {
                    progress.take($0)
                }
                progress.end(report)
            } catch {
                progress.fail(Problem(error))
            }
            _ = server.uploads.remove(id, session, isImported: true)
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

/// A new file that nobody else may read.
final class NewFile: Sendable {
    private let descriptor: Int32

    init(_ url: URL) throws {
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        descriptor = open(
            url.path,
            O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW,
            0o600
        )
        guard descriptor >= 0 else {
            throw Problem(.conflict, "no-file", "The file cannot be stored under this path.")
        }
    }

    deinit { close(descriptor) }

    func write(_ bytes: ByteBuffer) throws {
        var rest = bytes
        while rest.readableBytes > 0 {
            let count = rest.withUnsafeReadableBytes { view in
                unsafe Glibc.write(descriptor, view.baseAddress, view.count)
            }
            guard count > 0 else {
                throw Problem(.diskFull, "disk-full", "The disk is full.")
            }
            rest.moveReaderIndex(forwardBy: count)
        }
    }
}

/// The lines of a running import.
///
/// The mutex guards the counts; events come on a thread of the import.
private final class ImportProgressLines: Sendable {
    private struct Counts {
        var refused: [RefusedModel] = []
        var lastDone = -1
    }

    private let folder: String
    private let feed: AsyncStream<String>.Continuation
    private let counts = Mutex(Counts())

    init(folder: URL, _ feed: AsyncStream<String>.Continuation) {
        self.folder = folder.path + "/"
        self.feed = feed
    }

    func take(_ event: LibraryImport.Event) {
        switch event {
        case .progress(let progress):
            send(
                ProgressModel(
                    files: progress.filesDone,
                    of: progress.filesTotal,
                    secondsLeft: progress.secondsLeft
                )
            )
        case .refused(let url, let reason), .incomplete(let url, let reason):
            counts.withLock { counts in
                guard counts.refused.count < 1000 else { return }
                counts.refused.append(RefusedModel(path: name(url), message: reason))
            }
        case .other(let url):
            counts.withLock { counts in
                guard counts.refused.count < 1000 else { return }
                counts.refused.append(
                    RefusedModel(path: name(url), message: "This is no photo and no video.")
                )
            }
        default: break
        }
    }

    func end(_ report: LibraryImport.Report) {
        send(
            DoneModel(
                done: true,
                imported: report.importedCount,
                joined: report.joinedCount,
                known: report.duplicateCount + report.unchangedCount,
                refused: counts.withLock { $0.refused }
            )
        )
    }

    func fail(_ problem: Problem) {
        send(FailedModel(error: problem.code, message: problem.message))
    }

    private func name(_ url: URL) -> String {
        url.path.hasPrefix(folder)
            ? String(url.path.dropFirst(folder.count)) : url.lastPathComponent
    }

    private func send(_ value: some Encodable) {
        feed.yield(String(buffer: JSONAnswer.bytes(value)))
    }
}

private struct UploadModel: Encodable {
    var id: String
}

private struct ProgressModel: Encodable {
    var files: Int
    var of: Int
    var secondsLeft: Double?
}

private struct RefusedModel: Encodable {
    var path: String
    var message: String
}

private struct DoneModel: Encodable {
    var done: Bool
    var imported: Int
    var joined: Int
    var known: Int
    var refused: [RefusedModel]
}

private struct FailedModel: Encodable {
    var error: String
    var message: String
}
