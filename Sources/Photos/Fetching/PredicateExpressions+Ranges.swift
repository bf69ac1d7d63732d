import Foundation
import PhotosStore

extension PredicateExpressions.RangeExpressionContains: ConditionTranslatable {
    func parsedPredicate(in scope: TranslationScope) throws -> ParsedPredicate {
        guard let (lower, upper, last) = try bounds(scope) else {
            throw TranslationScope.untranslatable(Self.self)
        }
        return scope.anyAlternative(of: try scope.valueAlternatives(of: element)) { element in
            .all([
                .comparison(element, .compare(.greaterOrEqual), lower, []),
                .comparison(element, .compare(last), upper, []),
            ])
        }
    }

    private typealias Bounds = (
        lower: ParsedExpression, upper: ParsedExpression, last: Condition.Operator
    )

    private func bounds(_ scope: TranslationScope) throws -> Bounds? {
        if let range = range as? any RangeExpressionParts {
            guard let lower = try scope.valueAlternatives(of: range.lowerPart).first?.expression,
                let upper = try scope.valueAlternatives(of: range.upperPart).first?.expression
            else { return nil }
            return (lower, upper, range.lastOperator)
        }
        guard let value = (range as? any CapturedValue)?.captured as? any CapturedRange else {
            return nil
        }
        return (
            .value(PredicateValue(value.lower)), .value(PredicateValue(value.upper)),
            value.lastOperator
        )
    }
}

/// A range that is written in a `#Predicate`.
private protocol RangeExpressionParts {
    var lowerPart: any PredicateExpression { get }
    var upperPart: any PredicateExpression { get }
    var lastOperator: Condition.Operator { get }
}

extension PredicateExpressions.Range: RangeExpressionParts {
    fileprivate var lowerPart: any PredicateExpression { lower }
    fileprivate var upperPart: any PredicateExpression { upper }
    fileprivate var lastOperator: Condition.Operator { .less }
}

extension PredicateExpressions.ClosedRange: RangeExpressionParts {
    fileprivate var lowerPart: any PredicateExpression { lower }
    fileprivate var upperPart: any PredicateExpression { upper }
    fileprivate var lastOperator: Condition.Operator { .lessOrEqual }
}

/// A range in a variable outside a `#Predicate`.
private protocol CapturedRange {
    var lower: Any { get }
    var upper: Any { get }
    var lastOperator: Condition.Operator { get }
}

extension Range: CapturedRange {
    fileprivate var lower: Any { lowerBound }
    fileprivate var upper: Any { upperBound }
    fileprivate var lastOperator: Condition.Operator { .less }
}

extension ClosedRange: CapturedRange {
    fileprivate var lower: Any { lowerBound }
    fileprivate var upper: Any { upperBound }
    fileprivate var lastOperator: Condition.Operator { .lessOrEqual }
}

private protocol CapturedValue {
    var captured: Any { get }
}

extension PredicateExpressions.Value: CapturedValue {
    fileprivate var captured: Any { value }
}
