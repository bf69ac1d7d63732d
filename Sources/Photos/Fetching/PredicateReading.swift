package import Foundation
package import PhotosStore

/// The parts of an `NSPredicate`, in the engine's terms.
package struct PredicateReading {
    /// The part that SQL and the evaluator can test.
    package var condition: Condition
    /// Block predicates that must also match; each is called for one object at a time.
    package var blocks: [NSPredicate]
}

/// Translates the predicate of a fetch of one class of objects.
///
/// `keyPaths` contains the key of each property that a `#Predicate` may use. The function throws a
/// ``PredicateFault`` for a predicate that a fetch cannot use.
package func predicateReading(
    of predicate: NSPredicate,
    for subject: PredicateSubject,
    keyPaths: [AnyKeyPath: String]
) throws -> PredicateReading {
    try reading(of: predicate, for: subject, keyPaths: keyPaths, level: 0)
}

/// The greatest depth; compound predicates that a loop puts together get one level deeper with each step.
private let maximumLevel = 1_000

private func reading(
    of predicate: NSPredicate,
    for subject: PredicateSubject,
    keyPaths: [AnyKeyPath: String],
    level: Int
) throws -> PredicateReading {
    guard level < maximumLevel else { throw PredicateFault.tooDeep }
    switch predicate {
    case let predicate as FormatPredicate:
        let condition = try predicate.tree.resolve(for: subject, format: predicate.format)
        return PredicateReading(condition: condition, blocks: [])
    case let predicate as ExpressionPredicate:
        let condition = try predicate.translated(keyPaths).resolve(
            for: subject,
            format: "#Predicate"
        )
        return PredicateReading(condition: condition, blocks: [])
    case let predicate as NSCompoundPredicate:
        let parts = try predicate.subpredicates.map {
            try reading(of: $0, for: subject, keyPaths: keyPaths, level: level + 1)
        }
        return try combinedReading(of: parts, type: predicate.compoundPredicateType)
    case _ where predicate == NSPredicate(value: true):
        return PredicateReading(condition: .constant(true), blocks: [])
    case _ where predicate == NSPredicate(value: false):
        return PredicateReading(condition: .constant(false), blocks: [])
    default:
        return PredicateReading(condition: .constant(true), blocks: [predicate])
    }
}

/// Translates a predicate that SQL and the evaluator must be able to test without block predicates.
package func condition(
    from predicate: NSPredicate,
    for subject: PredicateSubject,
    keyPaths: [AnyKeyPath: String]
) throws -> Condition {
    let reading = try predicateReading(of: predicate, for: subject, keyPaths: keyPaths)
    guard reading.blocks.isEmpty else {
        throw PredicateFault(
            .unsupported,
            "A predicate made of a block cannot be used in a fetch. Write it as a format string or a #Predicate, "
                + "or filter the objects after the fetch."
        )
    }
    guard reading.condition.depth <= ParsedPredicate.maximumDepth else {
        throw PredicateFault.tooDeep
    }
    return reading.condition
}

private func combinedReading(
    of parts: [PredicateReading],
    type: NSCompoundPredicate.LogicalType
) throws -> PredicateReading {
    if type == .and {
        return PredicateReading(
            condition: Condition.all(parts.map(\.condition)).simplified,
            blocks: parts.flatMap(\.blocks)
        )
    }
    guard parts.allSatisfy(\.blocks.isEmpty) else {
        throw PredicateFault(
            .unsupported,
            "A predicate made of a block cannot be a part of OR or NOT in a fetch. Write it as a format string or "
                + "a #Predicate."
        )
    }
    if type == .or {
        return PredicateReading(
            condition: Condition.any(parts.map(\.condition)).simplified,
            blocks: []
        )
    }
    guard let part = parts.first else {
        throw PredicateFault(.syntax, "A NOT predicate has no predicate inside.")
    }
    return PredicateReading(condition: Condition.not(part.condition).simplified, blocks: [])
}
