/// The samples of a track: where their bytes are, and when they are shown (the box `stbl`).
struct SampleTable {
    /// A picture, a packet of sound, or a piece of other data.
    struct Sample: Hashable {
        /// The position of its bytes in the file.
        var offset: Int64
        var byteCount: Int
        /// The duration in ticks of the track.
        var ticks: Int
        /// How much later it is shown than decoded, in ticks.
        var shift = 0
        /// Whether it can be decoded without those before it.
        var isKey = true
        /// The number of its description, from 1.
        var description = 1
    }

    /// The largest number of samples of all tracks together: pictures and sound of six hours.
    static let most = 2 << 20

    /// The content of the box `stsd`.
    var descriptions: ArraySlice<UInt8>
    /// The samples in the order in which they are decoded.
    var samples: [Sample] = []

    /// Writes the box `stbl`.
    func write(to writer: inout ByteWriter) {
        writer.box("stbl") { table in
            table.box("stsd") { $0.append(descriptions) }
            table.box("stts") { Self.writeRuns(of: samples.map(\.ticks), to: &$0) }
            if samples.contains(where: { $0.shift != 0 }) {
                let isSigned = samples.contains { $0.shift < 0 }
                table.box("ctts") {
                    Self.writeRuns(of: samples.map(\.shift), version: isSigned ? 1 : 0, to: &$0)
                }
            }
            if samples.contains(where: { !$0.isKey }) {
                table.box("stss") { box in
                    let keys = samples.indices.filter { samples[$0].isKey }
                    box.uint32(0)
                    box.uint32(keys.count)
                    for key in keys { box.uint32(key + 1) }
                }
            }
            let chunks = chunks()
            table.box("stsc") { Self.writeSizes(of: chunks, to: &$0) }
            table.box("stsz") { box in
                box.uint32(0)
                box.uint32(0)
                box.uint32(samples.count)
                for sample in samples { box.uint32(sample.byteCount) }
            }
            if chunks.allSatisfy({ $0.offset <= Int64(UInt32.max) }) {
                table.box("stco") { box in
                    box.uint32(0)
                    box.uint32(chunks.count)
                    for chunk in chunks { box.uint32(Int(chunk.offset)) }
                }
            } else {
                table.box("co64") { box in
                    box.uint32(0)
                    box.uint32(chunks.count)
                    for chunk in chunks { box.number(UInt64(chunk.offset), endian: .big) }
                }
            }
        }
    }

    private struct Chunk {
        var offset: Int64
        var end: Int64
        var count: Int
        var description: Int
    }

    /// The runs of samples whose bytes follow each other.
    private func chunks() -> [Chunk] {
        var chunks: [Chunk] = []
        for sample in samples {
            let end = sample.offset + Int64(sample.byteCount)
            if let last = chunks.last, last.end == sample.offset,
                last.description == sample.description
            {
                chunks[chunks.count - 1].end = end
                chunks[chunks.count - 1].count += 1
            } else {
                chunks.append(
                    Chunk(
                        offset: sample.offset,
                        end: end,
                        count: 1,
                        description: sample.description
                    )
                )
            }
        }
        return chunks
    }

    private static func writeSizes(of chunks: [Chunk], to writer: inout ByteWriter) {
        var runs: [(first: Int, count: Int, description: Int)] = []
        for (index, chunk) in chunks.enumerated() {
            if let last = runs.last, last.count == chunk.count,
                last.description == chunk.description
            {
                continue
            }
            runs.append((index + 1, chunk.count, chunk.description))
        }
        writer.uint32(0)
        writer.uint32(runs.count)
        for run in runs {
            writer.uint32(run.first)
            writer.uint32(run.count)
            writer.uint32(run.description)
        }
    }

    /// Writes each value after the number of times that it follows itself.
    private static func writeRuns(
        of values: [Int],
        version: Int = 0,
        to writer: inout ByteWriter
    ) {
        var runs: [(count: Int, value: Int)] = []
        for value in values {
            if runs.last?.value == value {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((1, value))
            }
        }
        writer.uint32(version << 24)
        writer.uint32(runs.count)
        for run in runs {
            writer.uint32(run.count)
            writer.uint32(run.value)
        }
    }
}
