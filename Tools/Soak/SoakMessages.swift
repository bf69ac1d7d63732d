import Foundation

/// Something that does not hold.
struct SoakFault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

enum SoakChild: String {
    case writer
    case observer
}

/// The part of one process.
protocol SoakRole {
    func answer(_ request: SoakRequest) throws -> SoakAnswer
}

/// What the leading process asks for.
enum SoakRequest: Codable {
    /// A stretch of this many seconds begins: writers write, observers measure from here on.
    case work(seconds: Double)
    /// Nobody writes: everything up to a place in the log has to have arrived, and to be right.
    case settle(sequence: Int64)
    case report
    case quit
}

/// What a child answers.
struct SoakAnswer: Codable {
    var fault: String?
    var report: SoakReport?
}

/// What a child did on all stretches.
struct SoakReport: Codable {
    /// A place in the log, and when it was reached there: nanoseconds since the machine started.
    struct Commit: Codable {
        var sequence: Int64
        var time: UInt64
    }

    /// A stretch of the log that observers were told of at once.
    struct Telling: Codable {
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
        /// How often it took longer than 5 ms.
        var runs: Int
    }

    var blocks = 0
    var mutations = 0
    var refusals = 0
    var commits: [Commit] = []
    /// Seconds that each commit took.
    var commitDurations: [Double] = []
    var tellings: [Telling] = []
    var details = 0
    /// Results that came without indexes and were taken over whole.
    var retaken = 0
    var slowest: [SlowStatement] = []
    var processorSeconds = 0.0
}
