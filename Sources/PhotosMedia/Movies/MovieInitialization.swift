/// Writes the initialization of a player: the boxes before the first fragment (ISO/IEC 14496-12).
///
/// The boxes state no date, place or name.
package enum MovieInitialization {
    static let pictureTrack = 1
    static let soundTrack = 2

    /// Returns the boxes `ftyp` and `moov`.
    ///
    /// - Parameters:
    ///   - layout: The layout of the movie.
    ///   - pictures: The content of `avcC`.
    ///   - sound: The configuration of AAC; empty without sound.
    ///   - channels: The number of channels of the sound.
    /// - Returns: The bytes.
    package static func bytes(
        _ layout: MovieLayout,
        pictures: [UInt8],
        sound: [UInt8],
        channels: Int
    ) -> [UInt8] {
        ByteWriter { writer in
            writer.box("ftyp") {
                $0.text("iso5")
                $0.uint32(512)
                $0.text("iso5iso6mp41avc1")
            }
            writer.box("moov") { movie in
                movie.box("mvhd") { header in
                    header.zeros(12)
                    header.uint32(FragmentGrid.ticksPerSecond)
                    header.uint32(0)
                    header.uint32(0x10000)
                    header.uint16(0x100)
                    header.zeros(10)
                    writeMatrix(&header)
                    header.zeros(24)
                    header.uint32(soundTrack + 1)
                }
                movie.box("trak") { writePictures(&$0, layout, configuration: pictures) }
                if layout.hasSound {
                    movie.box("trak") {
                        writeSound(&$0, layout, configuration: sound, channels: channels)
                    }
                }
                movie.box("mvex") { extends in
                    extends.box("mehd") {
                        $0.uint32(0)
                        $0.uint32(layout.ticks)
                    }
                    for track in layout.hasSound ? [pictureTrack, soundTrack] : [pictureTrack] {
                        extends.box("trex") {
                            $0.uint32(0)
                            $0.uint32(track)
                            $0.uint32(1)
                            $0.zeros(12)
                        }
                    }
                }
            }
        }.bytes
    }

    private static func writeMatrix(_ writer: inout ByteWriter) {
        for value in [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000] { writer.uint32(value) }
    }

    private static func writeTrack(
        _ writer: inout ByteWriter,
        number: Int,
        size: (width: Int, height: Int),
        timescale: Int,
        handler: String,
        media: @escaping (inout ByteWriter) -> Void,
        description: @escaping (inout ByteWriter) -> Void
    ) {
        writer.box("tkhd") { header in
            header.uint32(3)
            header.zeros(8)
            header.uint32(number)
            header.zeros(20)
            header.uint16(handler == "soun" ? 0x100 : 0)
            header.zeros(2)
            writeMatrix(&header)
            header.uint32(size.width << 16)
            header.uint32(size.height << 16)
        }
        writer.box("mdia") { track in
            track.box("mdhd") {
                $0.zeros(12)
                $0.uint32(timescale)
                $0.uint32(0)
                // The language is undetermined.
                $0.uint16(0x55C4)
                $0.uint16(0)
            }
            track.box("hdlr") {
                $0.zeros(8)
                $0.text(handler)
                $0.zeros(13)
            }
            track.box("minf") { information in
                media(&information)
                information.box("dinf") {
                    $0.box("dref") { references in
                        references.uint32(0)
                        references.uint32(1)
                        references.box("url ") { $0.uint32(1) }
                    }
                }
                information.box("stbl") { table in
                    table.box("stsd") {
                        $0.uint32(0)
                        $0.uint32(1)
                        description(&$0)
                    }
                    table.box("stts") { $0.zeros(8) }
                    table.box("stsc") { $0.zeros(8) }
                    table.box("stsz") { $0.zeros(12) }
                    table.box("stco") { $0.zeros(8) }
                }
            }
        }
    }

    private static func writePictures(
        _ writer: inout ByteWriter,
        _ layout: MovieLayout,
        configuration: [UInt8]
    ) {
        writeTrack(
            &writer,
            number: pictureTrack,
            size: (layout.width, layout.height),
            timescale: FragmentGrid.ticksPerSecond,
            handler: "vide"
        ) { media in
            media.box("vmhd") {
                $0.uint32(1)
                $0.zeros(8)
            }
        } description: { entries in
            entries.box("avc1") { entry in
                entry.zeros(6)
                entry.uint16(1)
                entry.zeros(16)
                entry.uint16(layout.width)
                entry.uint16(layout.height)
                entry.uint32(72 << 16)
                entry.uint32(72 << 16)
                entry.zeros(4)
                entry.uint16(1)
                entry.zeros(32)
                entry.uint16(24)
                entry.uint16(0xFFFF)
                entry.box("avcC") { $0.append(configuration) }
            }
        }
    }

    private static func writeSound(
        _ writer: inout ByteWriter,
        _ layout: MovieLayout,
        configuration: [UInt8],
        channels: Int
    ) {
        writeTrack(
            &writer,
            number: soundTrack,
            size: (0, 0),
            timescale: layout.soundRate,
            handler: "soun"
        ) { media in
            media.box("smhd") { $0.zeros(8) }
        } description: { entries in
            entries.box("mp4a") { entry in
                entry.zeros(6)
                entry.uint16(1)
                entry.zeros(8)
                entry.uint16(channels)
                entry.uint16(16)
                entry.zeros(4)
                entry.uint32(layout.soundRate << 16)
                entry.box("esds") { writeStream(&$0, configuration) }
            }
        }
    }

    /// Writes the description of a stream of AAC (ISO/IEC 14496-1, 7.2.6).
    private static func writeStream(_ writer: inout ByteWriter, _ configuration: [UInt8]) {
        let count = configuration.count
        writer.uint32(0)
        writer.append([3, UInt8(3 + 2 + 13 + 2 + count + 3)])
        writer.uint16(soundTrack)
        writer.byte(0)
        writer.append([4, UInt8(13 + 2 + count), 0x40, 0x15])
        writer.zeros(11)
        writer.append([5, UInt8(count)])
        writer.append(configuration)
        writer.append([6, 1, 2])
    }
}
