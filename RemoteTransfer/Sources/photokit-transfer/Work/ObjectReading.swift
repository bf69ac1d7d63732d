import PhotosBase
import Synchronization
import TransferRules

/// The reading of an object, or of a range of it, over as many requests as it takes.
struct ObjectReading: Sendable {
    let remote: any ServiceRemote
    let name: String
    /// The bytes that are wanted.
    let wanted: Range<Int64>
    /// The length of the whole object; nil where a range is wanted alone.
    let total: Int64?
    let sink: any ByteSink
    let meter: ProgressMeter
    let patience: Double

    private static let enoughProgress: Int64 = 1 << 20

    /// The version that the bytes in the sink are of.
    ///
    /// Safe on any thread; the mutex guards its tag.
    private final class Version: Sendable {
        private let known = Mutex<String?>(nil)

        var tag: String? {
            get { known.withLock { $0 } }
            set { known.withLock { $0 = newValue } }
        }
    }

    /// Reads until the sink has all bytes.
    ///
    /// The bytes are not compared with a checksum.
    ///
    /// - Throws: `TransferFailure`.
    func run() async throws {
        var backoff = Backoff(patience: patience)
        let version = Version()
        var changes = 0
        while true {
            let before = sink.position
            let start = SteadyClock.now
            do {
                if try await readPart(from: wanted.lowerBound + before, version: version) == false {
                    changes += 1
                    guard changes < 3 else { throw AnswerMeaning.differingObject(name) }
                    version.tag = nil
                    try await restartSink()
                    continue
                }
                let end = wanted.upperBound - wanted.lowerBound
                if sink.position == end { return }
                // An answer of unknown length ended without an error.
                if sink.position > before { continue }
                throw TransferFailure(
                    .cutOff,
                    "The connection to \(remote.host) ended too early. Try again.",
                    retry: true
                )
            } catch let failure as TransferFailure {
                if sink.position - before >= Self.enoughProgress { backoff.resetAfterProgress() }
                try await Retrying.waitForRetry(&backoff, after: failure, since: start)
            }
        }
    }

    private func restartSink() async throws {
        let sink = sink
        meter.add(-sink.position)
        try await BlockingThreads.common.run { try sink.restart() }
    }

    /// Reads on, and returns false where the object has changed meanwhile.
    private func readPart(from position: Int64, version: Version) async throws -> Bool {
        let tag = version.tag
        let rest = position..<wanted.upperBound
        let asksForAll = position == 0 && total != nil
        let call = ReadCall(range: asksForAll ? nil : rest, tag: tag, isFresh: true)
        let (sink, meter, total, host, name) = (sink, meter, total, remote.host, name)
        let end = wanted.upperBound - wanted.lowerBound
        return try await remote.readObject(name, with: call) { answer in
            let meaning = ReadAnswer(
                answer.head,
                wanted: rest,
                total: total,
                tag: tag,
                isRangeAlone: total == nil
            )
            switch meaning {
            case .continues: break
            case .beginsAnew:
                meter.add(-sink.position)
                try await BlockingThreads.common.run { try sink.restart() }
            case .changed: return false
            case .otherLength: throw Self.otherLength(answer.head, host: host, name: name)
            case .noRanges where Self.isPage(answer.head):
                throw AnswerMeaning.foreignAnswer(from: host)
            case .noRanges:
                throw TransferFailure(
                    .unsupported,
                    "\(host) sends no parts of files. Fetch the whole object instead."
                )
            case .foreign: throw AnswerMeaning.foreignAnswer(from: host)
            }
            // Noted before the bytes come, because the connection may end among them.
            version.tag = answer.head.strongTag
            do {
                try await answer.writeBody(to: sink, until: end, meter: meter)
            } catch is WireAnswer.TooLong {
                throw Self.otherLength(answer.head, host: host, name: name)
            }
            return true
        }
    }

    // A page that a network shows before one has signed in is no damaged photo.
    private static func otherLength(
        _ head: AnswerHead,
        host: String,
        name: String
    ) -> TransferFailure {
        isPage(head) ? AnswerMeaning.foreignAnswer(from: host) : AnswerMeaning.differingObject(name)
    }

    private static func isPage(_ head: AnswerHead) -> Bool {
        head["content-type"]?.hasPrefix("text/html") == true
    }
}
