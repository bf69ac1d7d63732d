import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOSSL
import PhotosBase
import Synchronization
import TransferRules

/// The connections of this program.
///
/// Safe on any thread; the mutexes guard the clients and their certificates.
final class Wire: Sendable {
    private let clients = Mutex<[ProxyAddress?: HTTPClient]>([:])
    private let certificates = Mutex<[String: TLSConfiguration]>([:])
    /// The origins that have answered.
    private let answered = Mutex<Set<String>>([])
    private let watch: StallWatch
    private let stallSeconds: Double
    private let contact: FirstContact

    init(stallSeconds: Double, contact: FirstContact) {
        self.stallSeconds = stallSeconds
        self.contact = contact
        watch = StallWatch(shortest: min(stallSeconds, contact.seconds))
    }

    /// Sends a request, and reads its answer.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - link: How the remote is reached.
    ///   - read: Reads the answer. If a part of the body is left when `read` returns, the connection is
    ///     closed.
    /// - Returns: The result of `read`.
    /// - Throws: `TransferFailure`.
    func exchange<Value: Sendable>(
        _ call: WireCall,
        over link: WireLink,
        reading read: @escaping @Sendable (WireAnswer) async throws -> Value
    ) async throws -> Value {
        let activity = Activity()
        let request = try makeRequest(for: call, over: link, activity: activity)
        let client = httpClient(through: link.proxy)
        let task = Task {
            let response = try await client.execute(request, deadline: .distantFuture)
            activity.recordProgress()
            self.answered.withLock { _ = $0.insert(call.origin) }
            return try await read(
                WireAnswer(response, activity: activity, limiter: link.limiter)
            )
        }
        let hasAnswered = answered.withLock { $0.contains(call.origin) }
        let limit = { @Sendable [contact, stallSeconds] in
            contact.silenceLimit(
                stall: stallSeconds,
                hasAnswered: hasAnswered,
                hasMoved: activity.hasMoved
            )
        }
        watch.add(activity, limit: limit) { task.cancel() }
        defer { watch.remove(activity) }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch {
            if Task.isCancelled { throw TransferFailure.cancelled }
            let failure = WireFailure.failure(
                error,
                host: link.host,
                isStalled: activity.isStalled,
                seconds: stallSeconds
            )
            // Another exchange may have had its answer meanwhile.
            let isThere = answered.withLock { $0.contains(call.origin) } || activity.hasMoved
            throw isThere
                ? failure : contact.adjustedFailure(failure, of: link.host, stall: stallSeconds)
        }
    }

    private func makeRequest(
        for call: WireCall,
        over link: WireLink,
        activity: Activity
    ) throws -> HTTPClientRequest {
        var request = HTTPClientRequest(url: call.origin + call.path)
        request.method = .RAW(value: call.method)
        for (name, value) in call.headers { request.headers.add(name: name, value: value) }
        if !request.headers.contains(name: "user-agent") {
            request.headers.add(name: "user-agent", value: "photokit-transfer")
        }
        switch call.body {
        case .none: break
        case .bytes(let bytes): request.body = .bytes(ByteBuffer(bytes: bytes))
        case .file(let file, let range, let sha256, let meter):
            meter.restart()
            let body = FileBody(
                file: file,
                range: range,
                sha256: sha256,
                meter: meter,
                activity: activity,
                limiter: link.limiter
            )
            request.body = .stream(body, length: .known(range.upperBound - range.lowerBound))
        }
        if let path = link.certificates {
            request.tlsConfiguration = try tlsConfiguration(trusting: path)
        }
        return request
    }

    private func httpClient(through proxy: ProxyAddress?) -> HTTPClient {
        clients.withLock { clients in
            if let client = clients[proxy] { return client }
            var configuration = HTTPClient.Configuration()
            configuration.redirectConfiguration = .disallow
            configuration.httpVersion = .http1Only
            configuration.timeout.connect = .milliseconds(Int64(contact.seconds * 1_000))
            // Tries are counted elsewhere, and requests never wait for each other's connections.
            configuration.connectionPool.retryConnectionEstablishment = false
            configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 512
            if let proxy {
                var authorization: HTTPClient.Authorization?
                if let user = proxy.user {
                    authorization = .basic(username: user, password: proxy.password ?? "")
                }
                configuration.proxy = .server(
                    host: proxy.host,
                    port: proxy.port,
                    authorization: authorization
                )
            }
            let client = HTTPClient(
                eventLoopGroupProvider: .singleton,
                configuration: configuration
            )
            clients[proxy] = client
            return client
        }
    }

    private func tlsConfiguration(trusting path: String) throws -> TLSConfiguration {
        if let known = certificates.withLock({ $0[path] }) { return known }
        guard let found = try? NIOSSLCertificate.fromPEMFile(path), !found.isEmpty else {
            throw TransferFailure(
                .unknownCertificate,
                "The file \(path) has no certificate in PEM form. Name another file."
            )
        }
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.additionalTrustRoots = [.certificates(found)]
        certificates.withLock { $0[path] = configuration }
        return configuration
    }

    /// Closes all connections.
    func close() async {
        for client in clients.withLock({ Array($0.values) }) { try? await client.shutdown() }
    }
}
