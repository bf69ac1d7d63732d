/// A predicate as it was written, before it is known what kind of object its keys belong to.
///
/// Two predicates are equal when they ask the same, however their arguments were handed over.
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
    /// A key, or several with dots in between.
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
    /// How deep predicates may nest, so that SQLite's parser does not run out of stack.
    package static let maximumDepth = 40
    /// How deep brackets may nest, so that this parser does not run out of stack.
    ///
    /// Brackets that only group are no level of the predicate.
    static let maximumBrackets = 250

    /// Reads a format string.
    ///
    /// Arguments beyond those that the format names are ignored.
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
