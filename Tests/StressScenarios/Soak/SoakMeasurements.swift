import Foundation

/// The measurements of one process of a soak, over all its work.
struct SoakMeasurements: Codable {
    /// A position in the log, and the time when the commit was acknowledged: nanoseconds since the machine started.
    struct Commit: Codable {
        var sequence: Int64
        var time: UInt64
    }

    /// A range of the log that a change observer received at once.
    struct Delivery: Codable {
        var from: Int64
        var to: Int64
        /// When the observer was called, had its first details, and had applied all of them.
        var called: UInt64
        var first: UInt64
        var done: UInt64
    }

    struct SlowStatement: Codable {
        var sql: String
        var seconds: Double
        /// The number of runs over 5 ms.
        var runs: Int
    }

    var blocks = 0
    var mutations = 0
    var refusals = 0
    var commits: [Commit] = []
    /// The seconds that each commit took.
    var commitDurations: [Double] = []
    var deliveries: [Delivery] = []
    var details = 0
    /// The number of results without indexes, which were read again as a whole.
    var reread = 0
    var slowest: [SlowStatement] = []
    var processorSeconds = 0.0
}

extension SoakMeasurements {
    /// Reads the answer of another process.
    init(line: String) throws {
        self = try JSONDecoder().decode(SoakMeasurements.self, from: Data(line.utf8))
    }

    /// JSON in one line, as an answer to another process.
    func line() throws -> String { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
}
