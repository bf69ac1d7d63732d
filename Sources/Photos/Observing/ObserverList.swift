import Foundation
import Synchronization

/// A weakly held observer, and its number in the library's feed.
final class RegisteredObserver: @unchecked Sendable {
    // Unchecked because observers are objects of the caller. The weak reference is only read.

    private(set) weak var object: (any NSObjectProtocol)?
    private let number = Mutex<UInt64?>(nil)

    init(_ object: any NSObjectProtocol) { self.object = object }

    /// The number in the library's feed; nil while no feed calls the observer.
    var feed: UInt64? { number.withLock { $0 } }

    /// Stores the number in a feed; returns false if the observer has one already.
    func setFeed(_ feed: UInt64) -> Bool {
        number.withLock { number in
            guard number == nil else { return false }
            number = feed
            return true
        }
    }
}

/// Weakly held observers of one kind.
///
/// Adding, finding and removing an observer takes constant time.
struct ObserverList {
    private var entries: [ObjectIdentifier: RegisteredObserver] = [:]
    /// The number of entries at which released observers are removed.
    private var limit = 16

    var isEmpty: Bool { entries.isEmpty }

    var all: [RegisteredObserver] { Array(entries.values) }

    /// Adds an observer.
    ///
    /// - Returns: The new entry, nil if the observer is already in the list, and the entries of released observers.
    mutating func insert(
        _ observer: any NSObjectProtocol
    ) -> (new: RegisteredObserver?, gone: [RegisteredObserver]) {
        let key = ObjectIdentifier(observer)
        // A new object may have the address of a released one.
        if let known = entries[key], known.object === observer { return (nil, []) }
        let new = RegisteredObserver(observer)
        var gone = [entries.updateValue(new, forKey: key)].compactMap(\.self)
        if entries.count >= limit {
            gone += entries.values.filter { $0.object == nil }
            entries = entries.filter { $0.value.object != nil }
            limit = max(16, entries.count * 2)
        }
        return (new, gone)
    }

    mutating func remove(_ observer: any NSObjectProtocol) -> RegisteredObserver? {
        let key = ObjectIdentifier(observer)
        return entries[key]?.object === observer ? entries.removeValue(forKey: key) : nil
    }

    func contains(_ entry: RegisteredObserver) -> Bool {
        guard let object = entry.object else { return false }
        return entries[ObjectIdentifier(object)] === entry
    }
}
