package import Foundation
import Synchronization

/// Finds out what the library needs to know of a file: by the worker, or without it by the header alone.
///
/// `isNoticeGiven` guards whether the sentence about a missing worker was handed out; nothing else changes.
package final class MediaReader: Sendable {
    package let worker: MediaWorkerClient?
    private let zone: TimeZone
    private let isNoticeGiven = Mutex(false)

    /// - Parameters:
    ///   - worker: The worker, or nil to do with headers.
    ///   - zone: Where local times without a zone are taken to be meant.
    package init(worker: MediaWorkerClient?, zone: TimeZone) {
        self.worker = worker
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
        self.init(worker: worker, zone: zone)
    }

    /// The facts of an open file, whose descriptor stays the caller's and keeps its position.
    ///
    /// Safe on any thread, and on several at once; it blocks while the worker reads.
    ///
    /// - Parameters:
    ///   - descriptor: A regular file, open for reading.
    ///   - hint: The file's name. It only decides between types that have the same content.
    /// - Returns: All that the worker found, or what the header tells.
    /// - Throws: `MediaFileError` for what is wrong with the file, `MediaWorkerError` for the worker.
    package func facts(of descriptor: Int32, hint: String?) throws -> MediaFacts {
        let header = try MediaHeader.read(from: DescriptorByteSource(descriptor: descriptor))
        var facts: MediaFacts
        if let worker {
            facts = try worker.facts(of: descriptor, zone: zone)
            guard facts.type == header.type else {
                throw MediaWorkerError(.badReply, "it names another type than the file has")
            }
        } else {
            facts = MediaFacts(header: header)
        }
        // Apple's programs write films of iTunes's kind as plain MPEG-4: there only the name tells.
        if facts.type == .mpeg4, hint?.lowercased().hasSuffix(".m4v") == true { facts.type = .m4v }
        return facts
    }

    /// A sentence for the user when the worker is missing, the first time it is asked for; nil otherwise.
    package func workerNotice() -> String? {
        guard worker == nil else { return nil }
        return isNoticeGiven.withLock { isGiven in
            defer { isGiven = true }
            return isGiven ? nil : Self.missingWorker
        }
    }

    private static let missingWorker =
        "Dates, places and captions inside of files are not read, because the program "
        + "\(WorkerProgram.name) was not found. Install it beside this program or in the path, or name "
        + "it in \(WorkerProgram.variable)."
}
