import HikingCollagesKit
import Photos

/// Keeps the pages in step with the photo library.
struct CollageMaker {
    private let library = LibraryReader()
    private let file: StateFile
    private let pages: PageFolder
    private let finder = HikeFinder(timeZone: .current)
    private var state: CollageState

    init(_ options: Options) throws {
        try FileManager.default.createDirectory(
            at: options.folder,
            withIntermediateDirectories: true
        )
        file = StateFile(in: options.folder)
        pages = PageFolder(url: options.folder)
        state = try file.read() ?? CollageState(source: .photos)
        if let source = try HikeFiles.source(options), source != state.source {
            if state.token != nil {
                say("The hikes are others than last time: looking at everything.")
            }
            state.source = source
            state.token = nil
        }
    }

    /// Looks at what changed, or at everything where that cannot be told, and draws what is concerned.
    mutating func catchUp(full: Bool = false) async throws {
        guard !full, let token = state.token else { return try await readEverything(all: full) }
        do {
            let news = try library.news(since: StateFile.token(from: token))
            try await draw(
                RedrawPlan(
                    photos: news.photos.applied(to: state.photos),
                    since: state,
                    finder: finder,
                    missingPages: pages.missing(of: state.collages)
                ),
                upTo: news.token
            )
        } catch PHPhotosError.persistentChangeTokenExpired {
            say("The library no longer remembers the last look: looking at everything.")
            try await readEverything()
        } catch PHPhotosError.persistentChangeDetailsUnavailable {
            say("The library cannot tell all that changed: looking at everything.")
            try await readEverything()
        }
    }

    private mutating func readEverything(all: Bool = false) async throws {
        // The token comes before the fetch: a change in between is then seen twice, and never missed.
        let token = PHPhotoLibrary.shared().currentChangeToken
        let photos = library.photos(for: state.source)
        try await draw(
            RedrawPlan(
                photos: photos,
                since: state,
                finder: finder,
                missingPages: pages.missing(of: state.collages),
                all: all
            ),
            upTo: token
        )
    }

    /// Draws the pages, and only when they are safely on disk remembers how far they go.
    private mutating func draw(_ plan: RedrawPlan, upTo token: PHPersistentChangeToken) async throws
    {
        var next = plan.state
        for redraw in plan.redraws {
            let failures = try await pages.perform(redraw)
            say(redraw.sentence)
            for failure in failures { say("  not drawn: \(failure)") }
            next.incomplete.remove(redraw.collage.id)
            if !failures.isEmpty { next.incomplete.insert(redraw.collage.id) }
        }
        next.token = try StateFile.data(of: token)
        if state.token == nil && next.collages.isEmpty { say("No photos of hikes were found.") }
        guard next != state else { return }
        if !plan.redraws.isEmpty { try pages.makeDurable() }
        try file.write(next)
        state = next
    }
}
