extension SampleTable {
    /// Reads the box of a track.
    ///
    /// - Parameters:
    ///   - content: The content of `stbl`.
    ///   - byteCount: The size of the file.
    ///   - most: The most samples that it may have.
    /// - Throws: `MediaFileError` if the tables contradict each other or the file. The code is `unsupported` for tables of forms
    ///   that only QuickTime's oldest movies have, and for more samples.
    init(
        _ content: ArraySlice<UInt8>,
        fileOf byteCount: Int64,
        most: Int
    ) throws(MediaFileError) {
        let boxes = try MovieBox.list(in: content)
        descriptions = try MovieBox.content(of: "stsd", in: boxes)
        samples = try Self.sizes(in: boxes, fileOf: byteCount, most: most).map {
            Sample(offset: 0, byteCount: $0, ticks: 0)
        }
        let times = try Self.runs(in: MovieBox.content(of: "stts", in: boxes), of: samples.count)
        for (index, ticks) in times.enumerated() { samples[index].ticks = max(0, ticks) }
        if let shifts = boxes.first(where: { $0.type == "ctts" }) {
            for (index, shift) in try Self.runs(in: shifts.content, of: samples.count).enumerated()
            {
                samples[index].shift = shift
            }
        }
        if let keys = boxes.first(where: { $0.type == "stss" })?.content {
            for index in samples.indices { samples[index].isKey = false }
            for number in 0..<(try keys.unsigned(at: 4, bytes: 4)) {
                let key = try keys.unsigned(at: 8 + 4 * number, bytes: 4) - 1
                guard samples.indices.contains(key) else { throw Self.contradiction }
                samples[key].isKey = true
            }
        }
        try place(in: boxes, fileOf: byteCount)
    }

    private static let contradiction = MediaFileError(
        .damaged,
        "the tables of its description contradict each other"
    )

    private static func sizes(
        in boxes: [MovieBox],
        fileOf byteCount: Int64,
        most: Int
    ) throws(MediaFileError) -> [Int] {
        guard let box = boxes.first(where: { $0.type == "stsz" })?.content else {
            throw MediaFileError(.unsupported, "a track without a table of sizes")
        }
        let shared = try box.unsigned(at: 4, bytes: 4)
        let count = try box.unsigned(at: 8, bytes: 4)
        guard count <= most else {
            throw MediaFileError(.unsupported, "a movie of more than \(Self.most) samples")
        }
        // QuickTime's sound without compression states samples of one byte, whatever they have.
        guard shared != 1 else {
            throw MediaFileError(.unsupported, "sound whose table has no sizes")
        }
        if shared > 0 {
            guard Int64(shared * count) <= byteCount else { throw contradiction }
            return Array(repeating: shared, count: count)
        }
        var sizes: [Int] = []
        guard box.count >= 12 + 4 * count else { throw contradiction }
        sizes.reserveCapacity(count)
        for number in 0..<count { sizes.append(try box.unsigned(at: 12 + 4 * number, bytes: 4)) }
        return sizes
    }

    /// Reads a table of values, each with the number of samples that have it.
    private static func runs(
        in box: ArraySlice<UInt8>,
        of count: Int
    ) throws(MediaFileError) -> [Int] {
        var values: [Int] = []
        values.reserveCapacity(count)
        for number in 0..<(try box.unsigned(at: 4, bytes: 4)) {
            let repeats = try box.unsigned(at: 8 + 8 * number, bytes: 4)
            let value = try box.signed32(at: 12 + 8 * number)
            guard repeats <= count - values.count else { throw contradiction }
            values += repeatElement(value, count: repeats)
        }
        guard values.count == count else { throw contradiction }
        return values
    }

    /// Sets the positions of the samples, from the tables of chunks.
    private mutating func place(
        in boxes: [MovieBox],
        fileOf byteCount: Int64
    ) throws(MediaFileError) {
        let isLong = boxes.contains { $0.type == "co64" }
        let offsets = try MovieBox.content(of: isLong ? "co64" : "stco", in: boxes)
        let chunkCount = try offsets.unsigned(at: 4, bytes: 4)
        let groups = try MovieBox.content(of: "stsc", in: boxes)
        let groupCount = try groups.unsigned(at: 4, bytes: 4)
        var next = 0
        for group in 0..<groupCount {
            let first = try groups.unsigned(at: 8 + 12 * group, bytes: 4)
            let count = try groups.unsigned(at: 12 + 12 * group, bytes: 4)
            let description = try groups.unsigned(at: 16 + 12 * group, bytes: 4)
            let isLast = group == groupCount - 1
            let end =
                isLast ? chunkCount + 1 : try groups.unsigned(at: 20 + 12 * group, bytes: 4)
            guard first >= 1, first <= end, end <= chunkCount + 1 else { throw Self.contradiction }
            for chunk in first..<end {
                let size = isLong ? 8 : 4
                var offset = Int64(try offsets.unsigned(at: 8 + size * (chunk - 1), bytes: size))
                guard count <= samples.count - next else { throw Self.contradiction }
                for index in next..<next + count {
                    let length = Int64(samples[index].byteCount)
                    guard offset <= byteCount, length <= byteCount - offset else {
                        throw MediaFileError(.damaged, "its description names bytes beyond its end")
                    }
                    samples[index].offset = offset
                    samples[index].description = description
                    offset += length
                }
                next += count
            }
        }
        guard next == samples.count else { throw Self.contradiction }
    }
}
