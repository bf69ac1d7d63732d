public import Foundation
import PhotosStore

extension PredicateFormatInitializable where Self: NSPredicate {
    /// Creates a predicate from a `#Predicate`.
    ///
    /// The result is never nil here. An expression that cannot be translated fails when a fetch uses the predicate,
    /// because only the fetch knows the key of each key path.
    /// - Parameter predicate: The predicate to use in a fetch or to evaluate on objects.
    public init?<Input>(_ predicate: Predicate<Input>) where Input: NSObject {
        guard let made = ExpressionPredicate(predicate) as? Self else {
            preconditionFailure("A #Predicate makes an NSPredicate, never a \(Self.self).")
        }
        self = made
    }
}

/// A predicate that was made from a `#Predicate`.
final class ExpressionPredicate: NSPredicate {
    private let translation: ([AnyKeyPath: String]) throws -> ParsedPredicate

    init<Input: NSObject>(_ predicate: Predicate<Input>) {
        translation = { keyPaths in
            let scope = TranslationScope(
                keyPaths: keyPaths,
                bindings: [predicate.variable.key: .object]
            )
            return try scope.parsedPredicate(of: predicate.expression)
        }
        super.init(block: { object, _ in
            guard let object = object as? Input else { return false }
            // An expression that fails, for example by overflow, matches nothing.
            return (try? predicate.evaluate(object)) ?? false
        })
    }

    @available(*, unavailable, message: "Predicates are not archived.")
    required init?(coder: NSCoder) {
        preconditionFailure(
            "A predicate made from an expression cannot be decoded from an archive."
        )
    }

    func translated(_ keyPaths: [AnyKeyPath: String]) throws -> ParsedPredicate {
        try translation(keyPaths)
    }

    override var predicateFormat: String { "#Predicate" }

    // The object is immutable.
    override func copy(with zone: NSZone? = nil) -> Any { self }
}
