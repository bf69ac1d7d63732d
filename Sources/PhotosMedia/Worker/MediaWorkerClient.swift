package import Foundation
import Synchronization

/// Asks the worker program for facts and pictures, in as many processes as there are requests at once.
///
/// `idle` guards the processes that wait for work, and nothing else changes. A request takes a process out, or
/// starts one, and talks to it outside the lock; afterwards the process goes back, or ends if it failed.
package final class MediaWorkerClient: Sendable {
    /// A file that takes longer is given up: real ones take some milliseconds.
    package static let defaultTimeout: Duration = .seconds(20)

    /// Processes that are kept waiting; more only start when more threads ask at once.
    package static let maximumIdle = 4

    package let program: String
    private let environment: [String: String]
    private let timeout: Duration
    private let idle = Mutex<[WorkerProcess]>([])

    /// - Parameters:
    ///   - program: The path of the worker.
    ///   - environment: Where the worker finds its libraries.
    ///   - timeout: How long one file may take.
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
        if let failure = reply.failure {
            throw MediaFileError(failure.code, failure.reason)
        }
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
        let plan = try plan(descriptor, request)
        let message = WorkerRequest(.pictures, picture: request, places: plan.places)
        let bytes = try WorkerCoding.encode(message)
        let (reply, pictures) = try lend { process throws(MediaWorkerError) in
            try process.exchange(bytes, descriptor: descriptor, plan: plan, timeout: timeout) {
                made in
                made.count == request.renditions.count
                    && zip(made, request.renditions).enumerated().allSatisfy {
                        plan.allows($0.element.0, for: $0.element.1, at: $0.offset)
                    }
            }
        }
        if let failure = reply.failure {
            throw MediaFileError(failure.code, failure.reason)
        }
        return zip(zip(reply.pictures, pictures), request.renditions).map { made, rendition in
            Picture(
                width: made.0.width,
                height: made.0.height,
                format: rendition.format,
                bytes: made.1
            )
        }
    }

    /// How large the pictures can become, from the file's own header.
    private func plan(
        _ descriptor: Int32,
        _ request: PictureRequest
    ) throws(MediaFileError) -> PicturePlan {
        let source = try DescriptorByteSource(descriptor: descriptor)
        switch request.source {
        case .pixels(let width, let height):
            guard source.byteCount == Int64(width) * Int64(height) * 4 else {
                throw MediaFileError(.damaged, "pixels of another size than was said")
            }
            return try PicturePlan(request.renditions, crop: request.crop, ofPixels: width, height)
        case .file:
            let header = try MediaHeader.read(from: source)
            return try PicturePlan(request.renditions, crop: request.crop, of: header)
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
        let ended = idle.withLock { processes in
            defer { processes = [] }
            return processes
        }
        // They end here, outside the lock, when the last reference goes.
        withExtendedLifetime(ended) {}
    }

    /// The process identifiers of the workers that wait, for those who must know whom they started.
    package var idleProcessIdentifiers: [Int32] {
        idle.withLock { $0.map(\.identifier) }
    }

    private func answer(to request: WorkerRequest, descriptor: Int32) throws -> WorkerReply {
        let message = try WorkerCoding.encode(request)
        let descriptors = descriptor < 0 ? [] : [descriptor]
        return try lend { process throws(MediaWorkerError) in
            try WorkerCoding.reply(
                process.exchange(message, descriptors: descriptors, timeout: timeout)
            )
        }
    }

    /// Lends a process to one request, and a second one where the first dies.
    private func lend<Result>(
        to request: (WorkerProcess) throws(MediaWorkerError) -> Result
    ) throws(MediaWorkerError) -> Result {
        let waiting = idle.withLock { $0.popLast() }
        do throws(MediaWorkerError) {
            return try attempt(request, in: waiting)
        } catch {
            // An earlier file may have hurt the process: this one gets a second try in a fresh one.
            guard error.code == .died else { throw error }
        }
        return try attempt(request, in: nil)
    }

    private func attempt<Result>(
        _ request: (WorkerProcess) throws(MediaWorkerError) -> Result,
        in waiting: WorkerProcess?
    ) throws(MediaWorkerError) -> Result {
        let process: WorkerProcess
        if let waiting {
            process = waiting
        } else {
            process = try .start(program, environment: environment)
        }
        let result = try request(process)
        idle.withLock { processes in
            if processes.count < Self.maximumIdle { processes.append(process) }
        }
        return result
    }
}
