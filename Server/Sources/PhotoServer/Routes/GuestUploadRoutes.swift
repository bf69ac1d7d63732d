import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import OpenPhotoKit
import PhotosBase
import ServeRules
import Synchronization

/// What guests add, and what the owner does with it.
struct GuestUploadRoutes {
    let inbox: GuestInbox
    let undo: UndoBook
    let clock: ServerClock
    let largest: Int64

    func addRoutes(to table: inout RouteTable) {
        let path = "/api/contributions"
        table.addRoute(.get, at: path + "/own", for: .reader, answer: sendOwnFiles)
        table.addRoute(.put, at: path + "/own", for: .reader, answer: receiveFile)
        table.addRoute(.get, at: path, for: .ownerReader) { _ in
            JSONAnswer.ok(WaitingModel(inbox.waiting))
        }
        table.addRoute(.get, at: path + "/{id}/preview", for: .ownerReader, answer: sendPreview)
        table.addRoute(.post, at: path + "/take", for: .owner, answer: takeFiles)
        table.addRoute(.post, at: path + "/refuse", for: .owner, answer: refuseFiles)
    }

    // MARK: Guests

    /// Returns the link and the limit of a guest who may add photos.
    private static func rights(of call: Call) throws -> (link: String, limit: UploadLimit) {
        guard let link = call.client.credential.link, let limit = call.client.grant.adding else {
            throw Problem.noUploads
        }
        return (link, limit)
    }

    private func sendOwnFiles(_ call: Call) async throws -> Response {
        let (link, limit) = try Self.rights(of: call)
        let session = call.client.credential.id
        return JSONAnswer.ok(
            OwnModel(inbox.files(ofSession: session, link: link, limit: limit))
        )
    }

    /// Receives and examines a file, without a look at what the library has.
    private func receiveFile(_ call: Call) async throws -> Response {
        let (link, limit) = try Self.rights(of: call)
        guard let guest = GuestName.cleaned(call.query["guest"] ?? "") else {
            throw Problem.badRequest("Say who sends the file: the query needs \"guest\".")
        }
        guard let name = call.query["name"], UploadPath.isName(name) else {
            throw Problem.badRequest("The query needs the \"name\" of the file.")
        }
        let length = try NewFile.announcedLength(of: call.request, upTo: largest)
        let credential = call.client.credential
        let sender = GuestInbox.Sender(
            link: link,
            title: credential.title ?? "",
            session: credential.id,
            guest: guest
        )
        let draft = try inbox.beginFile(named: name, of: length, from: sender, within: limit)
        do {
            try await NewFile.receive(call.request, of: length, at: draft.url)
        } catch {
            inbox.giveUp(draft)
            throw error
        }
        do {
            try await BlockingThreads.guestFiles.run { try Self.examineFile(draft.url) }
        } catch {
            inbox.refuse(draft)
            throw error
        }
        let (inbox, now) = (inbox, clock.now())
        do {
            let file = try await BlockingThreads.common.run { try inbox.keep(draft, at: now) }
            return JSONAnswer.ok(OwnModel.File(file), status: .created)
        } catch {
            inbox.giveUp(draft)
            throw error
        }
    }

    /// Examines a file in the sandbox, and throws why it is refused.
    private static func examineFile(_ url: URL) throws {
        // An import would unpack an archive, whose content was neither counted nor examined.
        guard let facts = try? FileFacts(of: url), try !isArchive(url) else {
            throw unsuitable("This file is damaged, or it is no photo and no video.")
        }
        guard facts["damage"] == nil else { throw unsuitable("This file is damaged.") }
    }

    private static func isArchive(_ url: URL) throws -> Bool {
        let file = try FileHandle(forReadingFrom: url)
        defer { try? file.close() }
        let start = try file.read(upToCount: ArchiveSignature.length) ?? Data()
        return ArchiveSignature.begins([UInt8](start))
    }

    private static func unsuitable(_ message: String) -> Problem {
        Problem(.unprocessableContent, "unsuitable-file", message)
    }

    // MARK: The owner

    private func sendPreview(_ call: Call) async throws -> Response {
        let id = try call.pathPart("id")
        guard let url = inbox.waiting.first(where: { $0.file.id == id })?.url else {
            throw Problem.notFound
        }
        guard let jpeg = try await BlockingThreads.files.run({ FilePreview.jpeg(ofFile: url) })
        else {
            throw Problem(.notFound, "no-picture", "This file has no picture.")
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "image/jpeg", .cacheControl: "private, no-store",
                .contentLength: String(jpeg.count),
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: jpeg))
        )
    }

    private func chosenFiles(_ call: Call) async throws -> [GuestInbox.Waiting] {
        let body = try await JSONAnswer.read(ChoiceRequest.self, from: call.request)
        guard UploadLimit.chosenCounts.contains(body.ids.count) else {
            throw Problem.badRequest("Name 1 to 50,000 files.")
        }
        return try inbox.beginTaking(Set(body.ids))
    }

    private func refuseFiles(_ call: Call) async throws -> Response {
        let files = try await chosenFiles(call)
        inbox.endTaking(files, taken: Set(files.map(\.file.id)))
        return JSONAnswer.ok(RefusedModel(count: files.count))
    }

    /// Imports files into albums that are named after their links.
    private func takeFiles(_ call: Call) async throws -> Response {
        let files = try await chosenFiles(call)
        let outcome = TakingOutcome(files)
        var reports: [LibraryImport.Report] = []
        var failure: (any Error)?
        let groups = Dictionary(grouping: files, by: \.title)
        for (title, group) in groups.sorted(by: { $0.key < $1.key }) {
            var options = LibraryImport.Options()
            options.transfer = .move
            options.album = title.isEmpty ? "Shared link" : title
            do {
                reports.append(
                    try await call.client.library.library.importFiles(
                        group.map(\.url),
                        options: options
                    ) { outcome.recordEvent($0) }
                )
            } catch {
                failure = error
            }
        }
        outcome.recordMovedFiles()
        inbox.endTaking(files, taken: outcome.taken)
        if let failure, reports.isEmpty { throw failure }
        return JSONAnswer.ok(
            TakenModel(
                taken: outcome.taken.count,
                refused: outcome.refusals,
                undo: undo.rememberImports(reports, of: call.client)
            )
        )
    }
}

