package import Foundation

/// Asks the worker program for facts and pictures.
///
/// Facts of pictures come from processes without decoders, which start in milliseconds. Everything else comes from
/// processes with decoders, which start when one is first needed. Safe on any thread, and on several at once.
package final class MediaWorkerClient: Sendable {
    /// The longest time by the clock.
    ///
    /// Most requests time out long before, see ``WorkerDeadline``.
    package static let defaultTimeout: Duration = WorkerDeadline.longestWait

    /// The largest number of idle processes of each kind.
    package static let maximumIdle = WorkerPool.maximumIdle

    package let program: String
    private let environment: [String: String]
    let timeout: Duration
    private let readers: WorkerPool
    let decoders: WorkerPool
    let movieMakers = MovieMakers()

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
        readers = WorkerPool(.reader, program: program, environment: environment)
        decoders = WorkerPool(.decoder, program: program, environment: environment)
    }

    /// Returns the facts of an open file.
    ///
    /// The caller keeps the descriptor, whose position does not change.
    ///
    /// - Throws: `MediaFileError` if the file is at fault, `MediaWorkerError` if the worker is.
    package func facts(of descriptor: Int32, zone: TimeZone) throws -> MediaFacts {
        try facts(by: .facts, of: descriptor, zone: zone).facts
    }

    /// Returns the facts of an open file, and the tag that each fact came from.
    ///
    /// - Throws: As `facts(of:zone:)` does.
    package func explainedFacts(
        of descriptor: Int32,
        zone: TimeZone
    ) throws -> (facts: MediaFacts, sources: [FactField: String]) {
        let (facts, reply) = try facts(by: .explain, of: descriptor, zone: zone)
        let sources = (reply.sources ?? [:]).compactMap { name, tag in
            FactField(rawValue: name).map { ($0, tag) }
        }
        return (facts, Dictionary(sources) { first, _ in first })
    }

    private func facts(
        by verb: WorkerRequest.Verb,
        of descriptor: Int32,
        zone: TimeZone
    ) throws -> (facts: MediaFacts, reply: WorkerReply) {
        let request = WorkerRequest(verb, zone: zone.identifier)
        var reply = try answer(to: request, of: .reader, descriptor)
        if reply.needsDecoders { reply = try answer(to: request, of: .decoder, descriptor) }
        try checkReply(reply)
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
        let (plan, deadline) = try plan(of: descriptor, for: request)
        let message = WorkerRequest(.pictures, picture: request, regions: plan.regions)
        let bytes = try WorkerCoding.encode(message)
        func exchange(_ process: WorkerProcess) throws(MediaWorkerError) -> PictureAnswer {
            let hasAnswered = process.hasAnswered
            let (reply, pictures) = try process.exchange(
                bytes,
                descriptor: descriptor,
                plan: plan,
                deadline: deadline.limited(to: timeout),
                meanwhile: decoders.startSpare
            ) { made in
                made.count == request.renditions.count
                    && zip(made, request.renditions).enumerated().allSatisfy {
                        plan.allows($0.element.0, for: $0.element.1, at: $0.offset)
                    }
            }
            let isDoubtful = hasAnswered && reply.failure != nil
            return PictureAnswer(reply: reply, pictures: pictures, isDoubtful: isDoubtful)
        }
        var answer = try decoders.withProcess(perform: exchange) { !$0.isDoubtful }
        if answer.isDoubtful {
            answer = try decoders.withProcess(isFresh: true, perform: exchange) { _ in true }
        }
        let (reply, pictures) = (answer.reply, answer.pictures)
        try checkReply(reply)
        return zip(zip(reply.pictures, pictures), request.renditions).map { made, rendition in
            Picture(
                width: made.0.width,
                height: made.0.height,
                format: rendition.format,
                bytes: made.1,
                moment: made.0.moment
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
    func checkReply(_ reply: WorkerReply) throws {
        if let problem = reply.decoderProblem { throw MediaWorkerError(.noDecoders, problem) }
        if reply.needsDecoders {
            throw MediaWorkerError(
                .badReply,
                "it has no decoders; a script in \(WorkerProgram.variable) must pass its arguments on"
            )
        }
        if let refusal = reply.sandbox?.refusal { throw MediaWorkerError(.noSandbox, refusal) }
        if let failure = reply.failure { throw MediaFileError(failure.code, failure.reason) }
    }

    /// Returns the state of the sandbox of one kind of worker.
    package func sandbox(of kind: WorkerKind) throws -> WorkerSandbox {
        let reply = try answer(to: WorkerRequest(.sandbox), of: kind, -1)
        if let problem = reply.decoderProblem { throw MediaWorkerError(.noDecoders, problem) }
        guard let sandbox = reply.sandbox else {
            throw MediaWorkerError(.badReply, "it does not state its sandbox")
        }
        return sandbox
    }

    /// Computes the largest sizes and the time limit of the pictures from the file's own header.
    private func plan(
        of descriptor: Int32,
        for request: PictureRequest
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
            var deadline = WorkerDeadline(picturesOf: header, renditions, plan)
            if request.moment != nil { deadline = WorkerDeadline(momentWithin: deadline) }
            return (plan, deadline)
        }
    }

    /// Returns the versions of both programs, and of the libraries that they use, by name.
    package func versions() throws -> [String: String] {
        try WorkerKind.allCases.reduce(into: [:]) { versions, kind in
            versions.merge(try self.versions(of: kind)) { first, _ in first }
        }
    }

    /// Returns the versions of one program and of its libraries, by name.
    package func versions(of kind: WorkerKind) throws -> [String: String] {
        let reply = try answer(to: WorkerRequest(.versions), of: kind, -1)
        if let versions = reply.versions { return versions }
        try checkReply(reply)
        throw MediaWorkerError(.badReply, "it states no versions")
    }

    /// Asks the program whether it finds the program with decoders, without starting that one.
    ///
    /// - Throws: `MediaWorkerError` with code `noDecoders` if it does not.
    func checkDecoders() throws {
        let reply = try answer(to: WorkerRequest(.versions), of: .reader, -1)
        if let problem = reply.decoderProblem { throw MediaWorkerError(.noDecoders, problem) }
    }

    /// Ends the idle processes.
    ///
    /// Later requests start new ones.
    package func close() {
        readers.close()
        decoders.close()
        movieMakers.close()
    }

    /// Starts a process, so that the next request of its kind finds it ready.
    package func startAhead(_ kind: WorkerKind = .reader) { pool(of: kind).startAhead() }

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

    /// The process identifiers of the idle workers of both kinds, for callers that must recognize their own child
    /// processes.
    package var idleProcessIdentifiers: [Int32] {
        WorkerKind.allCases.flatMap { idleProcessIdentifiers(of: $0) }
            + movieMakers.waitingProcessIdentifiers
    }

    /// The process identifiers of the idle workers of one kind.
    package func idleProcessIdentifiers(of kind: WorkerKind) -> [Int32] {
        pool(of: kind).idleProcessIdentifiers
    }

    /// The process identifier of the server that starts the workers with decoders; nil if there is none.
    package var forkServerIdentifier: Int32? { decoders.serverIdentifier }

    private func pool(of kind: WorkerKind) -> WorkerPool {
        switch kind {
        case .reader: readers
        case .decoder: decoders
        }
    }

    private func answer(
        to request: WorkerRequest,
        of kind: WorkerKind,
        _ descriptor: Int32
    ) throws -> WorkerReply {
        let pool = pool(of: kind)
        let message = try WorkerCoding.encode(request)
        let descriptors = descriptor < 0 ? [] : [descriptor]
        return try pool.withProcess { process throws(MediaWorkerError) in
            try WorkerCoding.decodedReply(
                in: process.exchange(
                    message,
                    descriptors: descriptors,
                    deadline: { deadline(for: descriptor) },
                    meanwhile: pool.startSpare
                )
            )
        } keeps: { _ in
            true
        }
    }

    /// Returns the time limit for reading the facts of a file.
    private func deadline(for descriptor: Int32) -> WorkerDeadline {
        let source = try? DescriptorByteSource(descriptor: descriptor)
        let header = source.flatMap { try? MediaHeader.read(from: $0) }
        return (header.map(WorkerDeadline.init(factsOf:)) ?? .ordinary).limited(to: timeout)
    }
}
