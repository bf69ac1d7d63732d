extension MergeRules {
    /// Returns the registers that a block of this library writes.
    ///
    /// - Parameters:
    ///   - block: What the block changed.
    ///   - context: What the library had applied.
    ///   - rows: The library's registers before the block.
    /// - Returns: The registers, each with only what this block says. They are merged like those of a packet.
    /// - Throws: An error of the rows, or ``MergeError/timesUsedUp``.
    package func registers(
        of block: LocalBlock,
        in context: BlockContext,
        rows: some RegisterRows
    ) throws -> [Register] {
        var writer = RegisterWriter(rules: self, context: context, rows: rows)
        for change in block.assets { try write(change, to: &writer) }
        try write(block.collections, to: &writer)
        // Photos leave with their album, and albums lose purged photos, by the rules. Had they left by name, they would not be
        // in their albums when the album or the photo comes back.
        let gone = Set(block.assets.filter { $0.after == nil }.map(\.id))
            .union(block.collections.filter { $0.after == nil }.map(\.id))
        for change in block.members {
            if change.after == nil,
                gone.contains(change.pair.asset) || gone.contains(change.pair.album)
            {
                continue
            }
            try write(change, to: &writer)
        }
        for (burst, asset) in block.burstChoices.sorted(by: {
            $0.key.lexicographicallyPrecedes($1.key)
        }) {
            let key = RegisterKey(.burstChoice, of: .library, element: burst)
            try writer.write(asset?.bytes ?? [], to: key)
        }
        for (key, value) in block.values.sorted(by: { $0.key < $1.key }) {
            try writer.write(value, to: key)
        }
        return writer.registers
    }

    private func write(
        _ change: MemberChange,
        to writer: inout RegisterWriter<some RegisterRows>
    ) throws {
        let presence = RegisterKey(.membership, of: change.pair)
        guard let after = change.after else {
            try confirmLife(of: change.pair.asset, in: &writer)
            return try writer.remove(from: presence)
        }
        if change.before == nil || has(.moveAddsPhoto) { try writer.add(to: presence) }
        if change.before != after {
            try writer.write(after.bytes, to: RegisterKey(.memberPosition, of: change.pair))
        }
    }
}
