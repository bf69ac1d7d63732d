public import Foundation

/// A collection of objects that change requests take as an argument.
///
/// Arrays, sets, `NSArray`, `NSSet`, `NSOrderedSet` and ``PHFetchResult`` conform. Foundation on Linux
/// lacks the protocol. A type of your own may conform if it is a `Sequence` too.
public protocol NSFastEnumeration {}

extension Array: NSFastEnumeration {}
extension Set: NSFastEnumeration {}
extension NSArray: NSFastEnumeration {}
extension NSSet: NSFastEnumeration {}
extension NSOrderedSet: NSFastEnumeration {}

/// A collection whose elements can be enumerated although it is not a `Sequence`.
///
/// A fetch result is one: as on Apple's systems, it must not be a `Sequence`.
package protocol FastEnumerable: NSFastEnumeration {
    /// The elements in their order.
    var fastEnumerationElements: [Any] { get }
    /// Shows the elements in their order, if need be without holding them all.
    func enumerateElements(_ body: (Any) -> Void)
}

extension FastEnumerable {
    package func enumerateElements(_ body: (Any) -> Void) {
        for element in fastEnumerationElements { body(element) }
    }
}

extension NSFastEnumeration {
    /// The elements, in the order that the collection gives.
    ///
    /// A type that offers no way to its elements is the caller's mistake, and traps.
    package var enumeratedElements: [Any] {
        switch self {
        case let collection as any FastEnumerable:
            collection.fastEnumerationElements
        case let sequence as any Sequence:
            Self.elements(of: sequence)
        default:
            preconditionFailure(
                """
                \(Self.self) was given to a change request, but its elements cannot be enumerated. \
                Give an array, a set or a fetch result, or make the type a Sequence.
                """
            )
        }
    }

    /// Shows the elements, in the order that the collection gives.
    ///
    /// A large fetch result does not have to be in memory for it.
    package func forEachElement(_ body: (Any) -> Void) {
        if let collection = self as? any FastEnumerable {
            collection.enumerateElements(body)
        } else {
            for element in enumeratedElements { body(element) }
        }
    }

    private static func elements(of sequence: some Sequence) -> [Any] {
        sequence.map { $0 as Any }
    }
}
