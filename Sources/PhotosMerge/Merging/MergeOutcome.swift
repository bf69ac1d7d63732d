/// What a packet changes in a library.
package struct MergeOutcome: Sendable {
    /// The registers that differ from those of the library, as they become.
    package var changed: [Register] = []
    /// The registers that they replace, by their keys.
    package var previous: [RegisterKey: Register] = [:]
    package var conflicts: [MergeConflict] = []
}

/// A value of a person's that gave way to one whose author had not seen it.
package struct MergeConflict: Hashable, Sendable {
    package var key: RegisterKey
    package var lost: StampedValue
    /// The stamp of the value that stays.
    package var winner: Stamp

    package init(key: RegisterKey, lost: StampedValue, winner: Stamp) {
        self.key = key
        self.lost = lost
        self.winner = winner
    }
}
