/// One end of a connection.
public struct ConnectionEnd: Hashable, Sendable {
    /// The four or sixteen bytes of the address.
    public let address: [UInt8]
    /// The port.
    public let port: UInt16

    /// Makes an end.
    public init(address: [UInt8], port: UInt16) {
        self.address = address
        self.port = port
    }

    private static let mapped: [UInt8] = Array(repeating: 0, count: 10) + [255, 255]

    /// The address; the older one where it is inside a newer one.
    fileprivate var unmappedAddress: [UInt8] {
        address.count == 16 && address.starts(with: Self.mapped)
            ? Array(address.dropFirst(Self.mapped.count)) : address
    }

    /// The forms that the tables of the kernel may have of this end.
    fileprivate var tableTexts: [String] {
        let mapped = Self.mapped
        let forms: [[UInt8]] =
            if address.count == 4 {
                [address, mapped + address]
            } else if address.starts(with: mapped) {
                // A socket for both kinds of addresses shows an older one inside a newer one.
                [address, Array(address.dropFirst(mapped.count))]
            } else {
                [address]
            }
        let port = Self.digits(UInt32(port), count: 4)
        return forms.map { bytes in
            stride(from: 0, to: bytes.count, by: 4)
                .map { Self.word(bytes[$0..<min($0 + 4, bytes.count)]) }.joined() + ":" + port
        }
    }

    /// Returns four bytes as the kernel prints them: as one number of this machine.
    private static func word(_ bytes: ArraySlice<UInt8>) -> String {
        let value = bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return digits(UInt32(bigEndian: value), count: 8)
    }

    private static func digits(_ value: UInt32, count: Int) -> String {
        let text = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

/// Both ends of a connection to the server.
public struct ConnectionEnds: Hashable, Sendable {
    /// The end of the client.
    public let client: ConnectionEnd
    /// The server's own end.
    public let server: ConnectionEnd

    /// Makes the ends of a connection.
    public init(client: ConnectionEnd, server: ConnectionEnd) {
        self.client = client
        self.server = server
    }

    /// Whether the client may be on this machine: both ends have one address, or the client's is a loopback address.
    ///
    /// Only then the tables of the kernel have the client's socket.
    public var mayBeOnOneMachine: Bool {
        let (client, server) = (client.unmappedAddress, server.unmappedAddress)
        let loopback = Array(repeating: UInt8(0), count: 15) + [1]
        return client == server || client == loopback || client.count == 4 && client[0] == 127
    }

    /// Finds the user whose socket the client's end is.
    ///
    /// - Parameter table: The text of `/proc/self/net/tcp` or `tcp6`.
    /// - Returns: The number of the user; nil where the table has no such socket, as for a client on another machine.
    public func clientUser(in table: String) -> UInt32? {
        let (locals, remotes) = (client.tableTexts, server.tableTexts)
        for line in table.utf8.split(separator: UInt8(ascii: "\n")) {
            // Number, local address, remote address, state, queues, timer, retransmissions, user.
            let fields = line.split(separator: UInt8(ascii: " "))
            guard fields.count > 7, locals.contains(where: { fields[1].elementsEqual($0.utf8) }),
                remotes.contains(where: { fields[2].elementsEqual($0.utf8) })
            else { continue }
            return UInt32(String(Substring(fields[7])))
        }
        return nil
    }
}
