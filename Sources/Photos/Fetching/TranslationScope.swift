import Foundation
import PhotosStore

/// A part of a `#Predicate` that can be said in the syntax of format strings.
protocol ConditionTranslatable {
    /// The part as a value, with the conditions under which each alternative is the value.
    func alternatives(_ scope: TranslationScope) throws -> [ValueAlternative]

    /// The part as a question.
    func predicate(_ scope: TranslationScope) throws -> ParsedPredicate
}

/// One of the values that an expression may have: `a ?? b` has two.
struct ValueAlternative {
    var condition: ParsedPredicate
    var expression: ParsedExpression

    init(_ expression: ParsedExpression, if condition: ParsedPredicate = .constant(true)) {
        self.condition = condition
        self.expression = expression
    }
}

extension ConditionTranslatable {
    func alternatives(_ scope: TranslationScope) throws -> [ValueAlternative] {
        throw TranslationScope.untranslatable(Self.self)
    }

    /// A Boolean value is true when it equals true.
    func predicate(_ scope: TranslationScope) throws -> ParsedPredicate {
        let alternatives = try alternatives(scope)
        return scope.any(alternatives) { $0.isTrue }
    }
}

/// What is known while a `#Predicate` is translated.
struct TranslationScope {
    let keyPaths: [AnyKeyPath: String]
    var bindings: [PredicateExpressions.VariableID: ParsedExpression]

    func predicate(_ part: any PredicateExpression) throws -> ParsedPredicate {
        try translatable(part).predicate(self)
    }

    func alternatives(_ part: any PredicateExpression) throws -> [ValueAlternative] {
        try translatable(part).alternatives(self)
    }

    private func translatable(_ part: any PredicateExpression) throws -> any ConditionTranslatable {
        guard let part = part as? any ConditionTranslatable else {
            throw Self.untranslatable(type(of: part))
        }
        return part
    }

    static func untranslatable(_ type: Any.Type) -> PredicateFault {
        // Without its arguments: the name of the kind of expression says enough.
        let name = "\(type)".prefix { $0 != "<" }
        return PredicateFault(
            .unsupported,
            "The expression \(name) of a #Predicate cannot be used in a fetch. Use comparisons, contains, "
                + "starts(with:), ranges, &&, || and ! on the properties that are keys."
        )
    }

    /// Compares every value that the left side may have with every one of the right.
    func compare(
        _ left: any PredicateExpression,
        _ operation: ParsedOperator,
        _ right: any PredicateExpression
    ) throws -> ParsedPredicate {
        let rights = try alternatives(right)
        return any(try alternatives(left)) { left in
            any(rights) { .comparison(left, operation, $0, []) }
        }
    }

    func any(
        _ alternatives: [ValueAlternative],
        _ question: (ParsedExpression) -> ParsedPredicate
    ) -> ParsedPredicate {
        let parts: [ParsedPredicate] = alternatives.map { alternative in
            alternative.condition == .constant(true)
                ? question(alternative.expression)
                : .all([alternative.condition, question(alternative.expression)])
        }
        return parts.count == 1 ? parts[0] : .any(parts)
    }
}

extension ParsedExpression {
    var isTrue: ParsedPredicate {
        .comparison(self, .compare(.equal), .value(.scalar(.flag(true))), [])
    }

    var isNil: ParsedPredicate { .comparison(self, .compare(.equal), .value(.null), []) }
}
