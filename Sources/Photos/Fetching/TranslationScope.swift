import Foundation
import PhotosStore

/// A part of a `#Predicate` that has an equivalent in the syntax of format strings.
protocol ConditionTranslatable {
    /// Returns the possible values of the part, each with the condition under which it applies.
    func valueAlternatives(in scope: TranslationScope) throws -> [ValueAlternative]

    /// Translates the part as a condition.
    func parsedPredicate(in scope: TranslationScope) throws -> ParsedPredicate
}

/// A possible value of an expression; `a ?? b` has two.
struct ValueAlternative {
    var condition: ParsedPredicate
    var expression: ParsedExpression

    init(_ expression: ParsedExpression, if condition: ParsedPredicate = .constant(true)) {
        self.condition = condition
        self.expression = expression
    }
}

extension ConditionTranslatable {
    func valueAlternatives(in scope: TranslationScope) throws -> [ValueAlternative] {
        throw TranslationScope.untranslatable(Self.self)
    }

    /// A Boolean value is true when it equals true.
    func parsedPredicate(in scope: TranslationScope) throws -> ParsedPredicate {
        let alternatives = try valueAlternatives(in: scope)
        return scope.anyAlternative(of: alternatives) { $0.isTrue }
    }
}

/// The context of the translation of a `#Predicate`: key paths and variables.
struct TranslationScope {
    let keyPaths: [AnyKeyPath: String]
    var bindings: [PredicateExpressions.VariableID: ParsedExpression]

    func parsedPredicate(of part: any PredicateExpression) throws -> ParsedPredicate {
        try translatable(part).parsedPredicate(in: self)
    }

    func valueAlternatives(of part: any PredicateExpression) throws -> [ValueAlternative] {
        try translatable(part).valueAlternatives(in: self)
    }

    private func translatable(_ part: any PredicateExpression) throws -> any ConditionTranslatable {
        guard let part = part as? any ConditionTranslatable else {
            throw Self.untranslatable(type(of: part))
        }
        return part
    }

    static func untranslatable(_ type: Any.Type) -> PredicateFault {
        // The name without its generic arguments is enough.
        let name = "\(type)".prefix { $0 != "<" }
        return PredicateFault(
            .unsupported,
            "The expression \(name) of a #Predicate cannot be used in a fetch. Use comparisons, contains, "
                + "starts(with:), ranges, &&, || and ! on the properties that are keys."
        )
    }

    /// Compares each possible value of the left side with each possible value of the right side.
    func comparison(
        of left: any PredicateExpression,
        _ operation: ParsedOperator,
        with right: any PredicateExpression
    ) throws -> ParsedPredicate {
        let rights = try valueAlternatives(of: right)
        return anyAlternative(of: try valueAlternatives(of: left)) { left in
            anyAlternative(of: rights) { .comparison(left, operation, $0, []) }
        }
    }

    func anyAlternative(
        of alternatives: [ValueAlternative],
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
