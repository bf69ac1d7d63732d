import Foundation
package import PhotosStore
import Synchronization

/// Watches the in-place sources: sweeps them all first, and then sweeps the folders that the kernel reports
/// as changed.
///
/// The watcher runs on the thread that calls ``run()``. All its state but the quiet files belongs to this
/// thread.
package final class SourceWatcher {
    /// The delays of a watcher, in seconds.
    package struct Patience: Hashable, Sendable {
        /// The time to wait after the last change of a file before reading it.
        package var quiet: Double = 5
        /// The time that a sweep waits for further changes after a change.
        package var burst: Double = 0.3
        /// The time between sweeps of sources that cannot be watched, or are offline.
        package var interval: Double = 60

        package init() {}
    }

    private let library: Library
    private let patience: Patience
    private let isCancelled: () -> Bool
    private let notify: (LibrarySource.WatchEvent) -> Void
    private let quiet: Mutex<QuietFiles>
    private let watch: FolderWatch?
    private let allowsMissingFacts: Bool
    private let makesPreviews: Bool
    private var hasReportedFacts = false
    private var unwatched: Set<Int64> = []
    /// Sources that were not scanned completely, because the media worker could not be used.
    private var unread: Set<Int64> = []
    private var hasReportedLimit = false
    private var lastRound = Date.distantPast
    private var known: Set<Int64> = []

    package init(
        _ library: Library,
        patience: Patience = Patience(),
        allowsMissingFacts: Bool = false,
        makesPreviews: Bool = false,
        isCancelled: @escaping () -> Bool,
        notify: @escaping (LibrarySource.WatchEvent) -> Void
    ) {
        self.library = library
        self.patience = patience
        self.allowsMissingFacts = allowsMissingFacts
        self.makesPreviews = makesPreviews
        self.isCancelled = isCancelled
        self.notify = notify
        quiet = Mutex(QuietFiles(patience: patience.quiet))
        watch = FolderWatch()
    }

    private var now: Date { library.environment.now() }

    /// Watches until it is cancelled.
    package func run() throws {
        // If the worker is missing at the start, this throws. If it disappears later, it may come back.
        _ = try FactReader(library.environment, allowsMissingFacts: allowsMissingFacts)
        if watch == nil {
            notify(
                .notice(
                    "The system can watch no more folders (fs.inotify.max_user_instances). Sources are swept every \(Int(patience.interval)) seconds instead."
                )
            )
        }
        try round(isFirst: true)
        notify(.watching(sources: known.count))
        while !isCancelled() {
            let news = waitForNews()
            if isCancelled() { return }
            if news.isIncomplete {
                notify(.notice("More changed at once than the system told of: all is swept."))
                try round(isFirst: true)
            } else {
                try sweepFolders(of: news)
            }
            if now.timeIntervalSince(lastRound) >= patience.interval { try round(isFirst: false) }
        }
    }

    /// Collects changes that happen at about the same time, so that a burst leads to one sweep.
    private func waitForNews() -> FolderWatch.News {
        let due = quiet.withLock { $0.next?.moment }.map { $0 - now.timeIntervalSince1970 }
        let pause = max(0.01, min(0.25, due ?? 0.25))
        guard let watch else {
            Thread.sleep(forTimeInterval: pause)
            return FolderWatch.News()
        }
        var news = watch.wait(pause)
        guard !news.isEmpty else { return news }
        let end = now.addingTimeInterval(patience.burst * 10)
        while now < end, !isCancelled() {
            let more = watch.wait(patience.burst)
            if more.isEmpty { break }
            news.folders.formUnion(more.folders)
            news.closed.formUnion(more.closed)
            news.concernsFolders = news.concernsFolders || more.concernsFolders
            news.isIncomplete = news.isIncomplete || more.isIncomplete
        }
        return news
    }

    // MARK: Sweeping

    /// Sweeps whole sources: all of them at first.
    ///
    /// Later rounds sweep only sources that are new, offline, not watched, or not completely scanned.
    private func round(isFirst: Bool) throws {
        lastRound = now
        for source in try library.sources.all(.inPlace) where !isCancelled() {
            guard
                isFirst || source.isOffline || unwatched.contains(source.id)
                    || unread.contains(source.id) || !known.contains(source.id)
            else { continue }
            known.insert(source.id)
            // Changes in a folder before it is watched are found by the next sweep.
            var isAgain = false
            repeat {
                try sweepSource(source, folders: nil, isAgain: isAgain)
                isAgain = true
            } while try watchFolders(of: source) && !isCancelled()
        }
    }

    private func sweepFolders(of news: FolderWatch.News) throws {
        let moment = now.timeIntervalSince1970
        var folders = news.folders
        quiet.withLock { quiet in
            for path in news.closed { quiet.close(path.string, at: moment) }
            if let next = quiet.next, next.moment <= moment {
                folders.formUnion(
                    next.paths.map { ExactText(($0 as NSString).deletingLastPathComponent) }
                )
            }
        }
        guard !folders.isEmpty else { return }
        defer { quiet.withLock { $0.forget(dueBy: moment) } }
        for source in try library.sources.all(.inPlace) {
            let own = folders.compactMap {
                SourceLedger.components(of: $0.string, below: source.path)
            }
            guard !own.isEmpty else { continue }
            try sweepSource(source, folders: own)
            if news.concernsFolders {
                // The contents of a new folder may be older than its watch.
                while try watchFolders(of: source), !isCancelled() {
                    try sweepSource(source, folders: nil, isAgain: true)
                }
            }
        }
    }

    /// Sweeps a source, or some of its folders.
    ///
    /// A whole sweep is reported even if nothing has changed, unless it only repeats another one.
    private func sweepSource(
        _ source: SourceRow,
        folders: [[String]]?,
        isAgain: Bool = false
    ) throws {
        var options = SourceSweep.Options()
        options.folders = folders
        options.allowsMissingFacts = allowsMissingFacts
        options.makesPreviews = makesPreviews
        let now = library.environment.now
        options.isQuiet = { [self] path, numbers in
            quiet.withLock { $0.isQuiet(path, numbers: numbers, at: now().timeIntervalSince1970) }
        }
        do {
            let sweep = try SourceSweep(
                library,
                source: source.id,
                options: options,
                isCancelled: isCancelled,
                notify: { [self] in notifyOnce($0, of: source) }
            )
            let report = try sweep.run()
            if folders == nil { noteRead(source) }
            if folders == nil && !isAgain || report.hasNews { notify(.swept(source.url, report)) }
        } catch let error as StoreError where error.code == .busy {
            unwatched.insert(source.id)
            notify(.notice(error.message))
        } catch let error as StoreError where error.code == .readerUnavailable {
            if unread.isEmpty {
                notify(
                    .notice(
                        "Sources are not read until that works again, which is tried every \(Int(patience.interval)) seconds. \(error.message)"
                    )
                )
            }
            unread.insert(source.id)
        }
    }

    private func noteRead(_ source: SourceRow) {
        guard unread.remove(source.id) != nil, unread.isEmpty else { return }
        notify(.notice("The program photokit-media works again, and the sources were read."))
    }

    /// Passes on events, but reports only once that the worker cannot be used.
    private func notifyOnce(_ event: LibrarySource.Event, of source: SourceRow) {
        if case .withoutFacts = event {
            if hasReportedFacts { return }
            hasReportedFacts = true
        }
        notify(.sweep(source.url, event))
    }

    // MARK: Watching

    /// Watches all folders of a source at their present paths.
    ///
    /// Returns whether some were not watched before.
    private func watchFolders(of source: SourceRow) throws -> Bool {
        guard let watch else {
            unwatched.insert(source.id)
            return false
        }
        // Watching a folder that hangs would not end. Sources that are not watched are tried again later.
        guard library.environment.folders.presence(of: source.path, .long) != .silent else {
            unwatched.insert(source.id)
            return false
        }
        let paths = try library.sources.readLedger { try $0.folderPaths(source) }
        var isNew = false
        for path in paths {
            switch watch.add(path) {
            case .watched(let isFirst): if isFirst { isNew = true }
            case .absent: continue
            case .noneLeft:
                unwatched.insert(source.id)
                guard !hasReportedLimit else { return false }
                hasReportedLimit = true
                notify(
                    .notice(
                        "The system watches no more folders (fs.inotify.max_user_watches). \(source.path) is swept every \(Int(patience.interval)) seconds instead; raise the limit to have changes seen at once."
                    )
                )
                return false
            }
        }
        unwatched.remove(source.id)
        return isNew
    }
}

extension LibrarySource.Report {
    /// Whether the counts show a change.
    fileprivate var hasNews: Bool {
        [
            movedCount, movedFolderCount, editedCount, createdCount, joinedCount, duplicateCount,
            healedCount, refusedCount, otherCount, vanishedCount, returnedCount,
        ].contains { $0 > 0 } || offlineReason != nil
    }
}

extension SourceLedger {
    /// Returns the paths of the known folders of a source.
    fileprivate func folderPaths(_ source: SourceRow) throws -> [String] {
        var paths: [Int64: String] = [:]
        return try folders(source.id).map { folder in
            let above = folder.parentID.flatMap { paths[$0] } ?? source.path
            let path = folder.parentID == nil ? above : above + "/" + folder.name
            paths[folder.id] = path
            return path
        }
    }
}
