import Glibc
import NIOCore
import PhotosBase
import ServeRules

/// The kernel's tables of connections, which say whose socket each is.
enum ConnectionTable {
    /// Returns the user whose socket is at the other end of a connection; nil where that is not on this machine.
    static func clientUser(of ends: ConnectionEnds) -> UInt32? {
        // A table is read in parts, and may lack a connection when others come and go between them.
        for _ in 0..<2 {
            for name in ["tcp", "tcp6"] {
                // A service that systemd gives ProcSubset=pid sees only what belongs to processes.
                let table = SystemText.read("/proc/self/net/\(name)")
                if let user = table.flatMap(ends.clientUser) { return user }
            }
        }
        return nil
    }
}

extension ConnectionEnds {
    /// Makes the ends of a connection of IP; nil for any other.
    init?(client: SocketAddress?, server: SocketAddress?) {
        guard let client = client.flatMap(ConnectionEnd.init),
            let server = server.flatMap(ConnectionEnd.init)
        else { return nil }
        self.init(client: client, server: server)
    }
}

extension ConnectionEnd {
    fileprivate init?(_ address: SocketAddress) {
        guard let text = address.ipAddress, let port = address.port.flatMap({ UInt16(exactly: $0) })
        else { return nil }
        var (older, newer) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &older) == 1 {
            self.init(address: withUnsafeBytes(of: &older) { Array($0) }, port: port)
        } else if inet_pton(AF_INET6, text, &newer) == 1 {
            self.init(address: withUnsafeBytes(of: &newer) { Array($0) }, port: port)
        } else {
            return nil
        }
    }
}
