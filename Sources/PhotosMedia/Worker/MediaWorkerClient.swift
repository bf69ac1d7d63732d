package import Foundation
import Synchronization

/// Asks the worker program for facts and pictures, with one process for each simultaneous request.
///
/// `processes` guards the idle processes. Nothing else changes. A request takes an idle process, or starts one, and
/// communicates with it outside the lock. Afterwards the process becomes idle again, or ends if the request failed.
/// After 16 answers, a spare process is started while others work. Neither another thread nor the file after a crash
/// then waits for a start.
package final class MediaWorkerClient: Sendable {
    /// The longest time by the clock.
    ///
    /// Most requests time out long before, see ``WorkerDeadline``.
    package static let defaultTimeout: Duration = WorkerDeadline.longestWait

    /// The largest number of idle processes.
    ///
    /// More processes only run while more threads send requests.
    package static let maximumIdle = 4

    /// The number of answers before a spare process is started.
    ///
    /// Shorter jobs do without one.
    private static let answersBeforeSpare = 16

    package let program: String
    private let environment: [String: String]
    private let timeout: Duration
    private let processes = Mutex(Processes())

    private struct Processes {
        /// Idle processes that have already read files.
        var idle: [WorkerProcess] = []
        /// A process that has not read any file.
        var spare: WorkerProcess?
        /// Whether a thread is starting a spare process.
        var isStarting = false
        /// The number of answered requests.
        ///
        /// Starting a process takes as long as reading many files.
        var answerCount = 0
    }

    /// Creates a client, without starting a process.
    ///
    /// - Parameters:
    ///   - program: The path of the worker.
    ///   - environment: The environment variables, in which the worker finds its libraries.
    ///   - timeout: The longest time for one file.
    package init(
        program: String,
        environment: [String: String],
        timeout: Duration = MediaWorkerClient.defaultTimeout
    ) {
        self.program = program
        self.environment = environment
        self.timeout = timeout
    }

    /// Returns the facts of an open file.
    ///
    /// The caller keeps the descriptor, whose position does not change.
    ///
    /// - Throws: `MediaFileError` if the file is at fault, `MediaWorkerError` if the worker is.
    package func facts(of descriptor: Int32, zone: TimeZone) throws -> MediaFacts {
        try facts(.facts, descriptor, zone).facts
    }

    /// Returns the facts of an open file, and the tag that each fact came from.
    ///
    /// - Throws: As `facts(of:zone:)` does.
    package func explainedFacts(
        of descriptor: Int32,
        zone: TimeZone
    ) throws -> (facts: MediaFacts, sources: [FactField: String]) {
        let (facts, reply) = try facts(.explain, descriptor, zone)
        let sources = (reply.sources ?? [:]).compactMap { name, tag in
            FactField(rawValue: name).map { ($0, tag) }
        }
        return (facts, Dictionary(sources) { first, _ in first })
    }

    private func facts(
        _ verb: WorkerRequest.Verb,
        _ descriptor: Int32,
        _ zone: TimeZone
    ) throws -> (facts: MediaFacts, reply: WorkerReply) {
        let request = WorkerRequest(verb, zone: zone.identifier)
        let reply = try answer(to: request, descriptor: descriptor)
        try check(reply)
        guard let facts = reply.facts else {
            throw MediaWorkerError(.badReply, "it states no facts")
        }
        return (facts, reply)
    }

    /// Returns pictures of an open file, in the order of the request's renditions.
    ///
    /// The caller keeps the descriptor, whose position does not change. Safe on any thread, and on several at once. The
    /// call blocks while the worker decodes.
    ///
    /// - Parameters:
    ///   - descriptor: A picture, a movie or raw pixels, open for reading. A file in memory is allowed.
    ///   - request: The renditions to make.
    /// - Returns: A picture for each rendition.
    /// - Throws: `MediaFileError` if the file is at fault, `MediaWorkerError` if the worker is.
    package func pictures(
        of descriptor: Int32,
        _ request: PictureRequest
    ) throws -> [Picture] {
        if let fault = request.fault { throw MediaWorkerError(.badRequest, fault) }
        let (plan, deadline) = try plan(descriptor, request)
        let message = WorkerRequest(.pictures, picture: request, places: plan.places)
        let bytes = try WorkerCoding.encode(message)
        func exchange(_ process: WorkerProcess) throws(MediaWorkerError) -> PictureAnswer {
            let hasAnswered = process.hasAnswered
            let (reply, pictures) = try process.exchange(
                bytes,
                descriptor: descriptor,
                plan: plan,
                deadline: deadline.limited(to: timeout),
                meanwhile: startSpare
            ) { made in
                made.count == request.renditions.count
                    && zip(made, request.renditions).enumerated().allSatisfy {
                        plan.allows($0.element.0, for: $0.element.1, at: $0.offset)
                    }
            }
            let isDoubtful = hasAnswered && reply.failure != nil
            return PictureAnswer(reply: reply, pictures: pictures, isDoubtful: isDoubtful)
        }
        var answer = try lend(to: exchange) { !$0.isDoubtful }
        if answer.isDoubtful { answer = try lend(isFresh: true, to: exchange) { _ in true } }
        let (reply, pictures) = (answer.reply, answer.pictures)
        try check(reply)
        return zip(zip(reply.pictures, pictures), request.renditions).map { made, rendition in
            Picture(
                width: made.0.width,
                height: made.0.height,
                format: rendition.format,
                bytes: made.1
            )
        }
    }

    private struct PictureAnswer {
        var reply: WorkerReply
        var pictures: [Data]
        /// Whether the answer reports a damaged file, but comes from a process that has answered before.
        ///
        /// An earlier file may have damaged that process. For example, a process whose memory earlier files have used
        /// up fails on good files.
        var isDoubtful: Bool
    }

    /// Throws the refusal or failure that a reply contains.
    private func check(_ reply: WorkerReply) throws {
        if let refusal = reply.sandbox?.refusal { throw MediaWorkerError(.noSandbox, refusal) }
        if let failure = reply.failure { throw MediaFileError(failure.code, failure.reason) }
    }

    /// Returns the state of the worker's sandbox.
    package func sandbox() throws -> WorkerSandbox {
        let reply = try answer(to: WorkerRequest(.sandbox), descriptor: -1)
        guard let sandbox = reply.sandbox else {
            throw MediaWorkerError(.badReply, "it does not state its sandbox")
        }
        return sandbox
    }

    /// Computes the largest sizes and the time limit of the pictures from the file's own header.
    private func plan(
        _ descriptor: Int32,
        _ request: PictureRequest
    ) throws(MediaFileError) -> (PicturePlan, WorkerDeadline) {
        let renditions = request.renditions
        let source = try DescriptorByteSource(descriptor: descriptor)
        switch request.source {
        case .pixels(let width, let height):
            guard source.byteCount == Int64(width) * Int64(height) * 4 else {
                throw MediaFileError(.damaged, "pixels of another size than was said")
            }
            let plan = try PicturePlan(renditions, crop: request.crop, ofPixels: width, height)
            return (plan, WorkerDeadline(picturesOf: nil, renditions, plan))
        case .file:
            let header = try MediaHeader.read(from: source)
            let plan = try PicturePlan(renditions, crop: request.crop, of: header)
            return (plan, WorkerDeadline(picturesOf: header, renditions, plan))
        }
    }

    /// Returns the versions of the libraries that the worker uses, by name.
    package func versions() throws -> [String: String] {
        let reply = try answer(to: WorkerRequest(.versions), descriptor: -1)
        guard let versions = reply.versions else {
            throw MediaWorkerError(.badReply, "it states no versions")
        }
        return versions
    }

    /// Ends the idle processes.
    ///
    /// Later requests start new ones.
    package func close() {
        let ended = processes.withLock { processes in
            defer { processes = Processes() }
            return processes.idle + [processes.spare].compactMap(\.self)
        }
        // The last references go here, outside the lock, and each process ends with its last reference.
        withExtendedLifetime(ended) {}
    }

    /// Makes a client of the same program that shares no process with this client.
    ///
    /// - Parameter timeout: The longest time for one file.
    /// - Returns: The client.
    func separate(timeout: Duration) -> MediaWorkerClient {
        MediaWorkerClient(
            program: program,
            environment: environment,
            timeout: min(timeout, self.timeout)
        )
    }

    /// The process identifiers of the idle workers, for callers that must recognize their own child processes.
    package var idleProcessIdentifiers: [Int32] {
        processes.withLock { $0.idle.map(\.identifier) }
    }

    private func answer(to request: WorkerRequest, descriptor: Int32) throws -> WorkerReply {
        let message = try WorkerCoding.encode(request)
        let descriptors = descriptor < 0 ? [] : [descriptor]
        return try lend { process throws(MediaWorkerError) in
            try WorkerCoding.reply(
                process.exchange(
                    message,
                    descriptors: descriptors,
                    deadline: { deadline(descriptor) },
                    meanwhile: startSpare
                )
            )
        } keeps: { _ in
            true
        }
    }

    /// Returns the time limit for reading the facts of a file.
    private func deadline(_ descriptor: Int32) -> WorkerDeadline {
        let source = try? DescriptorByteSource(descriptor: descriptor)
        let header = source.flatMap { try? MediaHeader.read(from: $0) }
        return (header.map(WorkerDeadline.init(factsOf:)) ?? .ordinary).limited(to: timeout)
    }

    /// Lends a process to a request, and a second process if the first one dies.
    ///
    /// - Parameters:
    ///   - isFresh: Whether the process must not have read any file.
    ///   - request: The request, which gets the process.
    ///   - keeps: Decides from the result whether the process is kept for later requests.
    /// - Returns: The result of `request`.
    /// - Throws: The error of `request`.
    private func lend<Result>(
        isFresh: Bool = false,
        to request: (WorkerProcess) throws(MediaWorkerError) -> Result,
        keeps: (Result) -> Bool
    ) throws(MediaWorkerError) -> Result {
        do throws(MediaWorkerError) {
            return try attempt(request, in: waiting(isFresh: isFresh), keeps: keeps)
        } catch {
            // An earlier file may have damaged the process, so the request is tried again in a fresh one.
            guard error.code == .died else { throw error }
        }
        return try attempt(request, in: waiting(isFresh: true), keeps: keeps)
    }

    /// Takes an idle process that still runs; returns nil if there is none.
    private func waiting(isFresh: Bool) -> WorkerProcess? {
        while true {
            let process = processes.withLock { processes -> WorkerProcess? in
                if !isFresh, let idle = processes.idle.popLast() { return idle }
                defer { processes.spare = nil }
                return processes.spare
            }
            guard let process, process.isGone else { return process }
        }
    }

    /// Starts a process, so that the next request finds it ready.
    package func startAhead() {
        let isWanted = processes.withLock { processes in
            guard processes.spare == nil, !processes.isStarting else { return false }
            processes.isStarting = true
            return true
        }
        guard isWanted else { return }
        // An error is ignored here. A request that finds no process starts one, and reports the error.
        let spare = try? WorkerProcess.start(program, environment: environment)
        processes.withLock { processes in
            processes.isStarting = false
            processes.spare = spare
        }
    }

    private func startSpare() {
        if processes.withLock({ $0.answerCount >= Self.answersBeforeSpare && $0.spare == nil }) {
            startAhead()
        }
    }

    private func attempt<Result>(
        _ request: (WorkerProcess) throws(MediaWorkerError) -> Result,
        in waiting: WorkerProcess?,
        keeps: (Result) -> Bool
    ) throws(MediaWorkerError) -> Result {
        let process: WorkerProcess
        if let waiting {
            process = waiting
        } else {
            process = try .start(program, environment: environment)
        }
        let result = try request(process)
        processes.withLock { processes in
            processes.answerCount += 1
            guard keeps(result), processes.idle.count < Self.maximumIdle else { return }
            processes.idle.append(process)
        }
        return result
    }
}
