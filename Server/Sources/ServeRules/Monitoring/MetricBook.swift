/// The values of all metrics of a server.
///
/// Each value of a metric belongs to a list of values of its labels.
public struct MetricBook: Hashable, Sendable {
    /// The bounds of a histogram, in seconds.
    ///
    /// Longer durations are counted, too.
    public static let bounds = [
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
    ]
    /// The value of each label beyond the most values of a metric.
    public static let other = "other"

    /// A value of a metric.
    enum Value: Hashable, Sendable {
        case number(Double)
        /// The numbers of durations in each interval between bounds, the last one without an end, and the sum of all.
        case durations(counts: [Int], sum: Double)
    }

    private let mostSeries: Int
    private(set) var values: [Metric: [[String]: Value]] = [:]

    /// Makes a book without values.
    ///
    /// - Parameter mostSeries: The most values of one metric. The values of further labels are added up in one value, whose
    ///   labels are ``other``.
    public init(mostSeries: Int = 2_000) { self.mostSeries = mostSeries }

    /// Adds to a counter.
    ///
    /// - Parameters:
    ///   - amount: A number, 0 or more.
    ///   - metric: A counter.
    ///   - labels: The values of its labels.
    public mutating func add(_ amount: Double, to metric: Metric, _ labels: [String] = []) {
        precondition(metric.kind == .counter && amount >= 0, "A counter only rises.")
        changeValue(of: metric, labels: labels) { value in
            guard case .number(let before)? = value else { return .number(amount) }
            return .number(before + amount)
        }
    }

    /// Sets a gauge, or a counter that is counted elsewhere.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - metric: A gauge or a counter.
    ///   - labels: The values of its labels.
    public mutating func set(_ number: Double, of metric: Metric, _ labels: [String] = []) {
        precondition(metric.kind != .histogram, "A histogram has no single number.")
        changeValue(of: metric, labels: labels) { _ in .number(number) }
    }

    /// Records a duration.
    ///
    /// - Parameters:
    ///   - seconds: The seconds. A negative number counts as 0.
    ///   - metric: A histogram.
    ///   - labels: The values of its labels.
    public mutating func record(seconds: Double, in metric: Metric, _ labels: [String] = []) {
        precondition(metric.kind == .histogram, "Only a histogram has durations.")
        let seconds = max(0, seconds)
        let interval = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        changeValue(of: metric, labels: labels) { value in
            var counts = [Int](repeating: 0, count: Self.bounds.count + 1)
            var sum = 0.0
            if case .durations(let before, let total)? = value { (counts, sum) = (before, total) }
            counts[interval] += 1
            return .durations(counts: counts, sum: sum + seconds)
        }
    }

    private mutating func changeValue(
        of metric: Metric,
        labels: [String],
        by change: (Value?) -> Value
    ) {
        precondition(labels.count == metric.labels.count, "Each label of a metric has a value.")
        var labels = labels
        if let known = values[metric], known[labels] == nil, known.count >= mostSeries {
            labels = labels.map { _ in Self.other }
        }
        values[metric, default: [:]][labels] = change(values[metric]?[labels])
    }
}
