package import Foundation

/// What a writer intends and what it was promised, in a file outside the library, a line each.
///
/// A line is written before a block begins, and another when it has been acknowledged: a process that dies leaves at
/// most one block of which nobody knows.
package struct Ledger: Sendable {
    package enum Line: Codable, Sendable {
        /// Where a writer begins.
        case state(LedgerState)
        case intent([LedgerStep])
        /// The end of the history behind the block.
        case acknowledged(sequence: Int64, mark: Int64)
        /// The block was refused, and is known to be there all the same or not.
        case refused(isThere: Bool)
        /// From here on the power is off.
        ///
        /// What is acknowledged behind it nobody was there to hear: while ext4 is being shut down, an fsync under way
        /// may say that it is done when it is not. It may be there as well: between this line and the cut a writer goes
        /// on, for several blocks when the machine is busy.
        case cut
    }

    private let descriptor: Int32

    /// Goes on behind what the file has.
    package init(appendingTo url: URL) throws {
        descriptor = open(url.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Fault("\(url.path) cannot be written") }
    }

    /// Begins a new file with a state.
    package static func begin(_ url: URL, _ state: LedgerState) throws {
        try (JSONEncoder().encode(Line.state(state)) + [0x0A]).write(to: url)
    }

    package func write(_ line: Line) throws {
        let bytes = try Array(JSONEncoder().encode(line)) + [0x0A]
        guard Foundation.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw Fault("the ledger is full")
        }
    }

    package func close() { Foundation.close(descriptor) }

    /// What a ledger says that a library is to hold.
    package struct Account: Sendable {
        /// By everything that was promised.
        package var state = LedgerState()
        /// What it may be instead: with the block that nobody knows of, and with each that was begun behind a cut.
        package var possible: [LedgerState] = []
        package var acknowledged = 0
        package var refused = 0
        /// Every asset that was ever named.
        package var assets: Set<UUID> = []
        package var albums: Set<UUID> = []
        /// The history's numbers and marks of what was promised, in order.
        package var positions: [(sequence: Int64, mark: Int64)] = []

        package init() {}

        /// Follows lines, the last of which may be broken off.
        package init(_ lines: [Line]) {
            var isCut = false
            for line in lines {
                switch line {
                case .cut: isCut = true
                case .acknowledged where isCut: continue
                case .refused where isCut: return
                case .state(let start):
                    state = start
                    assets.formUnion(start.assets.keys)
                case .intent(let steps):
                    var next = possible.last ?? state
                    next.apply(steps)
                    assets.formUnion(next.assets.keys)
                    possible.append(next)
                case .acknowledged(let sequence, let mark):
                    state = possible.last ?? state
                    state.sequence = sequence
                    state.mark = mark
                    possible = []
                    acknowledged += 1
                    positions.append((sequence, mark))
                case .refused(let isThere):
                    if isThere { state = possible.last ?? state }
                    possible = []
                    refused += 1
                }
            }
        }

        package var album: UUID? { possible.last?.album ?? state.album }
    }

    /// Reads a ledger whose writer may have died in the middle of a line.
    package static func read(_ url: URL) throws -> Account {
        let content = try Data(contentsOf: url)
        let decoder = JSONDecoder()
        var lines: [Line] = []
        for part in content.split(separator: 0x0A, omittingEmptySubsequences: true) {
            guard let line = try? decoder.decode(Line.self, from: part) else { break }
            lines.append(line)
        }
        return Account(lines)
    }
}
