import HummingbirdCore
import Logging
import NIOCore
import NIOSSL
import NIOTLS

/// A channel with TLS whose handshake has to end in time.
struct HandshakeChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    /// The seconds until the handshake must have ended.
    let seconds: Double

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        let made = base.setup(channel: channel, logger: logger)
        return channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let tls = try pipeline.handler(type: NIOSSLServerHandler.self)
            // The handlers after this one keep the event of the handshake for themselves.
            try pipeline.addHandler(HandshakeGuard(seconds), position: .after(tls))
            try pipeline.addHandler(GatheredFlush(), position: .after(tls))
        }.flatMap { made }
    }

    /// Handles the requests of a connection.
    ///
    /// HTTP/2 has a task for each request, also for a preview that its channel has answered by itself. Only the work for an
    /// answer leaves the event loop.
    func handle(value: Base.Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
            await base.handle(value: value, logger: logger)
        }
    }
}

/// Closes a connection whose TLS handshake does not end in time.
final class HandshakeGuard: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    private let seconds: Double
    private var check: Scheduled<Void>?

    init(_ seconds: Double) { self.seconds = seconds }

    func handlerAdded(context: ChannelHandlerContext) {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let pause = TimeAmount.milliseconds(Int64(seconds * 1000))
        check = context.eventLoop.scheduleTask(in: pause) { bound.value.close(promise: nil) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { check?.cancel() }

    func channelInactive(context: ChannelHandlerContext) {
        check?.cancel()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted? = event as? TLSUserEvent {
            check?.cancel()
            check = nil
        }
        context.fireUserInboundEventTriggered(event)
    }
}
