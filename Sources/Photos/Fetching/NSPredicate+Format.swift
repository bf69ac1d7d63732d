public import Foundation
import PhotosStore

/// Lets an initializer of `NSPredicate` make an object that remembers how it was written.
///
/// Only `NSPredicate` conforms. Do not conform your own types: the protocol exists because an initializer of a
/// protocol may choose the class of the object it makes, which an initializer of a class may not.
public protocol PredicateFormatInitializable {}

extension NSPredicate: PredicateFormatInitializable {}

extension PredicateFormatInitializable where Self: NSPredicate {
    /// Creates a predicate from a format string and the arguments it names.
    ///
    /// Foundation has this initializer on Apple's systems only; here it reads Apple's syntax as far as fetches of
    /// photos allow it. A format string that cannot be read is a mistake in the program and stops it with a
    /// sentence that says what is wrong.
    /// - Parameters:
    ///   - format: The predicate, such as `mediaType == %d AND creationDate >= %@`.
    ///   - arguments: Numbers, strings, dates, nil, enumeration values, option sets, objects of the library, and
    ///     arrays or sets of those. Surplus ones are ignored.
    public init(format: String, _ arguments: Any?...) {
        self.init(reading: format, arguments)
    }

    /// Creates a predicate from a format string and an array of the arguments it names.
    ///
    /// A format string that cannot be read is a mistake in the program and stops it.
    /// - Parameters:
    ///   - format: The predicate, such as `mediaType == %d`.
    ///   - arguments: The arguments in the order the format names them.
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
