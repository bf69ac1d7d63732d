/// The first stream of pictures in the packets of a transport stream.
///
/// The stream is known by how its packets begin: no table of programs is needed, so that a stream that was cut out of another
/// is read too.
struct TransportStreamVideo {
    /// Bytes of a packet.
    static let packetSize = 188

    /// The number of the packets that belong to the stream, once a picture began.
    private var identifier: Int?
    /// Bytes of a header that still come, in packets behind the one in which it began.
    private var headerRest = 0

    /// What a packet holds of the stream; empty for packets of other streams, and for what is no packet.
    mutating func content(of packet: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let nothing = packet[packet.endIndex...]
        let first = packet.startIndex
        guard packet.count == Self.packetSize, packet[first] == 0x47 else { return nothing }
        let flags = packet[first + 1]
        let number = Int(flags & 0x1F) << 8 | Int(packet[first + 2])
        let control = packet[first + 3]
        // Damaged in transmission, scrambled, or without content.
        guard flags & 0x80 == 0, control & 0xC0 == 0, control & 0x10 != 0 else { return nothing }
        guard identifier == nil || identifier == number else { return nothing }
        var start = first + 4
        if control & 0x20 != 0 { start += 1 + Int(packet[start]) }
        guard start < packet.endIndex else { return nothing }
        var content = packet[start...]
        if flags & 0x40 != 0 {
            guard let length = Self.headerLength(content) else { return nothing }
            identifier = number
            headerRest = length
        } else if identifier == nil {
            return nothing
        }
        let skipped = min(headerRest, content.count)
        headerRest -= skipped
        content = content.dropFirst(skipped)
        return content
    }

    /// The bytes before a picture; nil for other streams than those of pictures.
    private static func headerLength(_ content: ArraySlice<UInt8>) -> Int? {
        let first = content.startIndex
        guard content.count >= 9, content.starts(with: [0, 0, 1]),
            content[first + 3] & 0xF0 == 0xE0, content[first + 6] & 0xC0 == 0x80
        else { return nil }
        return 9 + Int(content[first + 8])
    }
}
