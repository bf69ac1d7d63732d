public import Foundation

/// How an extension talks to its host.
public protocol AppExtensionConfiguration {
    /// Returns whether a connection of the host is accepted.
    ///
    /// No host on Linux makes such connections.
    func accept(connection: NSXPCConnection) -> Bool
}

/// A connection between two processes on Apple's systems, which Linux does not have.
open class NSXPCConnection: NSObject {}

/// A configuration that runs the extension.
package protocol HostedConfiguration: AppExtensionConfiguration {
    /// Runs the extension until its host ends it.
    func runExtension() -> Never
}
