import Foundation
import HTTPTypes
import NIOCore
import NIOHTTPTypes
import PhotosBase
import ServeRules
import Synchronization

/// Answers previews that were sent before on the event loop of their connection, without the router and its tasks.
///
/// A request that needs more than memory, or that is refused, goes on to the router, which decides by the same
/// rules.
final class PreviewShortcut: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let previews: KnownPreviews
    private let record: RequestRecord
    /// The requests that went on and are not answered; answers keep the order of requests.
    private var open = 0
    private var answer: (PreviewAnswer, start: ContinuousClock.Instant)?

    init(previews: KnownPreviews, record: RequestRecord) {
        self.previews = previews
        self.record = record
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            // A client that does not read its answers has to wait for the router, which waits for it.
            if open == 0, context.channel.isWritable {
                let start = ContinuousClock.now
                answer = previews.answer(to: head).map { ($0, start) }
            }
            guard answer == nil else { return }
            open += 1
        case .body: break
        case .end:
            guard let (answer, start) = answer else { break }
            self.answer = nil
            sendAnswer(answer, in: context)
            record.recordRequest(
                .get,
                pattern: PreviewAnswer.route,
                status: answer.status,
                since: start
            )
            return
        }
        if answer == nil { context.fireChannelRead(data) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { open -= 1 }
        context.write(data, promise: promise)
    }

    private func sendAnswer(_ answer: PreviewAnswer, in context: ChannelHandlerContext) {
        let head = HTTPResponse(status: answer.status, headerFields: answer.headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if let bytes = answer.bytes { context.write(wrapOutboundOut(.body(bytes)), promise: nil) }
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
