package import Foundation
import Synchronization

/// Asks the worker program for facts and pictures, in as many processes as there are requests at once.
///
/// `processes` guards the processes that wait for work, and nothing else changes. A request takes a process out, or
/// starts one, and talks to it outside the lock; afterwards the process goes back, or ends if it failed. Once there is much to do, a spare
/// one is started while others work, so that neither another thread nor the file after a crash waits for a start.
package final class MediaWorkerClient: Sendable {
    /// By the clock; most files are given up long before, see ``WorkerDeadline``.
    package static let defaultTimeout: Duration = WorkerDeadline.longestWait

    /// Processes that are kept waiting; more only start when more threads ask at once.
    package static let maximumIdle = 4

    /// Who asks for less than so many files gets along without a spare process.
    private static let answersBeforeSpare = 16

    package let program: String
    private let environment: [String: String]
    private let timeout: Duration
    private let processes = Mutex(Processes())

    private struct Processes {
        /// They read files before.
        var idle: [WorkerProcess] = []
        /// It has not read any file.
        var spare: WorkerProcess?
        /// Somebody is starting a spare one.
        var isStarting = false
        /// How many requests were answered: a start takes as long as many a file.
        var answerCount = 0
    }

    /// - Parameters:
    ///   - program: The path of the worker.
    ///   - environment: Where the worker finds its libraries.
    ///   - timeout: How long one file may take at most.
    package init(
        program: String,
        environment: [String: String],
        timeout: Duration = MediaWorkerClient.defaultTimeout
    ) {
        self.program = program
        self.environment = environment
        self.timeout = timeout
    }

    /// The facts of an open file, whose descriptor stays the caller's and keeps its position.
    ///
    /// - Throws: `MediaFileError` for what is wrong with the file, `MediaWorkerError` for the worker.
    package func facts(of descriptor: Int32, zone: TimeZone) throws -> MediaFacts {
        try facts(.facts, descriptor, zone).facts
    }

    /// The facts of an open file, and the tag that each of them came from.
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

    /// Pictures of an open file, in the order of the request's renditions.
    ///
    /// The descriptor stays the caller's and keeps its position.
    /// Safe on any thread, and on several at once; it blocks while the worker decodes.
    ///
    /// - Parameters:
    ///   - descriptor: A picture's or movie's file, or the pixels, open for reading; a file in memory will do.
    ///   - request: What to make.
    /// - Returns: A picture for each rendition.
    /// - Throws: `MediaFileError` for what is wrong with the file, `MediaWorkerError` for the worker.
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
        /// Whether it names a fault of the file and comes from a process that earlier files may have hurt: one whose
        /// memory they have used up fails on good ones.
        var isDoubtful: Bool
    }

    /// Throws what the worker says instead of an answer.
    private func check(_ reply: WorkerReply) throws {
        if let refusal = reply.walls?.refusal { throw MediaWorkerError(.noWalls, refusal) }
        if let failure = reply.failure { throw MediaFileError(failure.code, failure.reason) }
    }

    /// The walls around the worker.
    package func walls() throws -> WorkerWalls {
        let reply = try answer(to: WorkerRequest(.walls), descriptor: -1)
        guard let walls = reply.walls else {
            throw MediaWorkerError(.badReply, "it tells of no walls")
        }
        return walls
    }

    /// How large the pictures can become, and how long they may take, from the file's own header.
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

    /// The versions of the libraries that the worker uses, by name.
    package func versions() throws -> [String: String] {
        let reply = try answer(to: WorkerRequest(.versions), descriptor: -1)
        guard let versions = reply.versions else {
            throw MediaWorkerError(.badReply, "it states no versions")
        }
        return versions
    }

    /// Ends the processes that wait.
    ///
    /// Later requests start new ones.
    package func close() {
        let ended = processes.withLock { processes in
            defer { processes = Processes() }
            return processes.idle + [processes.spare].compactMap(\.self)
        }
        // They end here, outside the lock, when the last reference goes.
        withExtendedLifetime(ended) {}
    }

    /// Makes a client of the same program that shares no process with this one.
    ///
    /// - Parameter timeout: How long one file may take at most.
    /// - Returns: The client.
    func separate(timeout: Duration) -> MediaWorkerClient {
        MediaWorkerClient(
            program: program,
            environment: environment,
            timeout: min(timeout, self.timeout)
        )
    }

    /// The process identifiers of the workers that wait, for those who must know whom they started.
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

    /// How long the facts of a file may take.
    private func deadline(_ descriptor: Int32) -> WorkerDeadline {
        let source = try? DescriptorByteSource(descriptor: descriptor)
        let header = source.flatMap { try? MediaHeader.read(from: $0) }
        return (header.map(WorkerDeadline.init(factsOf:)) ?? .ordinary).limited(to: timeout)
    }

    /// Lends a process to one request, and a second one where the first dies.
    ///
    /// - Parameters:
    ///   - isFresh: Whether the process must not have read any file.
    ///   - request: What to do with the process.
    ///   - keeps: Whether the process is kept for later requests, by what came of this one.
    /// - Returns: What `request` returns.
    /// - Throws: What `request` throws.
    private func lend<Result>(
        isFresh: Bool = false,
        to request: (WorkerProcess) throws(MediaWorkerError) -> Result,
        keeps: (Result) -> Bool
    ) throws(MediaWorkerError) -> Result {
        do throws(MediaWorkerError) {
            return try attempt(request, in: waiting(isFresh: isFresh), keeps: keeps)
        } catch {
            // An earlier file may have hurt the process: this one gets a second try in a fresh one.
            guard error.code == .died else { throw error }
        }
        return try attempt(request, in: waiting(isFresh: true), keeps: keeps)
    }

    /// A process that waits; nil where none does.
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

    /// Starts a process that the next request finds ready.
    package func startAhead() {
        let isWanted = processes.withLock { processes in
            guard processes.spare == nil, !processes.isStarting else { return false }
            processes.isStarting = true
            return true
        }
        guard isWanted else { return }
        // Who needs one and has none hears why it does not start.
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
