/// What never changes of an asset.
package struct Creation: Hashable, Sendable {
    /// Whether the author's library knew an asset with the same original bytes, in any state.
    ///
    /// A copy on purpose stays an asset of its own. Of assets whose authors did not know the bytes, a later version makes one.
    /// Until then nothing is joined.
    package var knewBytes: Bool
    /// Properties that never change, such as the date of adding, in a form that this module does not read.
    package var facts: [UInt8]

    package init(knewBytes: Bool, facts: [UInt8] = []) {
        self.knewBytes = knewBytes
        self.facts = facts
    }

    /// Reads the value of a register; nil if it is none.
    package init?(value: [UInt8]) {
        guard let first = value.first, first <= 1 else { return nil }
        self.init(knewBytes: first == 1, facts: Array(value.dropFirst()))
    }

    package var value: [UInt8] { [knewBytes ? 1 : 0] + facts }
}
