/// A parsed predicate, before it is known to which kind of object its keys belong.
///
/// Two predicates are equal if they mean the same, however their arguments were passed.
package indirect enum ParsedPredicate: Hashable, Sendable {
    case constant(Bool)
    case comparison(ParsedExpression, ParsedOperator, ParsedExpression, Condition.TextOptions)
    case all([ParsedPredicate])
    case any([ParsedPredicate])
    case not(ParsedPredicate)
}

package indirect enum ParsedExpression: Hashable, Sendable {
    /// The object itself: `SELF`.
    case object
    /// A key, or a path of keys separated by dots.
    case key(String)
    case value(PredicateValue)
    case aggregate([ParsedExpression])
    case bitAnd(ParsedExpression, ParsedExpression)
}

package enum ParsedOperator: Hashable, Sendable {
    case compare(Condition.Operator)
    case within
    case between
}

extension ParsedPredicate {
    /// The largest nesting depth of a predicate, which keeps SQLite's parser from running out of stack.
    package static let maximumDepth = 40
    /// The largest nesting depth of brackets, which keeps this parser from running out of stack.
    ///
    /// Brackets that only group add no level to the predicate.
    static let maximumBrackets = 250

    /// Reads a format string.
    ///
    /// Arguments beyond those that the format uses are ignored.
    package init(format: String, arguments: [Any?] = []) throws(PredicateFault) {
        do throws(PredicateFault) {
            let tokens = try PredicateLexer.tokens(of: format, arguments: arguments)
            var parser = PredicateParser(tokens: tokens)
            self = try parser.parse()
        } catch {
            throw error.inFormat(format)
        }
    }
}
