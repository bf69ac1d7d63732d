import Foundation
import HTTPTypes
import Hummingbird
import Logging
import OpenPhotoKit
import Photos
import ServeRules

/// A server of one library: its parts, and who sends a request.
final class PhotoServer: Sendable {
    let options: ServerOptions
    let clock: ServerClock
    let logger: Logger
    let folder: StateFolder
    let pool: LibraryPool
    let gate: Gatekeeper
    let hosts: AllowedHosts
    let origins: OriginRule
    let files: StaticFiles
    let libraryName: String
    let previews: PreviewCache
    let readAhead: PreviewReadAhead
    let dates = DateText()
    let compression = TextCompression()
    /// The headers that each answer with a file of the library has.
    let fileHeaders: HTTPFields
    let pictures = PictureMaker()
    let downloads: DownloadTickets
    let uploads: UploadFolders
    let undo: UndoBook
    let editing = PictureEditing()
    let activity: ActivityLog
    let linkAlbums: LinkAlbums
    /// The question of a server in pick mode; nil for the page of the library.
    let pick: PickSession?
    private let cookieName: String

    /// Opens the library and the server's own folder.
    ///
    /// - Throws: ``ServerError``, ``StateFolderError`` or `PHPhotosError`.
    init(_ options: ServerOptions, clock: ServerClock = ServerClock(), logger: Logger) throws {
        self.options = options
        self.clock = clock
        self.logger = logger
        var fileHeaders = HTTPFields()
        SecurityHeaders.add(to: &fileHeaders, hasTLS: options.hasTLS)
        self.fileHeaders = fileHeaders
        previews = PreviewCache()
        readAhead = PreviewReadAhead(previews)
        let pick = options.pick.map { PickSession($0, at: clock.seconds) }
        self.pick = pick
        let pool = try LibraryPool(
            options.library,
            clock: clock,
            scope: options.pick.map { PickScope($0.filter) }
        )
        self.pool = pool
        do {
            let information = try pool.owner.library.information()
            libraryName = information.url.deletingPathExtension().lastPathComponent
            let url =
                options.state
                ?? StateFolder.standard(
                    library: information.identifier,
                    environment: ProcessInfo.processInfo.environment
                )
            folder = try StateFolder(url)
            let linkAlbums = LinkAlbums(pool.owner.library)
            self.linkAlbums = linkAlbums
            let undo = UndoBook(UndoFiles(folder), editing) { [owner = pool.owner] in
                owner.views.known.forget()
            }
            self.undo = undo
            gate = try Gatekeeper(
                folder,
                clock: clock,
                codeGrant: pick == nil ? .owner : PickSession.grant
            ) { over in
                for credential in over { undo.forget(credential.id) }
                PhotoServer.end(over, pool, linkAlbums)
            }
            undo.keep(Set(gate.all.map(\.id)))
            uploads = UploadFolders(folder)
            downloads = DownloadTickets(clock)
            activity = ActivityLog(pool.owner.library)
            hosts = AllowedHosts(options.hosts)
            origins = OriginRule(
                hosts: hosts,
                hasTLS: options.hasTLS,
                isBehindProxy: options.isBehindProxy
            )
            files = StaticFiles(folder: try PageFolder.choose(options.page, logger))
            // A browser sends cookies to all ports of a host, so each library's has a name of its own.
            let library = information.identifier.uuidString.prefix(8).lowercased()
            // A question must not end the session of the same browser at the page of the library.
            let suffix = pick == nil ? library : "pick-" + Secret.identifier()
            let isSecure = options.hasTLS || options.isBehindProxy
            cookieName = (isSecure ? "__Host-" : "") + "photokit-" + suffix
            try checkExposure()
            for link in gate.all where link.kind == .link { linkAlbums.follow(link) }
        } catch {
            pool.closeAll()
            throw error
        }
    }

    private func checkExposure() throws {
        switch Exposure.refusal(
            address: options.address,
            hasPassword: try gate.hasPassword(),
            hasTLS: options.hasTLS,
            isBehindProxy: options.isBehindProxy
        ) {
        case nil: return
        case .noPassword:
            throw ServerError(
                "Others could reach this server, and it has no password. Set one with \"photokit serve --set-password\", or leave --address and --behind-proxy out."
            )
        case .noTLS:
            throw ServerError(
                "Others could read along, because this server has no certificate. Give --certificate and --key, or --behind-proxy if a proxy encrypts its connections."
            )
        }
    }

    private static func end(_ over: [Credential], _ pool: LibraryPool, _ links: LinkAlbums) {
        for credential in over {
            for library in pool.all { library.views.endStreams(of: credential.id) }
            guard credential.kind == .link, case .application(let name) = credential.grant.user
            else { continue }
            links.forget(credential.id)
            pool.close(name)
            // Without a decision the policy would apply, which may let everybody see everything.
            try? pool.owner.library.access.set(.denied, of: name)
        }
    }

    // MARK: Requests

    /// Returns who sends a request.
    ///
    /// - Throws: ``Problem/signedOut`` for nobody.
    func client(of request: Request) async throws -> Client {
        guard let credential = credential(of: request.head) else { throw Problem.signedOut }
        return Client(credential: credential, library: try pool.library(for: credential.grant))
    }

    /// Returns the credential of who sends a request; nil for nobody.
    func credential(of head: HTTPRequest) -> Credential? {
        let token = head.headerFields[.authorization].flatMap { header -> String? in
            header.prefix(7).lowercased() == "bearer " ? String(header.dropFirst(7)) : nil
        }
        return gate.credential(cookie: cookieValue(of: head), token: token)
    }

    /// Returns the value of the session's cookie.
    func cookieValue(of head: HTTPRequest) -> String? {
        for header in head.headerFields[values: .cookie] {
            for part in header.split(separator: ";") {
                let pair = part.drop { $0 == " " }
                if pair.hasPrefix(cookieName + "=") {
                    return String(pair.dropFirst(cookieName.count + 1))
                }
            }
        }
        return nil
    }

    /// Returns the cookie of a session; nil as the secret takes it back.
    func cookie(secret: String?) -> String {
        let days = pick == nil ? CredentialList.idleDays : 1
        let age = secret == nil ? 0 : Int(days * 86_400)
        let secure = options.hasTLS || options.isBehindProxy ? "; Secure" : ""
        return
            "\(cookieName)=\(secret ?? ""); Path=/; Max-Age=\(age); HttpOnly; SameSite=Strict\(secure)"
    }

    /// Returns the address that attempts are counted for.
    func address(of request: Request, _ context: ServeContext) -> String {
        if options.isBehindProxy, let name = HTTPField.Name("x-forwarded-for"),
            let last = request.headers[values: name].last?.split(separator: ",").last
        {
            // The last entry is the proxy's own; anybody can write those before it.
            return last.trimmingCharacters(in: .whitespaces)
        }
        return context.remoteAddress ?? "local"
    }

    /// Reads photos for a list.
    func items(
        _ library: ClientLibrary,
        _ assets: @escaping @Sendable () throws -> [PHAsset]
    ) async throws -> [ItemModel] {
        let owner = pool.owner.library
        let now = clock.now()
        return try await library.read {
            let days = try owner.settings().daysInRecentlyDeleted
            let hasSources = try !owner.sources().isEmpty
            let assets = try assets()
            let colors = try library.library.storedColors(of: assets)
            return assets.map { asset in
                ItemModel(
                    asset,
                    color: colors[asset.localIdentifier],
                    hasSources: hasSources,
                    trashDays: days,
                    now: now
                )
            }
        }
    }

    func close() { pool.closeAll() }
}
