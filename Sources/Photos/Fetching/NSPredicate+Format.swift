public import Foundation
import PhotosStore

/// A protocol that lets an initializer of `NSPredicate` make an object that stores its format string.
///
/// Only `NSPredicate` conforms. Do not conform your own types. The protocol exists because an initializer of a
/// protocol extension can choose the class of the new object, and an initializer of a class cannot.
public protocol PredicateFormatInitializable {}

extension NSPredicate: PredicateFormatInitializable {}

extension PredicateFormatInitializable where Self: NSPredicate {
    /// Creates a predicate from a format string and its arguments.
    ///
    /// Foundation has this initializer only on Apple's systems. This one accepts Apple's syntax to the extent that
    /// fetches of photos support it. An invalid format string is a programming error: it stops the program with a
    /// message that explains the error.
    /// - Parameters:
    ///   - format: The predicate, such as `mediaType == %d AND creationDate >= %@`.
    ///   - arguments: Numbers, strings, dates, nil, enumeration values, option sets, objects of the library, and
    ///     arrays or sets of those. Surplus arguments are ignored.
    public init(format: String, _ arguments: Any?...) {
        self.init(reading: format, arguments)
    }

    /// Creates a predicate from a format string and an array of its arguments.
    ///
    /// An invalid format string is a programming error and stops the program.
    /// - Parameters:
    ///   - format: The predicate, such as `mediaType == %d`.
    ///   - arguments: The arguments in the order of the format string.
    public init(format: String, argumentArray arguments: [Any]?) {
        self.init(reading: format, arguments ?? [])
    }

    private init(reading format: String, _ arguments: [Any?]) {
        let predicate: FormatPredicate
        do throws(PredicateFault) {
            predicate = FormatPredicate(
                format: format,
                tree: try ParsedPredicate(format: format, arguments: arguments)
            )
        } catch {
            preconditionFailure(error.message)
        }
        guard let made = predicate as? Self else {
            preconditionFailure("A format string makes an NSPredicate, never a \(Self.self).")
        }
        self = made
    }
}
