import Metrics
import ServeRules
import Synchronization

/// Keeps the numbers that are recorded through swift-metrics, as long as the server runs.
///
/// A label of swift-metrics is the name of a ``Metric``. Whatever has another name, or another kind than its metric, is not kept, so
/// `/metrics` states nothing that its document does not list. The mutex guards the values.
final class ServerMetrics: MetricsFactory {
    private let book = Mutex(MetricBook())

    /// The values at this moment.
    var values: MetricBook { book.withLock { $0 } }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(of: .counter, label, dimensions) ?? NOOPMetricsHandler.instance
    }

    func makeRecorder(
        label: String,
        dimensions: [(String, String)],
        aggregate: Bool
    ) -> any RecorderHandler {
        series(of: .gauge, label, dimensions) ?? NOOPMetricsHandler.instance
    }

    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(of: .histogram, label, dimensions) ?? NOOPMetricsHandler.instance
    }

    // Values stay until the server ends: Prometheus takes a counter that is gone for a server that was started again.
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}

    fileprivate func change(_ change: (inout MetricBook) -> Void) { book.withLock { change(&$0) } }

    private func series(
        of kind: Metric.Kind,
        _ label: String,
        _ dimensions: [(String, String)]
    ) -> MetricSeries? {
        guard let metric = Metric(rawValue: label), metric.kind == kind else { return nil }
        let values = metric.labels.map { name in dimensions.first { $0.0 == name }?.1 ?? "" }
        return MetricSeries(of: metric, labels: values, in: self)
    }
}

/// The values of a metric with certain labels.
private final class MetricSeries: CounterHandler, RecorderHandler, TimerHandler {
    private let metric: Metric
    private let labels: [String]
    private let metrics: ServerMetrics

    init(of metric: Metric, labels: [String], in metrics: ServerMetrics) {
        self.metric = metric
        self.labels = labels
        self.metrics = metrics
    }

    func increment(by amount: Int64) {
        metrics.change { $0.add(Double(max(0, amount)), to: metric, labels) }
    }

    func reset() { metrics.change { $0.set(0, of: metric, labels) } }

    func record(_ value: Int64) { record(Double(value)) }

    func record(_ value: Double) { metrics.change { $0.set(value, of: metric, labels) } }

    func recordNanoseconds(_ duration: Int64) {
        metrics.change { $0.record(seconds: Double(duration) / 1e9, in: metric, labels) }
    }
}
