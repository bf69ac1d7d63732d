import Foundation
import Logging
import PhotosBase
import ServeRules

/// The health and the metrics of a server.
struct Monitor: Sendable {
    let health: HealthCheck
    /// Where requests are recorded.
    let record: RequestRecord
    private let metrics = ServerMetrics()
    private let figures: LibraryFigures
    private let pool: LibraryPool
    private let pictures: PictureMaker
    private let movies: MovieStreams

    init(
        pool: LibraryPool,
        pictures: PictureMaker,
        movies: MovieStreams,
        clock: ServerClock,
        logger: Logger
    ) {
        self.pool = pool
        self.pictures = pictures
        self.movies = movies
        health = HealthCheck(pool.owner)
        figures = LibraryFigures(pool.owner, clock: clock)
        record = RequestRecord(logger: logger, metrics: metrics)
    }

    /// Returns all metrics as they are now.
    ///
    /// Recorded values come first, then values that are counted elsewhere. Figures of a library that cannot be read are left
    /// out.
    func values() async -> MetricBook {
        var book = metrics.values
        book.set(Double(pool.all.map(\.views.streamCount).reduce(0, +)), of: .eventStreams)
        let queues = [
            ("common", BlockingThreads.common.waitingCount),
            ("files", BlockingThreads.files.waitingCount),
            ("pictures", await pictures.waitingCount),
            ("movies", await movies.waitingCount),
        ]
        for (name, count) in queues { book.set(Double(count), of: .queueLength, [name]) }
        book.set(Double(pool.owner.views.commitCount), of: .commits)
        book.set(Double(WorkerRestarts.count), of: .workerRestarts)
        if let bytes = ProcessMemory.residentBytes() { book.set(Double(bytes), of: .memory) }
        let figures = health.isReadable ? await figures.values() : nil
        book.set(figures == nil ? 0 : 1, of: .libraryReadable)
        if let figures { Self.add(figures, to: &book) }
        return book
    }

    private static func add(_ figures: LibraryFigures.Values, to book: inout MetricBook) {
        book.set(Double(figures.photos), of: .libraryPhotos)
        book.set(Double(figures.bytes), of: .libraryBytes)
        for remote in figures.remotes {
            book.set(Double(remote.wanted), of: .remoteWanted, [remote.name])
            book.set(Double(remote.proved), of: .remoteProved, [remote.name])
            guard let date = remote.proofDate else { continue }
            book.set(date.timeIntervalSince1970, of: .remoteProof, [remote.name])
        }
    }
}
