/// Reads MPEG transport streams, as camcorders write them (AVCHD).
///
/// A stream has no header, but often has the camera's metadata as user data of its H.264 stream, see ``CamcorderTags``.
/// Packets are read until the metadata is found, within a limited part of the file.
enum TransportStreamHeader {
    /// The number of bytes of the file that are searched.
    ///
    /// A second of AVCHD at the highest rate has 3.5 MB. Cameras repeat their metadata twice a second or with each
    /// picture.
    private static let searched: Int64 = 2 << 20
    /// The number of packets that are read at once.
    private static let packetsAtOnce = 340

    static func read(
        _ type: MediaType,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> MediaHeader {
        var header = MediaHeader(type: type, storedWidth: 0, storedHeight: 0)
        // A camcorder's clock of four bytes precedes each packet.
        let size = TransportStreamVideo.packetSize + (type == .avchd ? 4 : 0)
        var video = TransportStreamVideo()
        var messages = H264Messages()
        var found = CamcorderTags()
        var offset: Int64 = 0
        while offset < searched, !found.isDated {
            try reader.step()
            let bytes = try reader.prefix(at: offset, count: size * packetsAtOnce)
            guard bytes.count >= size else { break }
            var start = bytes.startIndex
            while start + size <= bytes.endIndex, !found.isDated {
                let packet = bytes[
                    (start + size - TransportStreamVideo.packetSize)..<(start + size)
                ]
                for message in messages.append(video.content(of: packet)) { found.add(message) }
                start += size
            }
            offset += Int64(size * packetsAtOnce)
        }
        for message in messages.close() { found.add(message) }
        header.tags.merge(found.tags) { old, _ in old }
        return header
    }
}
