import NIOCore
import NIOHTTP1
import NIOHTTPTypesHTTP1
import ServeRules

/// Lets each connection end where its client expects it, also a client of HTTP/1.0.
///
/// Later handlers do not see the version of a request. They close a connection after a request with `Connection: close`.
final class ConnectionLifetimeHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private struct OpenRequest {
        var isVersion10: Bool
        var isLast: Bool
        /// Whether the answer states no length, so that its end is that of the connection.
        var endsConnection = false
    }

    /// The requests without an answer, the oldest first.
    private var open: [OpenRequest] = []

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else {
            context.fireChannelRead(data)
            return
        }
        let isVersion10 = head.version == .http1_0
        let isLast = ConnectionLifetime.isLastRequest(
            isVersion10: isVersion10,
            connection: head.headers["Connection"]
        )
        open.append(OpenRequest(isVersion10: isVersion10, isLast: isLast))
        if isLast { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard let request = open.first, request.isVersion10 else {
            if case .end = unwrapOutboundIn(data), !open.isEmpty { open.removeFirst() }
            context.write(data, promise: promise)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(var head):
            // Such a client knows no chunks. The encoder makes none for this version.
            head.version = .http1_0
            let statesLength = head.headers.contains(name: "Content-Length")
            let hasBody = head.status.mayHaveResponseBody && head.status != .notModified
            open[0].endsConnection = !request.isLast && hasBody && !statesLength
            let isKept = !request.isLast && !open[0].endsConnection
            head.headers.replaceOrAdd(name: "Connection", value: isKept ? "keep-alive" : "close")
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            open.removeFirst()
            guard request.endsConnection else {
                context.write(data, promise: promise)
                return
            }
            let sent = promise ?? context.eventLoop.makePromise(of: Void.self)
            let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
            sent.futureResult.whenComplete { _ in bound.value.close(mode: .output, promise: nil) }
            context.writeAndFlush(data, promise: sent)
        }
    }
}

/// Puts a ``ConnectionLifetimeHandler`` where requests still have their version; does nothing over HTTP/2.
final class ConnectionLifetimeSetup: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        guard let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) else { return }
        do {
            try pipeline.addHandler(ConnectionLifetimeHandler(), position: .before(codec))
        } catch {
            context.fireErrorCaught(error)
        }
    }
}
