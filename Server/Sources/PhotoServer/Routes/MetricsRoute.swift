import HTTPTypes
import Hummingbird
import NIOCore
import ServeRules

/// The metrics of the server, for a program of the owner that collects them.
struct MetricsRoute {
    let monitor: Monitor

    func addRoutes(to table: inout RouteTable) {
        table.addRoute(.get, at: RequestOrigin.metricsPath, for: .ownerReader) { _ in
            let text = MetricText.text(of: await monitor.values())
            return Response(
                status: .ok,
                headers: [.contentType: MetricText.contentType, .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: text))
            )
        }
    }
}
