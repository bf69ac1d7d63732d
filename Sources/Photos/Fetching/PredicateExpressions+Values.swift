import Foundation
import PhotosStore

extension PredicateExpressions.Value: ConditionTranslatable {
    func valueAlternatives(in scope: TranslationScope) throws -> [ValueAlternative] {
        [ValueAlternative(.value(PredicateValue(value)))]
    }
}

extension PredicateExpressions.NilLiteral: ConditionTranslatable {
    func valueAlternatives(in scope: TranslationScope) throws -> [ValueAlternative] {
        [ValueAlternative(.value(.null))]
    }
}

extension PredicateExpressions.Variable: ConditionTranslatable {
    func valueAlternatives(in scope: TranslationScope) throws -> [ValueAlternative] {
        guard let expression = scope.bindings[key] else {
            throw TranslationScope.untranslatable(Self.self)
        }
        return [ValueAlternative(expression)]
    }
}

extension PredicateExpressions.KeyPath: ConditionTranslatable {
    func valueAlternatives(in scope: TranslationScope) throws -> [ValueAlternative] {
        guard case .object? = try scope.valueAlternatives(of: root).first?.expression else {
            throw TranslationScope.untranslatable(Self.self)
        }
        guard let key = scope.keyPaths[keyPath] else {
            throw PredicateFault(
                .unknownKey,
                "The property \(keyPath) cannot be used in a fetch. The properties that can are "
                    + Set(scope.keyPaths.values).sorted().joined(separator: ", ") + "."
            )
        }
        return [ValueAlternative(.key(key))]
    }
}

/// A missing value matches nothing, where Swift would trap.
extension PredicateExpressions.ForcedUnwrap: ConditionTranslatable {
    func valueAlternatives(in scope: TranslationScope) throws -> [ValueAlternative] {
        try scope.valueAlternatives(of: inner)
    }
}

extension PredicateExpressions.NilCoalesce: ConditionTranslatable {
    func valueAlternatives(in scope: TranslationScope) throws -> [ValueAlternative] {
        let defaults = try scope.valueAlternatives(of: rhs)
        return try scope.valueAlternatives(of: lhs).flatMap { value in
            let isNil = value.expression.isNil
            return [ValueAlternative(value.expression, if: .all([value.condition, .not(isNil)]))]
                + defaults.map {
                    ValueAlternative(
                        $0.expression,
                        if: .all([value.condition, isNil, $0.condition])
                    )
                }
        }
    }

    func parsedPredicate(in scope: TranslationScope) throws -> ParsedPredicate {
        guard let optional = lhs as? any OptionalQuestion else {
            return scope.anyAlternative(of: try valueAlternatives(in: scope)) { $0.isTrue }
        }
        let (isPresent, answer) = try optional.question(scope)
        return .any([
            .all([isPresent, answer]), .all([.not(isPresent), try scope.parsedPredicate(of: rhs)]),
        ])
    }
}

/// A condition on an optional value, such as `title?.contains("a")`; it has no result when the value is missing.
protocol OptionalQuestion {
    func question(
        _ scope: TranslationScope
    ) throws -> (isPresent: ParsedPredicate, answer: ParsedPredicate)
}

extension PredicateExpressions.OptionalFlatMap: OptionalQuestion {
    func question(
        _ scope: TranslationScope
    ) throws -> (isPresent: ParsedPredicate, answer: ParsedPredicate) {
        let values = try scope.valueAlternatives(of: wrapped)
        guard values.count == 1 else { throw TranslationScope.untranslatable(Self.self) }
        var inner = scope
        inner.bindings[variable.key] = values[0].expression
        return (.not(values[0].expression.isNil), try inner.parsedPredicate(of: transform))
    }
}
