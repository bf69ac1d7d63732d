extension MergeRules {
    /// Returns what a packet changes.
    ///
    /// The packet is merged as a whole, how often and in whatever order packets arrive. It asks for its own registers alone.
    ///
    /// - Parameters:
    ///   - packet: The packet.
    ///   - present: The library's register of a key.
    ///   - context: What the author of a block that was applied before had seen; nil where that is not known any more. Then a
    ///     value that loses counts as unseen.
    /// - Returns: The registers to store, those that they replace, and the conflicts.
    /// - Throws: What the two questions throw.
    package func merge<Failure: Error>(
        _ packet: MergePacket,
        present: (RegisterKey) throws(Failure) -> Register?,
        context: (Dot) throws(Failure) -> VersionVector?
    ) throws(Failure) -> MergeOutcome {
        var outcome = MergeOutcome()
        for register in packet.registers {
            guard let present = try present(register.key) else {
                outcome.changed.append(register)
                continue
            }
            let merged = merged(present.content, register.content)
            if let conflict = try conflict(
                register.key,
                present.content,
                register.content,
                contextOf: { dot throws(Failure) in
                    if dot.member == packet.author, packet.blocks.contains(dot.number) {
                        return packet.context(of: dot.number)
                    }
                    return try context(dot)
                }
            ) {
                outcome.conflicts.append(conflict)
            }
            guard merged != present.content else { continue }
            outcome.previous[register.key] = present
            outcome.changed.append(Register(register.key, merged))
        }
        return outcome
    }

    private func conflict<Failure: Error>(
        _ key: RegisterKey,
        _ present: RegisterContent,
        _ arrived: RegisterContent,
        contextOf context: (Dot) throws(Failure) -> VersionVector?
    ) throws(Failure) -> MergeConflict? {
        guard key.kind.keepsLosers, case .latest(let first) = present,
            case .latest(let second) = arrived, first.value != second.value
        else { return nil }
        let arrivedWins = replaces(second, first)
        if has(.conflictsMissLosers), !arrivedWins { return nil }
        let (winner, lost) = arrivedWins ? (second, first) : (first, second)
        guard lost.stamp.origin == .person else { return nil }
        // A member has seen its own earlier blocks.
        if !has(.conflictsOfSeenValues), lost.stamp.member == winner.stamp.member,
            lost.stamp.number < winner.stamp.number
        {
            return nil
        }
        if !has(.conflictsOfSeenValues), let seen = try context(winner.stamp.dot),
            seen.covers(lost.stamp.dot)
        {
            return nil
        }
        return MergeConflict(key: key, lost: lost, winner: winner.stamp)
    }
}
