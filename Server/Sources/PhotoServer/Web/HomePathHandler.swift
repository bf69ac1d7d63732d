import HTTPTypes
import NIOCore
import NIOHTTPTypes
import ServeRules

/// Takes the home of a session out of the paths of requests, before anything else reads them.
///
/// Any home will do: the browser alone decides with it where the cookie goes.
final class HomePathHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data),
            let path = head.path.flatMap(HomePath.pathBelowHome)
        else {
            context.fireChannelRead(data)
            return
        }
        head.path = path
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}
