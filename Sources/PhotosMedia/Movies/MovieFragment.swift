/// A fragment of a made movie: encoded pictures and packets of sound.
package struct MovieFragment: Sendable {
    /// A picture, the first of which needs no other one.
    package struct Sample: Sendable {
        package var bytes: [UInt8]
        /// The duration in ticks.
        package var ticks: Int

        package init(bytes: [UInt8], ticks: Int) {
            self.bytes = bytes
            self.ticks = ticks
        }
    }

    package var number: Int
    package var pictures: [Sample]
    /// The number of the first packet of sound.
    package var firstPacket: Int
    package var packets: [[UInt8]]

    package init(number: Int, pictures: [Sample], firstPacket: Int, packets: [[UInt8]]) {
        self.number = number
        self.pictures = pictures
        self.firstPacket = firstPacket
        self.packets = packets
    }

    /// Returns the boxes `moof` and `mdat`.
    package func bytes() -> [UInt8] {
        // The place of the data is known when the size of the box before is.
        let size = header(dataOffset: 0).count
        let content =
            pictures.reduce(0) { $0 + $1.bytes.count } + packets.reduce(0) { $0 + $1.count }
        var writer = ByteWriter(capacity: size + 8 + content)
        writer.append(header(dataOffset: size + 8))
        writer.uint32(content + 8)
        writer.text("mdat")
        for picture in pictures { writer.append(picture.bytes) }
        for packet in packets { writer.append(packet) }
        return writer.bytes
    }

    private func header(dataOffset: Int) -> [UInt8] {
        let soundOffset = dataOffset + pictures.reduce(0) { $0 + $1.bytes.count }
        return ByteWriter { writer in
            writer.box("moof") { box in
                box.box("mfhd") {
                    $0.uint32(0)
                    $0.uint32(number + 1)
                }
                box.box("traf") { writePictures(&$0, offset: dataOffset) }
                if !packets.isEmpty {
                    box.box("traf") { writeSound(&$0, offset: soundOffset) }
                }
            }
        }.bytes
    }

    private func writePictures(_ writer: inout ByteWriter, offset: Int) {
        writer.box("tfhd") {
            // Offsets count from this fragment; pictures need others, but for the first.
            $0.uint32(0x02_0020)
            $0.uint32(MovieInitialization.pictureTrack)
            $0.uint32(0x0101_0000)
        }
        Self.writeTime(number * FragmentGrid.fragmentTicks, to: &writer)
        writer.box("trun") { run in
            run.uint32(0x305)
            run.uint32(pictures.count)
            run.uint32(offset)
            run.uint32(0x0200_0000)
            for picture in pictures {
                run.uint32(picture.ticks)
                run.uint32(picture.bytes.count)
            }
        }
    }

    private func writeSound(_ writer: inout ByteWriter, offset: Int) {
        writer.box("tfhd") {
            $0.uint32(0x02_0028)
            $0.uint32(MovieInitialization.soundTrack)
            $0.uint32(FragmentGrid.packetSamples)
            $0.uint32(0x0200_0000)
        }
        Self.writeTime(firstPacket * FragmentGrid.packetSamples, to: &writer)
        writer.box("trun") { run in
            run.uint32(0x201)
            run.uint32(packets.count)
            run.uint32(offset)
            for packet in packets { run.uint32(packet.count) }
        }
    }

    private static func writeTime(_ time: Int, to writer: inout ByteWriter) {
        writer.box("tfdt") {
            $0.uint32(0x0100_0000)
            $0.number(UInt64(time), endian: .big)
        }
    }
}
