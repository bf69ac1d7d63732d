extension MergeRules {
    /// Returns the union of two contents of one register.
    ///
    /// The order and the number of unions do not matter. Two versions of the software may know different ways for one register;
    /// then the greater way has the register.
    package func merged(_ left: RegisterContent, _ right: RegisterContent) -> RegisterContent {
        switch (left, right) {
        case (.latest(let present), .latest(let arrived)):
            .latest(replaces(arrived, present) ? arrived : present)
        case (.additions(let present), .additions(let arrived)):
            .additions(merged(present, arrived))
        case (.maximum(let present), .maximum(let arrived)):
            .maximum(exceeds(arrived, present) ? arrived : present)
        default: left.way.rawValue < right.way.rawValue ? right : left
        }
    }

    /// Returns whether an arriving value takes the place of the present one.
    ///
    /// Equal stamps with different values exist after a disk was copied. Then the value decides, so that all agree.
    func replaces(_ arrived: StampedValue, _ present: StampedValue) -> Bool {
        if has(.firstArrivalStays) { return false }
        if has(.lastArrivalStays) { return true }
        if precedes(present.stamp, arrived.stamp) { return true }
        if has(.equalStampsKeepFirst) || precedes(arrived.stamp, present.stamp) { return false }
        if has(.stampsIgnoreMember) { return false }
        return present.value.lexicographicallyPrecedes(arrived.value)
    }

    private func exceeds(_ arrived: StampedValue, _ present: StampedValue) -> Bool {
        if has(.maximumByStamp) || arrived.value == present.value {
            return present.stamp < arrived.stamp
        }
        return present.value.lexicographicallyPrecedes(arrived.value)
    }
}
