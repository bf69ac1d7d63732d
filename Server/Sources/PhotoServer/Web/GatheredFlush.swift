import NIOCore

/// Sends what several answers write in one turn of the event loop together.
///
/// Over HTTP/2 each answer would else become a record of TLS and a call of the system of its own.
final class GatheredFlush: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny
    typealias OutboundIn = NIOAny

    private var isWaiting = false

    func flush(context: ChannelHandlerContext) {
        guard !isWaiting else { return }
        isWaiting = true
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        context.eventLoop.execute {
            let (handler, context) = bound.value
            handler.flushGathered(in: context)
        }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        flushGathered(in: context)
        context.close(mode: mode, promise: promise)
    }

    func handlerRemoved(context: ChannelHandlerContext) { isWaiting = false }

    func channelInactive(context: ChannelHandlerContext) {
        isWaiting = false
        context.fireChannelInactive()
    }

    private func flushGathered(in context: ChannelHandlerContext) {
        guard isWaiting else { return }
        isWaiting = false
        context.flush()
    }
}
