extension MergePacket {
    /// The form that this version writes.
    package static let form: UInt8 = 1
    /// The most registers of a packet.
    package static let mostRegisters = 1 << 20

    /// The canonical form.
    ///
    /// Registers stand in the order of their keys, each once. Two bytes behind the form and eight behind the author are zero. They
    /// have room for the number of the key's epoch, and for what the collection of graves needs.
    package var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.form)
        writer.write(UInt16(0))
        writer.write(author.id)
        writer.write(UInt64(0))
        writer.write(blocks.lowerBound)
        writer.write(blocks.upperBound)
        writer.write(seen)
        writer.write(length: registers.count)
        for register in registers.sorted(by: { $0.key < $1.key }) { writer.write(register) }
        return writer.bytes
    }

    /// Reads a packet from its canonical form.
    ///
    /// - Throws: A ``MergeError`` if the bytes are anything else, or if a register needs newer software.
    package init(bytes: [UInt8]) throws(MergeError) {
        var reader = ByteReader(bytes)
        let form = try reader.byte()
        guard form == Self.form, try reader.short() == 0 else { throw .unknownForm(form) }
        author = MemberID(try reader.uniqueID())
        guard try reader.number() == 0 else { throw .unknownForm(form) }
        let first = try reader.number()
        let last = try reader.number()
        guard first > 0 else { throw .numberZero }
        guard first <= last else { throw .notCanonical }
        blocks = first...last
        seen = try reader.vector()
        guard seen[author] == 0 else { throw .notCanonical }
        registers = []
        for _ in 0..<(try reader.length(atMost: Self.mostRegisters)) {
            let register = try reader.register()
            if let previous = registers.last, !(previous.key < register.key) {
                throw .notCanonical
            }
            registers.append(register)
        }
        guard reader.isAtEnd else { throw .trailingBytes }
    }
}
