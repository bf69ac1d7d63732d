package import Foundation
import Synchronization

/// Finds out what the library needs to know of a file: by the worker, or without it by the header alone.
///
/// `isNoticeGiven` guards whether the sentence about a missing worker was handed out; nothing else changes.
package final class MediaReader: Sendable {
    package let worker: MediaWorkerClient?
    private let absence: MediaWorkerError
    private let zone: TimeZone
    private let isNoticeGiven = Mutex(false)

    /// - Parameters:
    ///   - worker: The worker, or nil to do with headers.
    ///   - absence: Why there is no worker, where there is none.
    ///   - zone: Where local times without a zone are taken to be meant.
    package init(
        worker: MediaWorkerClient?,
        absence: MediaWorkerError = MediaWorkerError(.notFound),
        zone: TimeZone
    ) {
        self.worker = worker
        self.absence = absence
        self.zone = zone
    }

    /// A reader with the worker that is installed, if one is.
    package convenience init(
        environment: [String: String],
        zone: TimeZone,
        timeout: Duration = MediaWorkerClient.defaultTimeout
    ) {
        let worker = WorkerProgram.find(environment: environment).map {
            MediaWorkerClient(program: $0, environment: environment, timeout: timeout)
        }
        let absence = worker == nil ? WorkerProgram.absence(environment: environment) : nil
        self.init(worker: worker, absence: absence ?? MediaWorkerError(.notFound), zone: zone)
    }

    /// The facts of an open file, whose descriptor stays the caller's and keeps its position.
    ///
    /// Safe on any thread, and on several at once; it blocks while the worker reads.
    ///
    /// - Parameters:
    ///   - descriptor: A regular file, open for reading.
    ///   - hint: The file's name. It decides between types that have the same content, and may state a date where
    ///     the content does not.
    /// - Returns: All that the worker found, or what the header tells.
    /// - Throws: `MediaFileError` for what is wrong with the file, `MediaWorkerError` for the worker.
    package func facts(of descriptor: Int32, hint: String?) throws -> MediaFacts {
        guard let worker else {
            return try Self.headerFacts(of: descriptor, hint: hint, zone: zone)
        }
        // What is no media at all costs the worker nothing, and it cannot call a picture a movie.
        let source = try DescriptorByteSource(descriptor: descriptor)
        let start = try source.bytes(at: 0, count: MediaType.signatureLength)
        let type = try MediaType(known: start, fileSize: source.byteCount)
        let facts = try worker.facts(of: descriptor, zone: zone)
        // Formats built on TIFF are told apart further in.
        guard facts.type == type || facts.type.isRefined(from: type) else {
            throw MediaWorkerError(.badReply, "it names another type than the file has")
        }
        return facts.completed(byName: hint, zone: zone)
    }

    /// The facts of an open file, and the tag that each of them came from.
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

    /// What an open XMP sidecar tells of the photo that it stands beside.
    ///
    /// It needs no worker: packets are read by the same bounded means as headers. Safe on any thread, and on several
    /// at once.
    ///
    /// - Throws: `MediaFileError` for what is wrong with the file.
    package func sidecar(of descriptor: Int32) throws(MediaFileError) -> SidecarFacts {
        try SidecarFacts(from: DescriptorByteSource(descriptor: descriptor), zone: zone)
    }

    /// The facts that the header and the name of an open file tell, which needs no worker.
    ///
    /// - Parameters:
    ///   - descriptor: A regular file, open for reading.
    ///   - hint: The file's name.
    ///   - zone: Where a time in the name is taken to be meant.
    /// - Returns: The facts, which say that the header told them.
    /// - Throws: `MediaFileError` for what is wrong with the file.
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

    /// Asks the worker whether it can be used.
    ///
    /// - Parameter isFresh: Whether a process is started for the question, in place of one that waits.
    /// - Returns: Why it cannot be used; nil where it reads a small picture as it should.
    package func problem(isFresh: Bool = false) -> MediaWorkerError? {
        guard let worker else { return absence }
        return WorkerProbe.problem(with: worker, isFresh: isFresh)
    }

    /// A sentence for the user about a problem with the worker, the first time it is asked for; nil otherwise.
    package func notice(of problem: MediaWorkerError) -> String? {
        isNoticeGiven.withLock { isGiven in
            defer { isGiven = true }
            return isGiven
                ? nil : "Dates, places and captions inside of files are not read. \(problem)"
        }
    }

    /// A sentence for the user when the worker is missing, the first time it is asked for; nil otherwise.
    package func workerNotice() -> String? { worker == nil ? notice(of: absence) : nil }
}
