package import Foundation

/// Decides which files become assets, and in which blocks: a state machine that touches no disk.
package struct ImportPlan: Sendable {
    /// How much a block may hold, so that a failure costs little and other writers get their turn.
    package struct Limits: Hashable, Sendable {
        package var files: Int
        package var bytes: Int64

        package init(files: Int = 32, bytes: Int64 = 256 << 20) {
            self.files = files
            self.bytes = bytes
        }
    }

    package enum Decision: Hashable, Sendable {
        /// The file waits for its block.
        case taken
        case duplicate(of: UUID)
        /// A file with the same bytes waits for its block: offer this one again when that is committed or refused.
        case undecided
    }

    private let limits: Limits
    private let takesDuplicates: Bool
    private var waiting: [ImportCandidate] = []
    private var waitingBytes: Int64 = 0
    private var waitingContents: Set<[UInt8]> = []

    package init(limits: Limits = Limits(), takesDuplicates: Bool = false) {
        self.limits = limits
        self.takesDuplicates = takesDuplicates
    }

    /// Takes a file in, or says whose bytes it has.
    ///
    /// - Parameters:
    ///   - candidate: a file that could become an asset.
    ///   - known: the library's asset with the same bytes, if there is one.
    /// - Returns: what becomes of the file.
    package mutating func offer(_ candidate: ImportCandidate, known: UUID?) -> Decision {
        if !takesDuplicates {
            if let known { return .duplicate(of: known) }
            if waitingContents.contains(candidate.checksum) { return .undecided }
        }
        waiting.append(candidate)
        waitingBytes += candidate.file.byteCount
        waitingContents.insert(candidate.checksum)
        return .taken
    }

    /// The next block, once it is full or nothing more will come; nil while it may still grow.
    package mutating func nextBlock(isLast: Bool) -> [ImportCandidate]? {
        guard !waiting.isEmpty,
            isLast || waiting.count >= limits.files || waitingBytes >= limits.bytes
        else { return nil }
        var bytes: Int64 = 0
        var count = 0
        // A file that is too large for any block still gets one, alone.
        while count < min(waiting.count, limits.files),
            count == 0 || bytes + waiting[count].file.byteCount <= limits.bytes
        {
            bytes += waiting[count].file.byteCount
            count += 1
        }
        let block = Array(waiting.prefix(count))
        waiting.removeFirst(count)
        waitingBytes -= bytes
        waitingContents = Set(waiting.map(\.checksum))
        return block
    }
}
