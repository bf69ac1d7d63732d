import Foundation
import PhotosStore

/// A sort descriptor that was made from the name of a property.
final class KeySortDescriptor: NSSortDescriptor {
    let sortKey: String?
    /// The program's own order of values; nil for the natural order.
    let order: Comparator?

    init(key: String?, ascending: Bool, order: Comparator?) {
        sortKey = key
        self.order = order
        super.init(keyPath: \NSObject.hash, ascending: ascending)
    }

    override func compare(_ left: Any, to right: Any) -> ComparisonResult {
        let left = value(of: left)
        let right = value(of: right)
        let result =
            if let order, let left, let right {
                order(left, right)
            } else {
                PredicateValue(left).order(to: PredicateValue(right))
            }
        return ascending ? result : result.reversed
    }

    private func value(of object: Any) -> Any? {
        sortKey.map { plainValue(ofKeyPath: $0, in: object) } ?? object
    }

    override var reversedSortDescriptor: Any {
        KeySortDescriptor(key: sortKey, ascending: !ascending, order: order)
    }

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? KeySortDescriptor else { return false }
        if self === other { return true }
        return order == nil && other.order == nil && sortKey == other.sortKey
            && ascending == other.ascending
    }

    override var hash: Int { sortKey.hashValue ^ ascending.hashValue }
}

/// A sort descriptor that was made from a key path to values that are not `Comparable`.
final class PropertySortDescriptor: NSSortDescriptor {
    private let read: (Any) -> Any?
    private let reverse: () -> NSSortDescriptor

    init<Root, Value>(_ keyPath: KeyPath<Root, Value>, ascending: Bool) {
        read = { object in (object as? Root)?[keyPath: keyPath] }
        reverse = { PropertySortDescriptor(keyPath, ascending: !ascending) }
        super.init(keyPath: keyPath, ascending: ascending) {
            PredicateValue($0).order(to: PredicateValue($1))
        }
    }

    override func compare(_ left: Any, to right: Any) -> ComparisonResult {
        let result = PredicateValue(read(left)).order(to: PredicateValue(read(right)))
        return ascending ? result : result.reversed
    }

    override var reversedSortDescriptor: Any { reverse() }

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? PropertySortDescriptor else { return false }
        return keyPath == other.keyPath && ascending == other.ascending
    }

    override var hash: Int { keyPath.hashValue ^ ascending.hashValue }
}

extension ComparisonResult {
    fileprivate var reversed: ComparisonResult {
        switch self {
        case .orderedAscending: .orderedDescending
        case .orderedSame: .orderedSame
        case .orderedDescending: .orderedAscending
        }
    }
}
