import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import ServeRules
import ServiceLifecycle

/// Makes the application of a server, which tests and the program run.
enum ServerApplication {
    static func build(
        _ server: PhotoServer,
        onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
    ) throws -> some ApplicationProtocol {
        let options = server.options
        let (router, _) = Routes.makeRouter(for: server)
        var application = Application(
            router: router,
            server: try httpChannel(for: server),
            configuration: ApplicationConfiguration(
                address: .hostname(options.address, port: options.port),
                backlog: 1024,
                availableConnectionsDelegate: .maximum(
                    options.mostConnections,
                    logger: server.logger
                )
            ),
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? 0) },
            logger: server.logger
        )
        application.addServices(Pulse(server: server))
        return application
    }

    /// The suites of TLS 1.2 with forward secrecy, which all suites of TLS 1.3 have.
    ///
    /// Somebody who gets the server's key later cannot read what was sent before.
    private static let forwardSecretSuites: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256,
        .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]

    private static func httpChannel(for server: PhotoServer) throws -> HTTPServerBuilder {
        let options = server.options
        let limits = options.limits
        let count = ConnectionCount(most: options.mostConnections)
        let known = KnownPreviews(
            admission: server.admission,
            previews: server.previews,
            dates: server.dates,
            fileHeaders: server.fileHeaders
        )
        // The page keeps the lists in the address of an event stream within 24 KB, however long the searches are.
        let decoder = HTTP1Channel.Configuration.DecoderConfiguration(
            maxHeaderFieldSize: 32 << 10,
            maxHeaderListSize: 64 << 10,
            maxHeaderFieldCount: 100
        )
        let configuration = HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                ConnectionLifetimeSetup(),
                HomePathHandler(),
                ConnectionGuard(limits: limits, count: count),
                PreviewShortcut(previews: known, record: server.monitor.record),
            ],
            idleTimeout: nil,
            httpDecoderConfiguration: decoder
        )
        guard let certificate = options.certificate else {
            return .http1(configuration: configuration)
        }
        guard let key = options.key else {
            throw ServerError("A certificate needs its key. Give --key FILE, too.")
        }
        do {
            var tls = TLSConfiguration.makeServerConfiguration(
                certificateChain: try NIOSSLCertificate.fromPEMFile(certificate.path)
                    .map { .certificate($0) },
                privateKey: .privateKey(try NIOSSLPrivateKey(file: key.path, format: .pem))
            )
            tls.minimumTLSVersion = .tlsv12
            tls.cipherSuiteValues = forwardSecretSuites
            let final = tls
            // The context is made once here, so that a bad certificate is reported before the server starts.
            _ = try NIOSSLContext(configuration: tls)
            return HTTPServerBuilder { responder in
                HandshakeChannel(
                    base: try HTTP2UpgradeChannel(
                        tlsConfiguration: final,
                        configuration: .init(
                            idleTimeout: .seconds(limits.headSeconds),
                            streamConfiguration: configuration
                        ),
                        responder: { request, writer, channel in
                            // A closure cannot consume what it captures, so it takes the writer out of an optional.
                            var writer = Optional(writer)
                            try await withTaskExecutorPreference(globalConcurrentExecutor) {
                                guard let writer = writer.take() else { return }
                                try await responder(request, writer, channel)
                            }
                        }
                    ),
                    seconds: limits.headSeconds
                )
            }
        } catch {
            throw ServerError(
                "The certificate or its key cannot be used. Both must be PEM files that belong together."
            )
        }
    }
}

/// Once a second, updates notices, the health of the library and the presence of a picker, and removes expired credentials
/// every ten seconds.
struct Pulse: Service {
    let server: PhotoServer

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var second = 0
            while !Task.isCancelled {
                do {
                    try await Task.sleep(for: .seconds(1))
                } catch {
                    break
                }
                second += 1
                let now = second
                // The next line may wait for the disk.
                server.monitor.health.update()
                for library in server.pool.all { library.views.updateNotices(atSecond: now) }
                server.pick?.checkPresence(
                    isFollowing: server.pool.owner.views.hasStreams,
                    at: server.clock.seconds
                )
                if second % 10 == 0 { server.gate.removeExpired() }
            }
        }
    }
}
