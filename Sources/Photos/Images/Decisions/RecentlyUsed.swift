/// A cache of values by key with a cost limit, which removes the least recently used values first.
package struct RecentlyUsed<Key: Hashable, Value> {
    private struct Entry {
        var key: Key
        var value: Value
        var cost: Int
        var older: Int?
        var newer: Int?
    }

    /// The limit of the total cost of all values.
    package var limit: Int {
        didSet { trim() }
    }
    package private(set) var cost = 0
    private var places: [Key: Int] = [:]
    /// Entries keep their index; new entries reuse the indexes of removed ones.
    private var entries: [Entry?] = []
    private var free: [Int] = []
    private var newest: Int?
    private var oldest: Int?

    package init(limit: Int) { self.limit = limit }

    package var count: Int { places.count }

    /// Returns the value of a key, and marks the value as most recently used.
    package mutating func value(_ key: Key) -> Value? {
        guard let place = places[key], let entry = entries[place] else { return nil }
        if newest != place {
            unlink(place)
            link(place)
        }
        return entry.value
    }

    /// Stores a value, unless its cost exceeds a quarter of the limit: it would push out too many values.
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
