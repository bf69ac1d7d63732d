import Foundation
import HTTPTypes
import NIOCore
import NIOHTTPTypes
import ServeRules
import Synchronization

/// Closes connections whose requests are too slow or too large, and those whose clients do not read their answers.
///
/// Without it, a request whose answer was sent would be read to its end, which may never come.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: ConnectionPace.Limits
    private let count: ConnectionCount
    private var pace: ConnectionPace
    private var check: Scheduled<Void>?

    init(limits: ConnectionPace.Limits, count: ConnectionCount) {
        self.limits = limits
        self.count = count
        pace = ConnectionPace(limits, at: Self.now)
    }

    private static var now: Double { Double(NIODeadline.now().uptimeNanoseconds) / 1e9 }

    func handlerAdded(context: ChannelHandlerContext) {
        count.change(by: 1)
        scheduleCheck(in: context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        count.change(by: -1)
        check?.cancel()
    }

    func channelInactive(context: ChannelHandlerContext) {
        check?.cancel()
        check = nil
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            pace.recordHead(isUpload: Self.isUpload(head), at: Self.now)
        case .body(let bytes):
            guard pace.recordBody(byteCount: bytes.readableBytes, at: Self.now) else {
                context.close(promise: nil)
                return
            }
        case .end: pace.recordRequestEnd()
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { pace.recordAnswerEnd(at: Self.now) }
        context.write(data, promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            pace.recordAnswerProgress()
        } else {
            pace.recordAnswerWait(at: Self.now)
        }
        context.fireChannelWritabilityChanged()
    }

    private static func isUpload(_ head: HTTPRequest) -> Bool {
        head.method == .put
            && ["/api/uploads/", "/api/contributions/"].contains {
                head.path?.hasPrefix($0) == true
            }
    }

    /// Checks the deadline from time to time; moving a timer with each part would cost more.
    private func scheduleCheck(in context: ChannelHandlerContext) {
        let shortest = min(
            limits.headSeconds,
            limits.crowdedHeadSeconds,
            limits.bodySeconds,
            limits.uploadSeconds,
            limits.answerSeconds
        )
        let pause = TimeAmount.milliseconds(Int64(max(0.05, shortest / 4) * 1000))
        let loop = context.eventLoop
        let bound = NIOLoopBound((self, context), eventLoop: loop)
        check = loop.scheduleTask(in: pause) {
            let (guardian, context) = bound.value
            let deadline = guardian.pace.deadline(isCrowded: guardian.count.isCrowded)
            if let deadline, deadline <= Self.now {
                context.close(promise: nil)
            } else {
                guardian.scheduleCheck(in: context)
            }
        }
    }
}

/// The number of open connections, or of requests where several share a connection.
final class ConnectionCount: Sendable {
    private let count = Atomic(0)
    private let most: Int

    init(most: Int) { self.most = most }

    /// Whether more than half are taken.
    var isCrowded: Bool { count.load(ordering: .relaxed) > most / 2 }

    func change(by difference: Int) { count.add(difference, ordering: .relaxed) }
}
