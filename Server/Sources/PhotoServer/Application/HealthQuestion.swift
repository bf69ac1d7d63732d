import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import ServeRules

/// Asks a running server whether it can answer from its library, as a container's engine does at intervals.
enum HealthQuestion {
    private static let connectSeconds: Int64 = 3
    private static let answerSeconds: Int64 = 5
    private static let request =
        "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

    /// Asks a server of this machine once.
    ///
    /// - Parameters:
    ///   - address: The address of the page, as the server wrote it down: its scheme and port count.
    ///   - listening: The address where the server accepts connections.
    /// - Throws: ``ServerError`` where the server does not answer, or cannot read its library.
    static func ask(_ address: String, listeningAt listening: String) async throws {
        let host = Exposure.nearAddress(of: listening)
        guard let beginning = try? await answer(of: address, at: host) else {
            throw ServerError("The server of \(address) does not answer.")
        }
        guard HealthAnswer.isHealthy(beginning) else {
            throw ServerError(
                "The server cannot read its library. \"photokit doctor\" says more."
            )
        }
    }

    /// Returns the beginning of the server's answer, with the whole status; nil if the server gives none.
    private static func answer(of address: String, at host: String) async throws -> String? {
        let components = URLComponents(string: address)
        guard let port = components?.port else { return nil }
        let tls = components?.scheme == "https" ? try clientContext() : nil
        let connection = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connectTimeout(.seconds(connectSeconds))
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    () throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> in
                    if let tls {
                        try channel.pipeline.syncOperations.addHandler(
                            NIOSSLClientHandler(context: tls, serverHostname: nil)
                        )
                    }
                    channel.eventLoop.scheduleTask(in: .seconds(answerSeconds)) {
                        channel.close(promise: nil)
                    }
                    return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
                }
            }
        var beginning = ByteBuffer()
        do {
            try await connection.executeThenClose { inbound, outbound in
                try await outbound.write(ByteBuffer(string: request))
                for try await part in inbound {
                    beginning.writeImmutableBuffer(part)
                    if beginning.readableBytes >= HealthAnswer.length { break }
                }
            }
        } catch {
            // How the connection ends does not matter after the answer.
        }
        return beginning.readableBytes >= HealthAnswer.length ? String(buffer: beginning) : nil
    }

    /// Returns the context of a client that asks this machine: the name in the certificate is another one, and nothing secret
    /// is sent.
    private static func clientContext() throws -> NIOSSLContext {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.certificateVerification = .none
        configuration.applicationProtocols = ["http/1.1"]
        return try NIOSSLContext(configuration: configuration)
    }
}
