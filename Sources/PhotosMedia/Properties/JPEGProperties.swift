/// Reads the properties in the structure of a JPEG: the frame and the JFIF segment.
enum JPEGProperties {
    /// Returns the depth, the colour model, the group `{JFIF}` and its dots per inch.
    ///
    /// Damaged segments are left out.
    static func read(from reader: inout BoundedReader) -> [String: PictureValue] {
        guard let parts = try? JPEGSegments(from: &reader), let frame = parts.frame,
            let start = try? Array(reader.bytes(at: frame.whole.lowerBound, count: 10))
        else { return [:] }
        // The fields are: marker, length, bits, height, width and number of components.
        var found: [String: PictureValue] = ["Depth": .integer(Int(start[4]))]
        found["ColorModel"] = [1: "Gray", 3: "RGB", 4: "CMYK"][start[9]].map { .text($0) }
        guard let segment = parts.segments.first(where: { $0.marker == 0xE0 }),
            let bytes = try? Array(reader.bytes(at: segment.content.lowerBound, count: 12)),
            bytes.starts(with: Array("JFIF\0".utf8))
        else { return found }
        let version = [bytes[5], bytes[6] >> 4, bytes[6] & 15]
        let density = [(bytes[8], bytes[9]), (bytes[10], bytes[11])].map {
            Int($0) << 8 | Int($1)
        }
        var fields: [String: PictureValue] = [
            "JFIFVersion": .list(version.map { .integer(Int($0)) }),
            "DensityUnit": .integer(Int(bytes[7])), "XDensity": .integer(density[0]),
            "YDensity": .integer(density[1]),
        ]
        // ITU-T T.81, table B.1.
        if [0xC2, 0xC6, 0xCA, 0xCE].contains(frame.marker) {
            fields["IsProgressive"] = .integer(1)
        }
        found["{JFIF}"] = .group(fields)
        // Units: dots per inch, and dots per centimetre.
        if let scale = [1: 1.0, 2: 2.54][bytes[7]] {
            let names = zip(["DPIWidth", "DPIHeight"], density)
            for (name, dots) in names where dots > 0 { found[name] = .number(Double(dots) * scale) }
        }
        return found
    }
}
