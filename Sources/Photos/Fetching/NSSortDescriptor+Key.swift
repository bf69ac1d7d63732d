public import Foundation
import PhotosStore

/// A protocol that lets an initializer of `NSSortDescriptor` make an object that stores its key.
///
/// Only `NSSortDescriptor` conforms. Do not conform your own types. The protocol exists because an initializer of a
/// protocol extension can choose the class of the new object, and an initializer of a class cannot.
public protocol SortKeyInitializable {}

extension NSSortDescriptor: SortKeyInitializable {}

extension SortKeyInitializable where Self: NSSortDescriptor {
    /// Creates a sort descriptor for the values of a key.
    ///
    /// Foundation has this initializer only on Apple's systems.
    /// - Parameters:
    ///   - key: The name of a property, such as `creationDate`; nil compares the objects themselves.
    ///   - ascending: Whether small values come first.
    public init(key: String?, ascending: Bool) {
        self.init(KeySortDescriptor(key: key, ascending: ascending, order: nil))
    }

    /// Creates a sort descriptor for the values of a key, with a comparator.
    ///
    /// The descriptor sorts objects in memory. A fetch cannot use it and stops with a message.
    /// - Parameters:
    ///   - key: The name of a property, or nil for the objects themselves.
    ///   - ascending: Whether the order of the comparator is kept; false reverses it.
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
