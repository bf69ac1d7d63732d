package import Foundation
import Synchronization

/// Reads the facts of files: with the worker, or without one from the header alone.
///
/// `isNoticeGiven` guards whether the notice about the worker was handed out. Nothing else changes.
package final class MediaReader: Sendable {
    package let worker: MediaWorkerClient?
    private let absence: MediaWorkerError
    private let zone: TimeZone
    private let isNoticeGiven = Mutex(false)

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - worker: The worker, or nil to read headers alone.
    ///   - absence: The reason why there is no worker, where there is none.
    ///   - zone: The time zone of local times that have no zone.
    package init(
        worker: MediaWorkerClient?,
        absence: MediaWorkerError = MediaWorkerError(.notFound),
        zone: TimeZone
    ) {
        self.worker = worker
        self.absence = absence
        self.zone = zone
    }

    /// Creates a reader with the installed worker, if there is one.
    package convenience init(
        environment: [String: String],
        zone: TimeZone,
        timeout: Duration = MediaWorkerClient.defaultTimeout
    ) {
        let worker = WorkerProgram.findWorker(environment: environment).map {
            MediaWorkerClient(program: $0, environment: environment, timeout: timeout)
        }
        let absence = worker == nil ? WorkerProgram.absence(environment: environment) : nil
        self.init(worker: worker, absence: absence ?? MediaWorkerError(.notFound), zone: zone)
    }

    /// Returns the facts of an open file.
    ///
    /// The caller keeps the descriptor, whose position does not change. Safe on any thread, and on several at once. The
    /// call blocks while the worker reads.
    ///
    /// - Parameters:
    ///   - descriptor: A regular file, open for reading.
    ///   - hint: The file's name. The name decides between types with the same content, and may state a date where the
    ///     content has none.
    /// - Returns: All facts that the worker found; without a worker, the facts of the header.
    /// - Throws: `MediaFileError` if the file is at fault, `MediaWorkerError` if the worker is.
    package func facts(of descriptor: Int32, hint: String?) throws -> MediaFacts {
        guard let worker else {
            return try Self.headerFacts(of: descriptor, hint: hint, zone: zone)
        }
        // The header is checked here first. Files that are no media then cost the worker nothing, and the worker cannot
        // report a picture as a movie.
        let source = try DescriptorByteSource(descriptor: descriptor)
        let start = try source.bytes(at: 0, count: MediaType.signatureLength)
        let type = try MediaType(known: start, fileSize: source.byteCount)
        let facts = try worker.facts(of: descriptor, zone: zone)
        // Formats based on TIFF are only distinguished further inside the file.
        guard facts.type == type || facts.type.isRefined(from: type) else {
            throw MediaWorkerError(.badReply, "it names another type than the file has")
        }
        return facts.completed(byName: hint, zone: zone)
    }

    /// Returns the facts of an open file, and the tag that each fact came from.
    ///
    /// - Parameters and errors: As those of `facts(of:hint:)`.
    package func explainedFacts(
        of descriptor: Int32,
        hint: String?
    ) throws -> (facts: MediaFacts, sources: [FactField: String]) {
        var (facts, sources) =
            try worker?.explainedFacts(of: descriptor, zone: zone)
            ?? (Self.headerFacts(of: descriptor), [:])
        facts = facts.completed(byName: hint, zone: zone)
        sources[.creationDate] = facts.dateSource
        return (facts, sources)
    }

    /// Returns the facts in the header and the name of an open file, without a worker.
    ///
    /// - Parameters:
    ///   - descriptor: A regular file, open for reading.
    ///   - hint: The file's name.
    ///   - zone: The time zone of a time in the name.
    /// - Returns: The facts. Their `reader` is the header.
    /// - Throws: `MediaFileError` if the file is at fault.
    package static func headerFacts(
        of descriptor: Int32,
        hint: String?,
        zone: TimeZone
    ) throws -> MediaFacts {
        try headerFacts(of: descriptor).completed(byName: hint, zone: zone)
    }

    private static func headerFacts(of descriptor: Int32) throws -> MediaFacts {
        MediaFacts(
            header: try MediaHeader.read(from: DescriptorByteSource(descriptor: descriptor))
        )
    }

    /// Checks whether the worker can be used.
    ///
    /// - Parameters:
    ///   - extent: The programs to check; nil for both in a fresh check, and for the reader alone otherwise. Decoders
    ///     take long to start, and a file whose pictures or facts fail leads to a fresh check.
    ///   - isFresh: Whether to start new processes for the check, instead of using idle ones.
    /// - Returns: The reason why the worker cannot be used; nil if it reads a small picture correctly.
    package func problem(
        _ extent: WorkerProbe.Extent? = nil,
        isFresh: Bool = false
    ) -> MediaWorkerError? {
        guard let worker else { return absence }
        let extent = extent ?? (isFresh ? .readerAndDecoder : .reader)
        return WorkerProbe.problem(with: worker, extent: extent, isFresh: isFresh)
    }

    /// Returns a sentence for the user about a problem with the worker on the first call; nil later.
    package func notice(of problem: MediaWorkerError) -> String? {
        isNoticeGiven.withLock { isGiven in
            defer { isGiven = true }
            return isGiven
                ? nil : "Dates, places and captions inside of files are not read. \(problem)"
        }
    }

    /// Returns a sentence for the user if the worker is missing, on the first call; nil otherwise.
    package func workerNotice() -> String? { worker == nil ? notice(of: absence) : nil }
}
