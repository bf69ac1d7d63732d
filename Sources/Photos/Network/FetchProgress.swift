/// The progress of a fetch of several files, as one number from 0 to 1 that never decreases.
package struct FetchProgress: Sendable {
    private let weights: [Double]
    private var fractions: [Double]
    package private(set) var total = 0.0

    /// Makes the progress of files with these numbers of bytes.
    package init(byteCounts: [Int64]) {
        // An empty file has a part, too, so that the total reaches 1 in any case.
        weights = byteCounts.map { Double(max(1, $0)) }
        fractions = byteCounts.map { _ in 0 }
    }

    /// Notes the progress of one file; returns the new total, or nil if it has not grown.
    package mutating func recordProgress(of index: Int, fraction: Double) -> Double? {
        guard fraction > fractions[index] else { return nil }
        fractions[index] = min(1, fraction)
        let isComplete = fractions.allSatisfy { $0 == 1 }
        let done = zip(weights, fractions).reduce(0) { $0 + $1.0 * $1.1 }
        let new = isComplete ? 1 : min(1, done / weights.reduce(0, +))
        guard new > total else { return nil }
        total = new
        return new
    }
}
