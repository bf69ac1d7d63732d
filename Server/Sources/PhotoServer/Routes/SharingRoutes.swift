import Foundation
import HTTPTypes
import Hummingbird
import OpenPhotoKit
import PhotosBase
import ServeRules

/// Devices with tokens, and share links.
struct SharingRoutes {
    let gate: Gatekeeper
    let owner: ClientLibrary
    let clock: ServerClock
    let linkAlbums: LinkAlbums
    let options: ServerOptions

    func addRoutes(to table: inout RouteTable) {
        table.addRoute(.post, at: "/api/devices", for: .owner, answer: addDevice)
        table.addRoute(.post, at: "/api/links", for: .owner, answer: addLink)
        table.addRoute(.post, at: "/api/links/{id}/copies", for: .owner, answer: copyLink)
    }

    private func addDevice(_ call: Call) async throws -> Response {
        let body = try await JSONAnswer.read(DeviceRequest.self, from: call.request)
        guard (1...200).contains(body.name.count) else {
            throw Problem.badRequest("A device needs a name of 1 to 200 characters.")
        }
        if let application = body.application, !(1...255).contains(application.count) {
            throw Problem.badRequest("An application has a name of 1 to 255 characters.")
        }
        let grant = Grant(
            user: body.application.map { .application($0) } ?? .owner,
            isReadOnly: body.readOnly ?? false
        )
        let (device, token) = try gate.addCredential(.device, name: body.name, grant: grant)
        return JSONAnswer.ok(DeviceModel(id: device.id, token: token), status: .created)
    }

    private func addLink(_ call: Call) async throws -> Response {
        let body = try await JSONAnswer.read(LinkRequest.self, from: call.request, upTo: 8 << 20)
        guard (0...200).contains(body.title.count) else {
            throw Problem.badRequest("A title has up to 200 characters.")
        }
        let ends = try LinkEnd.date(at: body.ends, after: body.lasts, now: clock.now())
        let terms = try await Self.terms(of: body)
        let grant = try Self.grant(of: body)
        guard case .application(let name) = grant.user else { throw Problem.notFound }
        let chosen = try await ChosenPhotos.findPhotos(of: body.of, for: call)
        let owner = owner.library
        let album = body.of.wholeAlbum
        try await BlockingThreads.common.run {
            try owner.access.set(.limited, of: name)
            try owner.access.select(chosen.identifiers, for: name)
        }
        do {
            let (link, secret) = try gate.addCredential(
                .link,
                name: "Link: \(body.title)",
                grant: grant,
                ends: ends,
                album: album?.album,
                title: body.title,
                terms: terms
            )
            linkAlbums.followAlbum(of: link)
            return linkAnswer(id: link.id, secret: secret, to: call)
        } catch {
            try? owner.access.set(.denied, of: name)
            throw error
        }
    }

    private static func grant(of body: LinkRequest) throws -> Grant {
        let showsPlaces = body.places ?? false
        let shown: [PhotoDetail: Bool] = [
            .favorites: body.favorites ?? true, .captions: body.captions ?? true,
            .keywords: body.keywords ?? true,
            // Names of files and zones can tell a place.
            .filenames: body.filenames ?? showsPlaces, .zones: body.zones ?? showsPlaces,
        ]
        let grant = Grant(
            user: .application("link." + Secret.randomIdentifier()),
            isReadOnly: true,
            allowsOriginals: body.originals ?? false,
            showsPlaces: showsPlaces,
            showsPersons: body.persons ?? false,
            omitting: Set(PhotoDetail.allCases.filter { shown[$0] == false }),
            allowsCopies: body.downloads ?? false,
            adding: try body.adding.map { try $0.limit() }
        )
        guard !grant.allowsOriginals || grant.showsEverything else {
            throw Problem(
                .conflict,
                "originals-tell-more",
                "Originals contain what this link leaves out. Show everything, or allow no originals."
            )
        }
        return grant
    }

    /// Returns what a link asks of its guests; hashing a password takes about a tenth of a second.
    private static func terms(of body: LinkRequest) async throws -> LinkTerms {
        if let views = body.views, !LinkTerms.viewLimits.contains(views) {
            throw Problem.badRequest(
                "A link can be used 1 to \(LinkTerms.viewLimits.upperBound) times."
            )
        }
        guard let password = body.password else {
            return LinkTerms(mostViews: body.views)
        }
        let lengths = LinkTerms.passwordLengths
        guard lengths.contains(password.count), password.utf8.count <= 1024 else {
            throw Problem.badRequest(
                "The password of a link has \(lengths.lowerBound) to \(lengths.upperBound) characters."
            )
        }
        let hash = try await BlockingThreads.common.run {
            try JSONEncoder().encode(PasswordHash(password))
        }
        return LinkTerms(passwordHash: hash, mostViews: body.views)
    }

    private func copyLink(_ call: Call) async throws -> Response {
        let id = try call.pathPart("id")
        let gate = gate
        guard let secret = try await BlockingThreads.common.run({ try gate.secret(ofLink: id) })
        else { throw Problem.notFound }
        return linkAnswer(id: id, secret: secret, to: call)
    }

    private func linkAnswer(id: String, secret: String, to call: Call) -> Response {
        let head = call.request.head
        let base = ShareAddress.base(
            origin: head.headerFields[.origin],
            authority: head.authority ?? head.headerFields[.host] ?? "",
            listening: options.address,
            hosts: options.hosts,
            hasTLS: options.hasTLS,
            isBehindProxy: options.isBehindProxy
        )
        return JSONAnswer.ok(
            LinkModel(id: id, url: "/#link=\(secret)", base: base),
            status: .created
        )
    }
}

private struct DeviceRequest: Decodable {
    var name: String
    var readOnly: Bool?
    var application: String?
}

private struct DeviceModel: Encodable {
    var id: String
    var token: String
}

private struct LinkRequest: Decodable {
    var of: SelectionRequest
    var title: String
    var ends: String?
    /// The seconds until the end.
    var lasts: Int?
    var password: String?
    /// The most sessions that may begin with the link.
    var views: Int?
    var places: Bool?
    var persons: Bool?
    var favorites: Bool?
    var captions: Bool?
    var keywords: Bool?
    var filenames: Bool?
    var zones: Bool?
    var originals: Bool?
    /// Whether guests may download pictures that are drawn anew.
    var downloads: Bool?
    var adding: AddingRequest?
}

/// What guests may add together.
private struct AddingRequest: Decodable {
    var files: Int?
    var bytes: Int64?

    func limit() throws -> UploadLimit {
        let usual = UploadLimit.usual
        let limit = UploadLimit(files: files ?? usual.files, bytes: bytes ?? usual.bytes)
        guard UploadLimit.fileCounts.contains(limit.files),
            UploadLimit.byteCounts.contains(limit.bytes)
        else {
            throw Problem.badRequest(
                "Guests may add 1 to 10,000 files, and 1 byte or more."
            )
        }
        return limit
    }
}

private struct LinkModel: Encodable {
    var id: String
    var url: String
    /// The address with which the link begins; nil where nobody else can open it.
    var base: String?
}
