package import PhotosMerge

/// Several machines that exchange packets, without files, clocks and chance of their own.
package struct World: Sendable {
    /// One machine.
    package struct Machine: Sendable {
        package let id: MemberID
        package var set = RegisterSet()
        package var vector = VersionVector()
        /// What is shown, brought forward by each change.
        package var shown = ShownState()
        /// How far its clock is wrong.
        package var clockError: Int64 = 0
        /// The blocks that no packet has, and the registers that they wrote.
        var openBlocks: ClosedRange<UInt64>?
        var openRegisters: [RegisterKey: Register] = [:]
        /// Of each machine, how many packets were taken.
        var taken: [Int]
        /// How many blocks the machine has made.
        package var blockCount: UInt64 { vector[id] }
    }

    package let rules: MergeRules
    package internal(set) var machines: [Machine]
    package internal(set) var packets: [[MergePacket]]
    /// What happened, for the other statement of the rules.
    package internal(set) var statement = Statement()
    package internal(set) var violations: [String] = []
    package var time: Int64 = 1_000_000
    /// Whether each act becomes a packet of its own.
    package var sendsEachBlock = true
    /// Whether packets are read from the rows when they are sealed.
    ///
    /// Removals of others that a row has are then known early, so the other statement agrees only
    /// in the end.
    package var sendsRows = false
    /// Whether the state that is shown, and the other statement, are brought along.
    let watches: Bool

    package init(machineCount: Int, rules: MergeRules = MergeRules(), watches: Bool = true) {
        self.rules = rules
        self.watches = watches
        machines = (0..<machineCount).map {
            Machine(
                id: WorldNames.member($0),
                taken: [Int](repeating: 0, count: machineCount)
            )
        }
        packets = Array(repeating: [], count: machineCount)
    }

    package mutating func setClockError(_ error: Int64, on machine: Int) {
        machines[machine].clockError = error
    }

    // MARK: Exchange

    /// Puts what a machine wrote since its last packet into one.
    package mutating func seal(_ machine: Int) {
        guard let blocks = machines[machine].openBlocks else { return }
        let author = machines[machine]
        let registers = author.openRegisters.values.sorted { $0.key < $1.key }.compactMap {
            (written) -> Register? in
            guard let own = written.set else { return written }
            if rules.has(.removalUsesLaterVector), let removal = own.removals.first {
                let later = AdditionSet(removing: removal, seen: author.vector)
                return Register(written.key, rules.merged(own, later))
            }
            guard sendsRows else { return written }
            let present = author.set.register(written.key)?.set
            return present.map { Register(written.key, $0.contribution(of: author.id)) }
        }
        let packet = MergePacket(
            author: author.id,
            blocks: blocks,
            seen: author.vector.setting(author.id, to: 0),
            registers: registers
        )
        if packets[machine].count % 4 == 0, (try? MergePacket(bytes: packet.bytes)) != packet {
            violations.append("A packet is read as something else than was written.")
        }
        packets[machine].append(packet)
        machines[machine].openBlocks = nil
        machines[machine].openRegisters = [:]
    }

    mutating func noteOpen(_ register: Register, on machine: Int) {
        let key = register.key
        if let open = machines[machine].openRegisters[key] {
            let merged = rules.merged(open.content, register.content)
            machines[machine].openRegisters[key] = Register(key, merged)
        } else {
            machines[machine].openRegisters[key] = register
        }
    }

    /// Returns whether a machine has a packet that another one has not taken.
    package func canDeliver(from author: Int, to reader: Int) -> Bool {
        author != reader
            && (machines[reader].taken[author] < packets[author].count
                || machines[author].openBlocks != nil)
    }

    /// Gives a machine the next packet of another one.
    package mutating func deliver(from author: Int, to reader: Int) {
        guard canDeliver(from: author, to: reader) else { return }
        if machines[reader].taken[author] == packets[author].count { seal(author) }
        let packet = packets[author][machines[reader].taken[author]]
        machines[reader].taken[author] += 1
        // A pull seals: no packet joins blocks from before and after one.
        if !rules.has(.removalUsesLaterVector) { seal(reader) }
        apply(packet, to: reader)
    }

    /// Gives a machine a packet that it has had.
    package mutating func repeatPacket(_ number: Int, from author: Int, to reader: Int) {
        let taken = machines[reader].taken[author]
        guard author != reader, taken > 0 else { return }
        let before = machines[reader].set
        if !rules.has(.removalUsesLaterVector) { seal(reader) }
        apply(packets[author][number % taken], to: reader)
        if machines[reader].set != before {
            violations.append("A packet that arrived again changed something.")
        }
    }

    /// Delivers all that was not delivered, to each machine from the others in the order of their
    /// numbers.
    package mutating func deliverAll() {
        var isMoving = true
        while isMoving {
            isMoving = false
            for reader in machines.indices {
                for author in machines.indices where canDeliver(from: author, to: reader) {
                    deliver(from: author, to: reader)
                    isMoving = true
                }
            }
        }
    }

    private mutating func apply(_ packet: MergePacket, to reader: Int) {
        let set = machines[reader].set
        let outcome = rules.merge(
            packet,
            present: { set.register($0) },
            context: { _ in nil }
        )
        take(outcome.changed, previous: outcome.previous, on: reader)
        machines[reader].vector.record(Dot(packet.author, packet.blocks.upperBound))
    }

    /// Stores registers as they become, and brings what is shown forward.
    mutating func take(
        _ changed: [Register],
        previous: [RegisterKey: Register],
        on machine: Int
    ) {
        for register in changed { machines[machine].set.store(register, rules: rules) }
        guard watches else { return }
        do {
            let set = machines[machine].set
            let scope = try rules.scope(of: changed, previous: previous, in: set)
            machines[machine].shown.update(with: try rules.shown(scope, in: set))
        } catch {
            violations.append("\(error)")
        }
    }
}
