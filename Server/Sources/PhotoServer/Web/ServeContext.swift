import Hummingbird
import NIOCore

/// The context of a request: where it comes from.
struct ServeContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The address of the other end of the connection; nil in tests without one.
    let remoteAddress: String?

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        remoteAddress = source.channel.remoteAddress?.ipAddress
    }
}