/// What an import makes of waiting files; the mutex guards it, because events come on a thread of the import.
private final class TakingOutcome: Sendable {
    private struct State {
        var taken: Set<String> = []
        var reasons: [String: String] = [:]
    }

    private let files: [GuestInbox.Waiting]
    private let state = Mutex(State())

    init(_ files: [GuestInbox.Waiting]) { self.files = files }

    /// The identifiers of the files whose bytes the library has.
    var taken: Set<String> { state.withLock(\.taken) }

    /// The files that wait as before, with the reasons.
    var refusals: [TakenModel.Refusal] {
        state.withLock { state in
            files.map(\.file).filter { !state.taken.contains($0.id) }.map {
                TakenModel.Refusal(
                    id: $0.id,
                    name: $0.name,
                    message: state.reasons[$0.id] ?? "This file was not taken in. Try it again."
                )
            }
        }
    }

    func recordEvent(_ event: LibraryImport.Event) {
        switch event {
        case .imported(let url, _), .joined(let url, _), .duplicate(let url, _),
            .removed(let url, _), .healed(let url, _), .stayed(let url, _):
            record(url) { state, id in state.taken.insert(id) }
        case .refused(let url, let reason), .deleted(let url, let reason, _):
            record(url) { state, id in state.reasons[id] = reason }
        case .inSource(let url, _):
            let reason = "A folder outside of the library has this photo."
            record(url) { state, id in state.reasons[id] = reason }
        case .other(let url):
            record(url) { state, id in state.reasons[id] = "This is no photo and no video." }
        default: break
        }
    }

    /// Counts the files that are gone, because the import moved them, whatever it calls their folder.
    func recordMovedFiles() {
        for file in files where !FileManager.default.fileExists(atPath: file.url.path) {
            state.withLock { _ = $0.taken.insert(file.file.id) }
        }
    }

    private func record(_ url: URL, _ change: (inout State, String) -> Void) {
        let path = url.standardizedFileURL.path
        guard let file = files.first(where: { $0.url.standardizedFileURL.path == path }) else {
            return
        }
        state.withLock { change(&$0, file.file.id) }
    }
}

private struct ChoiceRequest: Decodable {
    var ids: [String]
}

private struct RefusedModel: Encodable {
    let count: Int
}

private struct TakenModel: Encodable {
    struct Refusal: Encodable {
        let id: String
        let name: String
        let message: String
    }

    let taken: Int
    let refused: [Refusal]
    let undo: String?
}

/// What a guest sent, and how much the link still takes.
///
/// What became of a file is the owner's business.
private struct OwnModel: Encodable {
    struct File: Encodable {
        let id: String
        let name: String
        let bytes: Int64

        init(_ file: GuestInbox.File) { (id, name, bytes) = (file.id, file.name, file.bytes) }
    }

    let files: [File]
    let filesLeft: Int
    let bytesLeft: Int64

    init(_ known: (files: [GuestInbox.File], rest: UploadLimit)) {
        files = known.files.map(File.init)
        (filesLeft, bytesLeft) = (known.rest.files, known.rest.bytes)
    }
}

/// The files that wait for the owner, by their guests.
private struct WaitingModel: Encodable {
    struct Guest: Encodable {
        struct File: Encodable {
            let id: String
            let name: String
            let bytes: Int64
            let sent: String
        }

        let link: String
        let title: String
        let name: String
        var files: [File]
    }

    private struct Key: Hashable {
        let session: String
        let name: String
    }

    let guests: [Guest]

    init(_ waiting: [GuestInbox.Waiting]) {
        var order: [Key] = []
        var known: [Key: Guest] = [:]
        for item in waiting {
            let key = Key(session: item.file.session, name: item.file.guest)
            if known[key] == nil {
                order.append(key)
                known[key] = Guest(link: item.link, title: item.title, name: key.name, files: [])
            }
            known[key]?.files.append(
                Guest.File(
                    id: item.file.id,
                    name: item.file.name,
                    bytes: item.file.bytes,
                    sent: InterfaceDate.text(item.file.sent)
                )
            )
        }
        guests = order.compactMap { known[$0] }
    }
}
