import HTTPTypes
import Logging
import Metrics
import ServeRules
import Synchronization

/// Records answered requests: a line in the log, and numbers in the metrics.
///
/// The mutex guards the counters and timers, which are kept because making them takes longer than using them.
final class RequestRecord: Sendable {
    private struct Recorders {
        let counter: Counter
        let timer: Timer
    }

    private let logger: Logger
    private let metrics: ServerMetrics
    private let known = Mutex<[RequestLabels: Recorders]>([:])

    init(logger: Logger, metrics: ServerMetrics) {
        self.logger = logger
        self.metrics = metrics
    }

    /// Records a request whose answer begins now.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - pattern: The pattern of the route; nil where there is none. The path can have identifiers and words of a search in it.
    ///   - status: The status of the answer.
    ///   - start: When the request came.
    func recordRequest(
        _ method: HTTPRequest.Method,
        pattern: String?,
        status: HTTPResponse.Status,
        since start: ContinuousClock.Instant
    ) {
        let time = ContinuousClock.now - start
        let labels = RequestLabels(
            method: method.rawValue,
            pattern: pattern,
            status: status.code
        )
        let recorders = recorders(for: labels)
        recorders.counter.increment()
        recorders.timer.record(duration: time)
        let route = status == .notFound ? "-" : pattern ?? "-"
        logger.info("\(method.rawValue) \(route) \(status.code) \(time)")
    }

    private func recorders(for labels: RequestLabels) -> Recorders {
        known.withLock { known in
            if let recorders = known[labels] { return recorders }
            let route = [("method", labels.method), ("route", labels.route)]
            let recorders = Recorders(
                counter: Counter(
                    label: Metric.requests.rawValue,
                    dimensions: route + [("status", labels.status)],
                    factory: metrics
                ),
                timer: Timer(
                    label: Metric.requestSeconds.rawValue,
                    dimensions: route,
                    factory: metrics
                )
            )
            known[labels] = recorders
            return recorders
        }
    }
}
