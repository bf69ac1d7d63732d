public import Foundation

/// A collection of objects that change requests take as an argument.
///
/// Arrays, sets, `NSArray`, `NSSet`, `NSOrderedSet` and ``PHFetchResult`` conform. Foundation on Linux lacks the
/// protocol. Your own type may conform if it is also a `Sequence`.
public protocol NSFastEnumeration {}

extension Array: NSFastEnumeration {}
extension Set: NSFastEnumeration {}
extension NSArray: NSFastEnumeration {}
extension NSSet: NSFastEnumeration {}
extension NSOrderedSet: NSFastEnumeration {}

/// A collection that is not a `Sequence` but can enumerate its elements.
///
/// A fetch result conforms. As on Apple's systems, it must not be a `Sequence`.
package protocol FastEnumerable: NSFastEnumeration {
    /// The elements in their order.
    var fastEnumerationElements: [Any] { get }
    /// Calls a closure for each element in order, if possible without holding all elements in memory.
    func enumerateElements(_ body: (Any) -> Void)
}

extension FastEnumerable {
    package func enumerateElements(_ body: (Any) -> Void) {
        for element in fastEnumerationElements { body(element) }
    }
}

extension NSFastEnumeration {
    /// The elements, in the order of the collection.
    ///
    /// The property traps for a type that offers no way to enumerate its elements, which is the caller's mistake.
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

    /// Calls a closure for each element, in the order of the collection.
    ///
    /// A large fetch result does not have to be in memory as a whole.
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
