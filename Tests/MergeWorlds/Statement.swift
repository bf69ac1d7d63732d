import PhotosMerge

/// The rules once more, in another style: what is shown follows from everything that anybody ever
/// did, by definitions.
///
/// Nothing is merged here and nothing is kept up. A fact counts for whoever has applied its block.
package struct Statement: Sendable {
    /// One thing that one block said.
    struct Fact: Sendable {
        enum Content: Hashable, Sendable {
            case value([UInt8])
            case addition
            case removal
        }

        var key: RegisterKey
        var content: Content
        var stamp: Stamp
        /// What the author had applied before the block.
        var seen: VersionVector
    }

    private(set) var facts: [Fact] = []

    package init() {}

    /// Returns whether anybody said anything of an object.
    func knows(_ object: SharedID) -> Bool { facts.contains { $0.key.object == object } }

    /// What one machine knows of the facts.
    struct View {
        var facts: [RegisterKey: [Fact]] = [:]

        /// The value with the greatest stamp.
        func latest(_ key: RegisterKey) -> Fact? {
            facts[key]?.filter { if case .value = $0.content { true } else { false } }
                .max { $0.stamp < $1.stamp }
        }

        func value(_ key: RegisterKey) -> [UInt8] {
            if case .value(let value)? = latest(key)?.content { value } else { [] }
        }

        func removals(_ key: RegisterKey) -> [Fact] {
            facts[key]?.filter { $0.content == .removal } ?? []
        }

        /// The additions that no removal had seen.
        func additions(_ key: RegisterKey) -> [Fact] {
            let removals = removals(key)
            return facts[key]?.filter { fact in
                fact.content == .addition
                    && !removals.contains { $0.seen.covers(fact.stamp.dot) }
            } ?? []
        }

        func isSeen(_ fact: Fact, byRemovalsOf key: RegisterKey) -> Bool {
            removals(key).contains { $0.seen.covers(fact.stamp.dot) }
        }
    }

    func view(_ vector: VersionVector) -> View {
        View(facts: Dictionary(grouping: facts.filter { vector.covers($0.stamp.dot) }, by: \.key))
    }

    mutating func state(
        _ content: Fact.Content,
        _ key: RegisterKey,
        origin: StampClass = .person,
        in context: BlockContext,
        isQuiet: Bool = false
    ) {
        let view = view(context.seen)
        let known = view.facts[key] ?? []
        var replaced: Stamp?
        switch content {
        case .value: replaced = view.latest(key)?.stamp
        default: replaced = known.map(\.stamp).max { $0.time < $1.time }
        }
        let clock = isQuiet ? 0 : context.clock
        let stamp = Stamp(
            origin: max(isQuiet ? .blank : origin, replaced?.origin ?? .blank),
            time: max(clock, (replaced?.time ?? -1) + 1),
            member: context.dot.member,
            number: context.dot.number
        )
        facts.append(Fact(key: key, content: content, stamp: stamp, seen: context.seen))
    }
}
