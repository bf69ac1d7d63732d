/// What a member knew when it made one block.
package struct BlockContext: Hashable, Sendable {
    package var dot: Dot
    /// What the member had applied before this block, its own earlier blocks included.
    package var seen: VersionVector
    /// The member's clock, in microseconds since 1970.
    package var clock: Int64
    /// The origin of the values, where no change says otherwise.
    package var origin: StampClass

    package init(
        dot: Dot,
        seen: VersionVector,
        clock: Int64,
        origin: StampClass = .person
    ) {
        self.dot = dot
        self.seen = seen.setting(dot.member, to: dot.number - 1)
        self.clock = clock
        self.origin = origin
    }
}

extension MergeRules {
    /// Returns the stamp of a value that replaces another one.
    ///
    /// It is later than what it replaces, whatever the clocks say, and later than nothing else: a wrong clock harms only what
    /// it touched. Its class is at least that of what it replaces, so what wins here wins everywhere.
    ///
    /// - Parameters:
    ///   - replaced: The stamp of the present value; nil if there is none.
    ///   - origin: The origin of the new value.
    ///   - context: The block.
    /// - Returns: The stamp.
    /// - Throws: ``MergeError/timesUsedUp`` if no later time is left.
    package func stamp(
        replacing replaced: Stamp?,
        origin: StampClass,
        in context: BlockContext
    ) throws(MergeError) -> Stamp {
        var time = min(max(context.clock, 0), Stamp.latestClock)
        if let replaced, !has(.timeIsOwnClock) {
            guard replaced.time < Stamp.latestTime else { throw .timesUsedUp }
            time = max(time, replaced.time + 1)
        }
        let least = has(.classIsOwn) ? origin : max(origin, replaced?.origin ?? .blank)
        return Stamp(
            origin: least,
            time: time,
            member: context.dot.member,
            number: context.dot.number
        )
    }
}
