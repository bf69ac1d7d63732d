/// Reads the first video stream from the packets of a transport stream.
///
/// The stream is recognized by the beginnings of its packets. No program table is needed, so parts of a stream can be
/// read, too.
struct TransportStreamVideo {
    /// The number of bytes of a packet.
    static let packetSize = 188

    /// The number of the stream's packets, once a picture has begun.
    private var identifier: Int?
    /// The number of header bytes that still follow, in packets after the one in which the header began.
    private var headerRest = 0

    /// Returns the stream's bytes in a packet; empty for packets of other streams, and for invalid packets.
    mutating func content(of packet: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let nothing = packet[packet.endIndex...]
        let first = packet.startIndex
        guard packet.count == Self.packetSize, packet[first] == 0x47 else { return nothing }
        let flags = packet[first + 1]
        let number = Int(flags & 0x1F) << 8 | Int(packet[first + 2])
        let control = packet[first + 3]
        // The packet was damaged in transmission, is scrambled, or has no content.
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

    /// Returns the number of bytes before a picture; nil for streams other than video.
    private static func headerLength(_ content: ArraySlice<UInt8>) -> Int? {
        let first = content.startIndex
        guard content.count >= 9, content.starts(with: [0, 0, 1]),
            content[first + 3] & 0xF0 == 0xE0, content[first + 6] & 0xC0 == 0x80
        else { return nil }
        return 9 + Int(content[first + 8])
    }
}
