/// Writes the part of a HEIF file before the bytes of its pictures.
struct HEIFHeadWriter {
    /// The items, with the primary picture first.
    ///
    /// The items get new identifiers from 1.
    let parts: [HEIFReduction.Part]
    let properties: [HEIFReduction.Property]

    /// Returns the bytes of the file before the first part.
    ///
    /// The bytes of all parts follow one another.
    func head() -> [UInt8] {
        let start = ByteWriter(writeFileType).bytes
        let length = start.count + ByteWriter { writeMeta(to: &$0, firstByte: 0) }.bytes.count + 8
        let byteCount = parts.reduce(0) { $0 + size(of: $1) }
        return ByteWriter {
            $0.append(start)
            writeMeta(to: &$0, firstByte: length)
            $0.uint32(byteCount + 8)
            $0.text("mdat")
        }.bytes
    }

    private func size(of part: HEIFReduction.Part) -> Int {
        part.item.extents.reduce(0) { $0 + $1.count }
    }

    private func writeFileType(to writer: inout ByteWriter) {
        let brand = parts.contains { $0.item.type == "av01" } ? "avif" : "heic"
        writer.box("ftyp") {
            $0.text(brand)
            $0.uint32(0)
            $0.text("mif1")
            $0.text(brand)
        }
    }

    private func writeMeta(to writer: inout ByteWriter, firstByte: Int) {
        writer.box("meta") {
            $0.uint32(0)
            $0.box("hdlr") {
                $0.zeros(8)
                $0.text("pict")
                $0.zeros(13)
            }
            $0.box("pitm") {
                $0.uint32(0)
                $0.uint16(1)
            }
            writeEntries(to: &$0)
            writeReferences(to: &$0)
            $0.box("iprp") {
                $0.box("ipco") { for property in properties { $0.append(property.box) } }
                writeAssociations(to: &$0)
            }
            writeLocations(to: &$0, firstByte: firstByte)
        }
    }

    private func writeEntries(to writer: inout ByteWriter) {
        writer.box("iinf") {
            $0.uint32(0)
            $0.uint16(parts.count)
            for (index, part) in parts.enumerated() {
                $0.box("infe") {
                    // Tiles are hidden, because they are no pictures of their own.
                    $0.uint32(index == 0 ? 0x0200_0000 : 0x0200_0001)
                    $0.uint16(index + 1)
                    $0.uint16(0)
                    $0.append(part.item.type.bytes)
                    $0.uint8(0)
                }
            }
        }
    }

    private func writeReferences(to writer: inout ByteWriter) {
        let numbers = Dictionary(
            uniqueKeysWithValues: parts.enumerated().map { ($0.element.identifier, $0.offset + 1) }
        )
        writer.box("iref") {
            $0.uint32(0)
            for (index, part) in parts.enumerated() where !part.item.parts.isEmpty {
                $0.box("dimg") {
                    $0.uint16(index + 1)
                    $0.uint16(part.item.parts.count)
                    for identifier in part.item.parts { $0.uint16(numbers[identifier] ?? 0) }
                }
            }
        }
    }

    private func writeAssociations(to writer: inout ByteWriter) {
        let numbers = Dictionary(
            uniqueKeysWithValues: properties.enumerated().map { ($0.element.number, $0.offset + 1) }
        )
        writer.box("ipma") {
            // The flag means that property numbers have 15 bits.
            $0.uint32(1)
            $0.uint32(parts.count)
            for (index, part) in parts.enumerated() {
                let uses = part.item.properties.compactMap { use in
                    numbers[use.property].map { $0 | (use.isEssential ? 0x8000 : 0) }
                }
                $0.uint16(index + 1)
                $0.uint8(min(255, uses.count))
                for use in uses.prefix(255) { $0.uint16(use) }
            }
        }
    }

    private func writeLocations(to writer: inout ByteWriter, firstByte: Int) {
        writer.box("iloc") {
            $0.uint32(0)
            // Offsets and lengths have four bytes.
            $0.uint16(0x4400)
            $0.uint16(parts.count)
            var offset = firstByte
            for (index, part) in parts.enumerated() {
                $0.uint16(index + 1)
                $0.uint16(0)
                $0.uint16(1)
                $0.uint32(offset)
                $0.uint32(size(of: part))
                offset += size(of: part)
            }
        }
    }
}
