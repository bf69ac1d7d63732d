/// Values by key, of which those that were not used for the longest time go when all together cost too much.
package struct RecentlyUsed<Key: Hashable, Value> {
    private struct Entry {
        var key: Key
        var value: Value
        var cost: Int
        var older: Int?
        var newer: Int?
    }

    /// What all values together may cost.
    package var limit: Int {
        didSet { trim() }
    }
    package private(set) var cost = 0
    private var places: [Key: Int] = [:]
    /// Entries stand where they are: those that left make room for new ones.
    private var entries: [Entry?] = []
    private var free: [Int] = []
    private var newest: Int?
    private var oldest: Int?

    package init(limit: Int) { self.limit = limit }

    package var count: Int { places.count }

    /// The value of a key, which counts as used now.
    package mutating func value(_ key: Key) -> Value? {
        guard let place = places[key], let entry = entries[place] else { return nil }
        if newest != place {
            unlink(place)
            link(place)
        }
        return entry.value
    }

    /// Keeps a value, unless it alone costs more than a quarter of all: it would drive out too many.
    package mutating func insert(_ value: Value, for key: Key, cost: Int) {
        remove(key)
        guard cost <= limit / 4 else { return }
        let entry = Entry(key: key, value: value, cost: cost)
        let place: Int
        if let last = free.popLast() {
            place = last
            entries[place] = entry
        } else {
            place = entries.count
            entries.append(entry)
        }
        places[key] = place
        self.cost += cost
        link(place)
        trim()
    }

    package mutating func remove(_ key: Key) {
        guard let place = places.removeValue(forKey: key) else { return }
        unlink(place)
        cost -= entries[place]?.cost ?? 0
        entries[place] = nil
        free.append(place)
    }

    package mutating func removeAll() { self = Self(limit: limit) }

    private mutating func trim() {
        while cost > limit, let oldest, let key = entries[oldest]?.key { remove(key) }
    }

    private mutating func link(_ place: Int) {
        entries[place]?.older = newest
        entries[place]?.newer = nil
        if let newest { entries[newest]?.newer = place } else { oldest = place }
        newest = place
    }

    private mutating func unlink(_ place: Int) {
        guard let entry = entries[place] else { return }
        if let older = entry.older {
            entries[older]?.newer = entry.newer
        } else {
            oldest = entry.newer
        }
        if let newer = entry.newer {
            entries[newer]?.older = entry.older
        } else {
            newest = entry.older
        }
    }
}
