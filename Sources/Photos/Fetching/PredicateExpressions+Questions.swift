import Foundation
import PhotosStore

extension PredicateExpressions.Equal: ConditionTranslatable {
    func parsedPredicate(in scope: TranslationScope) throws -> ParsedPredicate {
        try optionalAnswer(comparing: lhs, with: rhs, in: scope)
            ?? scope.comparison(of: lhs, .compare(.equal), with: rhs)
    }
}

extension PredicateExpressions.NotEqual: ConditionTranslatable {
    func parsedPredicate(in scope: TranslationScope) throws -> ParsedPredicate {
        if let equal = try optionalAnswer(comparing: lhs, with: rhs, in: scope) {
            return .not(equal)
        }
        return try scope.comparison(of: lhs, .compare(.notEqual), with: rhs)
    }
}

/// Translates comparisons such as `title?.contains("a") == true`, where a missing title is neither true nor false.
private func optionalAnswer(
    comparing left: any PredicateExpression,
    with right: any PredicateExpression,
    in scope: TranslationScope
) throws -> ParsedPredicate? {
    guard let optional = left as? any OptionalQuestion else {
        guard right is any OptionalQuestion else { return nil }
        return try optionalAnswer(comparing: right, with: left, in: scope)
    }
    guard
        case .value(.scalar(let expected))? = try scope.valueAlternatives(of: right).first?
            .expression
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
    func parsedPredicate(in scope: TranslationScope) throws -> ParsedPredicate {
        let operation: Condition.Operator =
            switch op {
            case .lessThan: .less
            case .lessThanOrEqual: .lessOrEqual
            case .greaterThan: .greater
            case .greaterThanOrEqual: .greaterOrEqual
            }
        return try scope.comparison(of: lhs, .compare(operation), with: rhs)
    }
}

extension PredicateExpressions.Conjunction: ConditionTranslatable {
    func parsedPredicate(in scope: TranslationScope) throws -> ParsedPredicate {
        .all([try scope.parsedPredicate(of: lhs), try scope.parsedPredicate(of: rhs)])
    }
}

extension PredicateExpressions.Disjunction: ConditionTranslatable {
    func parsedPredicate(in scope: TranslationScope) throws -> ParsedPredicate {
        .any([try scope.parsedPredicate(of: lhs), try scope.parsedPredicate(of: rhs)])
    }
}

extension PredicateExpressions.Negation: ConditionTranslatable {
    func parsedPredicate(in scope: TranslationScope) throws -> ParsedPredicate {
        .not(try scope.parsedPredicate(of: wrapped))
    }
}

extension PredicateExpressions.Conditional: ConditionTranslatable {
    func parsedPredicate(in scope: TranslationScope) throws -> ParsedPredicate {
        let test = try scope.parsedPredicate(of: test)
        return .any([
            .all([test, try scope.parsedPredicate(of: trueBranch)]),
            .all([.not(test), try scope.parsedPredicate(of: falseBranch)]),
        ])
    }
}

extension PredicateExpressions.SequenceContains: ConditionTranslatable {
    func parsedPredicate(in scope: TranslationScope) throws -> ParsedPredicate {
        try scope.comparison(of: element, .within, with: sequence)
    }
}

extension PredicateExpressions.CollectionContainsCollection: ConditionTranslatable {
    func parsedPredicate(in scope: TranslationScope) throws -> ParsedPredicate {
        try scope.comparison(of: base, .compare(.contains), with: other)
    }
}

extension PredicateExpressions.SequenceStartsWith: ConditionTranslatable {
    func parsedPredicate(in scope: TranslationScope) throws -> ParsedPredicate {
        try scope.comparison(of: base, .compare(.beginsWith), with: prefix)
    }
}
