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
    private var indexes: [Key: Int] = [:]
    /// Entries keep their index; new entries reuse the indexes of removed ones.
    private var entries: [Entry?] = []
    private var free: [Int] = []
    private var newest: Int?
    private var oldest: Int?

    package init(limit: Int) { self.limit = limit }

    package var count: Int { indexes.count }

    /// Returns the value of a key, and marks the value as most recently used.
    package mutating func value(_ key: Key) -> Value? {
        guard let index = indexes[key], let entry = entries[index] else { return nil }
        if newest != index {
            unlink(index)
            link(index)
        }
        return entry.value
    }

    /// Stores a value, unless its cost exceeds a quarter of the limit: it would push out too many values.
    package mutating func insert(_ value: Value, for key: Key, cost: Int) {
        remove(key)
        guard cost <= limit / 4 else { return }
        let entry = Entry(key: key, value: value, cost: cost)
        let index: Int
        if let last = free.popLast() {
            index = last
            entries[index] = entry
        } else {
            index = entries.count
            entries.append(entry)
        }
        indexes[key] = index
        self.cost += cost
        link(index)
        trim()
    }

    package mutating func remove(_ key: Key) {
        guard let index = indexes.removeValue(forKey: key) else { return }
        unlink(index)
        cost -= entries[index]?.cost ?? 0
        entries[index] = nil
        free.append(index)
    }

    package mutating func removeAll() { self = Self(limit: limit) }

    private mutating func trim() {
        while cost > limit, let oldest, let key = entries[oldest]?.key { remove(key) }
    }

    private mutating func link(_ index: Int) {
        entries[index]?.older = newest
        entries[index]?.newer = nil
        if let newest { entries[newest]?.newer = index } else { oldest = index }
        newest = index
    }

    private mutating func unlink(_ index: Int) {
        guard let entry = entries[index] else { return }
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
