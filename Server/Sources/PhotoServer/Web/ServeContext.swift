import Hummingbird
import NIOCore

/// The context of a request: the connection that it comes over.
struct ServeContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The other end of the connection; nil in tests without one.
    let clientAddress: SocketAddress?
    /// The server's own end of the connection; nil in tests without one.
    let ownAddress: SocketAddress?

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        clientAddress = source.channel.remoteAddress
        ownAddress = source.channel.localAddress
    }
}
