public import Foundation
import PhotosStore

/// Lets an initializer of `NSSortDescriptor` make an object that remembers its key.
///
/// Only `NSSortDescriptor` conforms. Do not conform your own types: the protocol exists because an initializer of a
/// protocol may choose the class of the object it makes, which an initializer of a class may not.
public protocol SortKeyInitializable {}

extension NSSortDescriptor: SortKeyInitializable {}

extension SortKeyInitializable where Self: NSSortDescriptor {
    /// Creates a sort descriptor for the values of a key.
    ///
    /// Foundation has this initializer on Apple's systems only.
    /// - Parameters:
    ///   - key: The name of a property, such as `creationDate`; nil compares the objects themselves.
    ///   - ascending: Whether small values come first.
    public init(key: String?, ascending: Bool) {
        self.init(KeySortDescriptor(key: key, ascending: ascending, order: nil))
    }

    /// Creates a sort descriptor for the values of a key, with an order of its own.
    ///
    /// It sorts objects in memory; a fetch cannot use it and says so.
    /// - Parameters:
    ///   - key: The name of a property, or nil for the objects themselves.
    ///   - ascending: Whether values that the comparator puts first come first.
    ///   - comparator: The order of two values.
    public init(key: String?, ascending: Bool, comparator: @escaping Comparator) {
        self.init(KeySortDescriptor(key: key, ascending: ascending, order: comparator))
    }

    /// Creates a sort descriptor for a property whose type Swift cannot compare, such as an optional date.
    ///
    /// Missing values come first in ascending order.
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - ascending: Whether small values come first.
    public init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
        self.init(PropertySortDescriptor(keyPath, ascending: ascending))
    }

    private init(_ descriptor: NSSortDescriptor) {
        guard let made = descriptor as? Self else {
            preconditionFailure("A key makes an NSSortDescriptor, never a \(Self.self).")
        }
        self = made
    }
}

extension NSSortDescriptor {
    /// The key that the descriptor was made with, or nil when it was made with a key path.
    public var key: String? { (self as? KeySortDescriptor)?.sortKey }
}
