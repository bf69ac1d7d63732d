import Foundation
import HTTPTypes
import Hummingbird
import Logging
import OpenPhotoKit
import Photos
import ServeRules

/// A server of one library: its parts.
final class PhotoServer: Sendable {
    let options: ServerOptions
    let clock: ServerClock
    let logger: Logger
    let folder: StateFolder
    let pool: LibraryPool
    let gate: Gatekeeper
    let admission: Admission
    let files: StaticFiles
    let libraryName: String
    let previews: PreviewCache
    let readAhead: PreviewReadAhead
    let dates = DateText()
    let compression = TextCompression()
    /// The headers that each answer with a file of the library has.
    let fileHeaders: HTTPFields
    let pictures: PictureMaker
    let tiles: PictureTiles
    let movies: MovieStreams
    let downloads: DownloadTickets
    let uploads: UploadFolders
    let inbox: GuestInbox
    let undo: UndoBook
    let editing = PictureEditing()
    let activity: ActivityLog
    let linkAlbums: LinkAlbums
    let monitor: Monitor
    /// The question of a server in pick mode; nil for the page of the library.
    let pick: PickSession?
    /// The password of `--password-file`.
    private let newPassword: String?

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
        let pictures = PictureMaker()
        self.pictures = pictures
        tiles = PictureTiles(pictures)
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
        movies = MovieStreams(pool.owner, open: options.openMovie)
        do {
            let information = try pool.owner.library.information()
            libraryName = information.url.deletingPathExtension().lastPathComponent
            let url =
                options.state
                ?? StateFolder.defaultURL(
                    forLibrary: information.identifier,
                    environment: ProcessInfo.processInfo.environment
                )
            folder = try StateFolder(url)
            newPassword = try options.passwordFile.map {
                try OwnerPassword.read(from: $0, isInImage: Self.isInImage, logger: logger)
            }
            let linkAlbums = LinkAlbums(pool.owner.library)
            self.linkAlbums = linkAlbums
            let undo = UndoBook(files: UndoFiles(folder), editing: editing) {
                [owner = pool.owner] in
                owner.views.known.forgetAll()
            }
            self.undo = undo
            let inbox = GuestInbox(folder)
            self.inbox = inbox
            let isSecure = options.hasTLS || options.isBehindProxy
            gate = try Gatekeeper(
                folder,
                clock: clock,
                codeGrant: pick == nil ? .owner : PickSession.grant,
                asksTokens: !isSecure
            ) { over in
                for credential in over { undo.forgetSteps(of: credential.id) }
                PhotoServer.endAccess(of: over, pool: pool, links: linkAlbums)
                for credential in over where credential.kind == .link && !credential.isCopy {
                    inbox.removeLink(credential.id)
                }
            }
            undo.forgetAll(except: Set(gate.all.map(\.id)))
            uploads = UploadFolders(folder)
            downloads = DownloadTickets(clock)
            activity = ActivityLog(pool.owner.library)
            monitor = Monitor(
                pool: pool,
                pictures: pictures,
                movies: movies,
                clock: clock,
                logger: logger
            )
            admission = Admission(
                gate: gate,
                pool: pool,
                cookie: SessionCookie(
                    library: information.identifier,
                    isPicking: pick != nil,
                    isSecure: isSecure
                ),
                purpose: pick == nil ? .library : .picking,
                origin: RequestOrigin(options),
                isBehindProxy: options.isBehindProxy,
                clientUser: options.clientUser
            )
            files = StaticFiles(folder: try PageFolder.choose(options.page, logger: logger))
            try checkExposure()
            for link in gate.all where link.kind == .link { linkAlbums.followAlbum(of: link) }
        } catch {
            pool.closeAll()
            throw error
        }
    }

    private func checkExposure() throws {
        let refusal = Exposure.refusal(
            address: options.address,
            hasPassword: try newPassword != nil || gate.hasPassword(),
            hasTLS: options.hasTLS,
            isBehindProxy: options.isBehindProxy
        )
        guard let refusal else { return }
        throw ServerError(refusal.message(isInImage: Self.isInImage))
    }

    private static var isInImage: Bool {
        ProcessInfo.processInfo.environment["PHOTOKIT_IMAGE"] != nil
    }

    /// Sets the password of `--password-file`.
    ///
    /// The program calls this when no other server of the library runs, so that a start which is refused changes nothing.
    func setNewPassword() throws {
        if let newPassword { try OwnerPassword.change(to: newPassword, in: folder) }
    }

    /// Removes what an earlier server left of uploads, and what guests sent through links that are no more.
    ///
    /// The program calls this when no other server of the library runs, so that a start which is refused removes no file
    /// that is just coming.
    func removeLeftovers() {
        uploads.removeLeftovers()
        inbox.removeLeftovers(exceptOf: Set(gate.all.filter { $0.kind == .link }.map(\.id)))
    }

    private static func endAccess(of over: [Credential], pool: LibraryPool, links: LinkAlbums) {
        for credential in over {
            for library in pool.all { library.views.endStreams(of: credential.id) }
            guard credential.kind == .link, case .application(let name) = credential.grant.user
            else { continue }
            links.stopFollowing(credential.id)
            pool.closeLibraries(of: name)
            // Without a decision the policy would apply, which may let everybody see everything.
            try? pool.owner.library.access.set(.denied, of: name)
        }
    }

    func close() { pool.closeAll() }
}
