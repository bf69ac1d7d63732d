/// The registers that one block writes.
struct RegisterWriter<Rows: RegisterRows> {
    let rules: MergeRules
    let context: BlockContext
    let rows: Rows
    private(set) var registers: [Register] = []
    /// The assets of which the block has said that they live.
    var confirmed: Set<SharedID> = []

    init(rules: MergeRules, context: BlockContext, rows: Rows) {
        self.rules = rules
        self.context = context
        self.rows = rows
    }

    /// Writes a value, later than the present one.
    mutating func write(_ value: [UInt8], to key: RegisterKey, origin: StampClass? = nil) throws {
        let present = try rows.register(key)?.stamped
        let stamp = try rules.stamp(
            replacing: present?.stamp,
            origin: origin ?? context.origin,
            in: context
        )
        registers.append(Register(key, value: value, stamp: stamp))
    }

    /// Writes a value with the least time and the class of what it replaces: it decides nothing new.
    mutating func writeAnew(_ value: [UInt8], to key: RegisterKey) throws {
        guard let present = try rows.register(key)?.stamped else { return }
        var quiet = context
        quiet.clock = 0
        let stamp = try rules.stamp(
            replacing: present.stamp,
            origin: present.stamp.origin,
            in: quiet
        )
        registers.append(Register(key, value: value, stamp: stamp))
    }

    mutating func add(to key: RegisterKey) throws {
        registers.append(Register(key, AdditionSet(adding: try nextStamp(in: key))))
    }

    /// Writes a removal, which covers all that the author sees in the register.
    mutating func remove(from key: RegisterKey) throws {
        var seen = context.seen
        let present = try rows.register(key)?.set
        for addition in present?.additions ?? [] { seen.record(addition.dot) }
        if rules.has(.removalOmitsOwnAdditions) {
            seen = seen.setting(context.dot.member, to: 0)
        }
        let set = AdditionSet(removing: try nextStamp(in: key), seen: seen)
        registers.append(Register(key, set))
    }

    private func nextStamp(in key: RegisterKey) throws -> Stamp {
        let present = try rows.register(key)?.set?.stamps ?? []
        let last = present.max { $0.time < $1.time }
        return try rules.stamp(replacing: last, origin: context.origin, in: context)
    }
}
