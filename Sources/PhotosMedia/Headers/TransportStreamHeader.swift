/// MPEG transport streams, as camcorders write them (AVCHD): no header at all, but often what the camera knew.
///
/// Cameras put it into user data of the H.264 stream, see ``CamcorderTags``. The packets of the stream are taken apart until it
/// is found, and no further than a stated part of the file.
enum TransportStreamHeader {
    /// Bytes of the file that are searched: a second of the highest rate that AVCHD allows is 3.5 MB, and cameras repeat
    /// what they say twice a second or with each picture.
    private static let searched: Int64 = 2 << 20
    /// Packets that are read at once.
    private static let packetsAtOnce = 340

    static func read(
        _ type: MediaType,
        from reader: inout BoundedReader
    ) throws(MediaFileError) -> MediaHeader {
        var header = MediaHeader(type: type, storedWidth: 0, storedHeight: 0)
        // A camcorder's clock of four bytes stands before each packet.
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
