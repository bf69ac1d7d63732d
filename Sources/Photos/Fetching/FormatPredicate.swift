package import Foundation
package import PhotosStore

/// A predicate that was made from a format string.
final class FormatPredicate: NSPredicate {
    let format: String
    let tree: ParsedPredicate

    init(format: String, tree: ParsedPredicate) {
        self.format = format
        self.tree = tree
        super.init(block: { object, _ in tree.evaluate(with: object) })
    }

    @available(*, unavailable, message: "Predicates are not archived.")
    required init?(coder: NSCoder) {
        preconditionFailure(
            "A predicate made from a format string cannot be decoded from an archive."
        )
    }

    /// The string that the predicate was made from, with its format specifiers.
    override var predicateFormat: String { format }

    override var description: String { format }

    override func isEqual(_ object: Any?) -> Bool {
        (object as? FormatPredicate).map { $0.tree == tree } ?? false
    }

    override var hash: Int { tree.hashValue }

    // The object is immutable.
    override func copy(with zone: NSZone? = nil) -> Any { self }
}

extension ParsedPredicate {
    /// Returns a predicate for fetches, with the string that it was written as.
    package func predicate(writtenAs format: String) -> NSPredicate {
        FormatPredicate(format: format, tree: self)
    }
}
