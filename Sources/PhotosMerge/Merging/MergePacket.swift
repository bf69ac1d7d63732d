/// Registers that one member wrote in consecutive blocks, without a pull between them.
package struct MergePacket: Hashable, Sendable {
    package var author: MemberID
    /// The numbers of the blocks.
    package var blocks: ClosedRange<UInt64>
    /// What the author had applied of other members during all of these blocks.
    package var seen: VersionVector
    package var registers: [Register]

    package init(
        author: MemberID,
        blocks: ClosedRange<UInt64>,
        seen: VersionVector,
        registers: [Register]
    ) {
        self.author = author
        self.blocks = blocks
        self.seen = seen
        self.registers = registers
    }

    /// What the author had applied when it made one of the blocks.
    package func context(of block: UInt64) -> VersionVector {
        seen.setting(author, to: block - 1)
    }
}
