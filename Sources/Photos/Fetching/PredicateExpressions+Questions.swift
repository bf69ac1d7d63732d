import Foundation
import PhotosStore

extension PredicateExpressions.Equal: ConditionTranslatable {
    func predicate(_ scope: TranslationScope) throws -> ParsedPredicate {
        try optionalAnswer(lhs, rhs, scope) ?? scope.compare(lhs, .compare(.equal), rhs)
    }
}

extension PredicateExpressions.NotEqual: ConditionTranslatable {
    func predicate(_ scope: TranslationScope) throws -> ParsedPredicate {
        if let equal = try optionalAnswer(lhs, rhs, scope) { return .not(equal) }
        return try scope.compare(lhs, .compare(.notEqual), rhs)
    }
}

/// Translates comparisons such as `title?.contains("a") == true`, where a missing title is neither true nor false.
private func optionalAnswer(
    _ left: any PredicateExpression,
    _ right: any PredicateExpression,
    _ scope: TranslationScope
) throws -> ParsedPredicate? {
    guard let optional = left as? any OptionalQuestion else {
        guard right is any OptionalQuestion else { return nil }
        return try optionalAnswer(right, left, scope)
    }
    guard case .value(.scalar(let expected))? = try scope.alternatives(right).first?.expression
    else {
        throw TranslationScope.untranslatable(type(of: left))
    }
    let (isPresent, answer) = try optional.question(scope)
    return switch expected {
    case .null: .not(isPresent)
    case .integer(0): .all([isPresent, .not(answer)])
    default: .all([isPresent, answer])
    }
}

extension PredicateExpressions.Comparison: ConditionTranslatable {
    func predicate(_ scope: TranslationScope) throws -> ParsedPredicate {
        let operation: Condition.Operator =
            switch op {
            case .lessThan: .less
            case .lessThanOrEqual: .lessOrEqual
            case .greaterThan: .greater
            case .greaterThanOrEqual: .greaterOrEqual
            }
        return try scope.compare(lhs, .compare(operation), rhs)
    }
}

extension PredicateExpressions.Conjunction: ConditionTranslatable {
    func predicate(_ scope: TranslationScope) throws -> ParsedPredicate {
        .all([try scope.predicate(lhs), try scope.predicate(rhs)])
    }
}

extension PredicateExpressions.Disjunction: ConditionTranslatable {
    func predicate(_ scope: TranslationScope) throws -> ParsedPredicate {
        .any([try scope.predicate(lhs), try scope.predicate(rhs)])
    }
}

extension PredicateExpressions.Negation: ConditionTranslatable {
    func predicate(_ scope: TranslationScope) throws -> ParsedPredicate {
        .not(try scope.predicate(wrapped))
    }
}

extension PredicateExpressions.Conditional: ConditionTranslatable {
    func predicate(_ scope: TranslationScope) throws -> ParsedPredicate {
        let test = try scope.predicate(test)
        return .any([
            .all([test, try scope.predicate(trueBranch)]),
            .all([.not(test), try scope.predicate(falseBranch)]),
        ])
    }
}

extension PredicateExpressions.SequenceContains: ConditionTranslatable {
    func predicate(_ scope: TranslationScope) throws -> ParsedPredicate {
        try scope.compare(element, .within, sequence)
    }
}

extension PredicateExpressions.CollectionContainsCollection: ConditionTranslatable {
    func predicate(_ scope: TranslationScope) throws -> ParsedPredicate {
        try scope.compare(base, .compare(.contains), other)
    }
}

extension PredicateExpressions.SequenceStartsWith: ConditionTranslatable {
    func predicate(_ scope: TranslationScope) throws -> ParsedPredicate {
        try scope.compare(base, .compare(.beginsWith), prefix)
    }
}
