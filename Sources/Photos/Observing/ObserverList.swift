import Foundation
import Synchronization

/// An observer that is held weakly, and its number in the library's feed.
final class RegisteredObserver: @unchecked Sendable {
    // Unchecked because observers are the caller's objects; the reference to one is only read, and weak.

    private(set) weak var object: (any NSObjectProtocol)?
    private let number = Mutex<UInt64?>(nil)

    init(_ object: any NSObjectProtocol) { self.object = object }

    /// Nil while no feed tells it anything.
    var feed: UInt64? { number.withLock { $0 } }

    /// Takes a number in a feed; false where it has one.
    func take(_ feed: UInt64) -> Bool {
        number.withLock { number in
            guard number == nil else { return false }
            number = feed
            return true
        }
    }
}

/// Observers of one kind, held weakly.
///
/// Adding, finding or removing one costs the same however many there are.
struct ObserverList {
    private var entries: [ObjectIdentifier: RegisteredObserver] = [:]
    /// When there are so many, those that are gone are looked for.
    private var limit = 16

    var isEmpty: Bool { entries.isEmpty }

    var all: [RegisteredObserver] { Array(entries.values) }

    /// Adds an observer.
    ///
    /// - Returns: Its entry, nil where it is in the list already; and entries of observers that are gone.
    mutating func insert(
        _ observer: any NSObjectProtocol
    ) -> (new: RegisteredObserver?, gone: [RegisteredObserver]) {
        let key = ObjectIdentifier(observer)
        // A new object may stand where one stood that is gone.
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
