/// Parses tokens by the grammar of predicates.
///
/// From the weakest to the strongest, the operators are OR, AND, NOT, the comparisons, and `&`.
struct PredicateParser {
    private let tokens: [PredicateToken]
    private var index = 0
    private var depth = 0
    private var brackets = 0
    /// The number of `&` operators read so far in this side of a comparison, including those in brackets.
    private var links = 0
    /// The syntax error at the farthest token, which is more helpful than that of the last alternative tried.
    private var farthest: (index: Int, error: PredicateFault)?

    init(tokens: [PredicateToken]) { self.tokens = tokens }

    mutating func parse() throws(PredicateFault) -> ParsedPredicate {
        let predicate = try disjunction()
        guard index == tokens.count else { throw complaint("an operator or the end") }
        return predicate
    }

    private var token: PredicateToken { index < tokens.count ? tokens[index] : .end }

    private mutating func skipSign(_ signs: String..., keyword: String? = nil) -> Bool {
        let found: Bool =
            switch token {
            case .sign(let sign): signs.contains(sign)
            case .word: keyword.map(token.isKeyword) ?? false
            default: false
            }
        if found { index += 1 }
        return found
    }

    private mutating func complaint(_ expected: String) -> PredicateFault {
        let error = PredicateFault(
            .syntax,
            token == .end
                ? "The predicate ends too early: \(expected) is missing."
                : "The predicate has \(token.text) where \(expected) is needed."
        )
        if let farthest, farthest.index > index { return farthest.error }
        farthest = (index, error)
        return error
    }

    private mutating func bracketed<Result>(
        _ body: (inout PredicateParser) throws(PredicateFault) -> Result
    ) throws(PredicateFault) -> Result {
        guard brackets < ParsedPredicate.maximumBrackets else {
            throw PredicateFault(
                .tooDeep,
                "The predicate nests brackets more than \(ParsedPredicate.maximumBrackets) levels deep. Leave out those that group nothing."
            )
        }
        brackets += 1
        defer { brackets -= 1 }
        let result = try body(&self)
        guard skipSign(")") else { throw complaint("\")\"") }
        return result
    }

    private mutating func nested<Result>(
        _ body: (inout PredicateParser) throws(PredicateFault) -> Result
    ) throws(PredicateFault) -> Result {
        guard depth < ParsedPredicate.maximumDepth else { throw .tooDeep }
        depth += 1
        defer { depth -= 1 }
        return try body(&self)
    }
}

// MARK: Predicates

extension PredicateParser {
    private mutating func disjunction() throws(PredicateFault) -> ParsedPredicate {
        var parts = [try conjunction()]
        while skipSign("||", keyword: "OR") { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction() throws(PredicateFault) -> ParsedPredicate {
        var parts = [try negation()]
        while skipSign("&&", keyword: "AND") { parts.append(try negation()) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func negation() throws(PredicateFault) -> ParsedPredicate {
        guard skipSign("!", keyword: "NOT") else { return try simple() }
        return .not(try nested { (parser) throws(PredicateFault) in try parser.negation() })
    }

    private mutating func simple() throws(PredicateFault) -> ParsedPredicate {
        if skipSign(keyword: "TRUEPREDICATE") { return .constant(true) }
        if skipSign(keyword: "FALSEPREDICATE") { return .constant(false) }
        for word in ["ANY", "ALL", "NONE", "SOME"] where token.isKeyword(word) {
            throw .unsupported("The word \(word)")
        }
        guard token == .sign("(") else { return try comparison() }
        // A bracket opens a predicate or the left side of a comparison, and only the tokens after it show which.
        let start = index
        do throws(PredicateFault) {
            return try comparison()
        } catch {
            guard error.code == .syntax else { throw error }
            index = start + 1
        }
        return try bracketed { (parser) throws(PredicateFault) in try parser.disjunction() }
    }

    private mutating func comparison() throws(PredicateFault) -> ParsedPredicate {
        links = 0
        let left = try expression()
        let operation = try comparisonOperator()
        let options = try textOptions()
        links = 0
        return .comparison(left, operation, try expression(), options)
    }

    private static let signs: [String: ParsedOperator] = [
        "=": .compare(.equal), "==": .compare(.equal), "!=": .compare(.notEqual),
        "<>": .compare(.notEqual),
        "<": .compare(.less), "<=": .compare(.lessOrEqual), "=<": .compare(.lessOrEqual),
        ">": .compare(.greater), ">=": .compare(.greaterOrEqual), "=>": .compare(.greaterOrEqual),
    ]

    private static let words: [String: ParsedOperator] = [
        "IN": .within, "BETWEEN": .between, "CONTAINS": .compare(.contains),
        "BEGINSWITH": .compare(.beginsWith), "ENDSWITH": .compare(.endsWith),
        "LIKE": .compare(.like),
        "MATCHES": .compare(.matches),
    ]

    private mutating func comparisonOperator() throws(PredicateFault) -> ParsedOperator {
        let operation: ParsedOperator? =
            switch token {
            case .sign(let sign): Self.signs[sign]
            case .word(let word): Self.words[word.uppercased()]
            default: nil
            }
        if let operation {
            index += 1
            return operation
        }
        if case .sign(let sign) = token, Self.arithmetic.contains(sign) {
            throw .unsupported("The operator \(sign)")
        }
        if token.isKeyword("UTI") { throw .unsupported("A comparison of type identifiers (UTI-…)") }
        throw complaint("a comparison such as == or IN")
    }

    private static let arithmetic: Set<String> = [
        "+", "-", "*", "/", "**", "|", "^", "<<", ">>", "~", "[", ":=",
    ]

    private mutating func textOptions() throws(PredicateFault) -> Condition.TextOptions {
        guard skipSign("[") else { return [] }
        guard case .word(let letters) = token else { throw complaint("c, d or cd") }
        index += 1
        var options: Condition.TextOptions = []
        for letter in letters.lowercased() {
            switch letter {
            case "c": options.insert(.caseInsensitive)
            case "d": options.insert(.diacriticInsensitive)
            default: throw .unsupported("The option [\(letter)] of a comparison")
            }
        }
        guard skipSign("]") else { throw complaint("\"]\"") }
        return options
    }
}

// MARK: Expressions

extension PredicateParser {
    private mutating func expression() throws(PredicateFault) -> ParsedExpression {
        var left = try operand()
        while skipSign("&") {
            // Each `&` adds a level to the resulting tree.
            links += 1
            guard depth + links <= ParsedPredicate.maximumDepth else { throw .tooDeep }
            left = .bitAnd(left, try operand())
        }
        return left
    }

    private mutating func operand() throws(PredicateFault) -> ParsedExpression {
        switch token {
        case .value(let value):
            index += 1
            return .value(value)
        case .key(let key):
            index += 1
            return Self.named(key)
        case .word(let word):
            return try named(word)
        case .sign("-"):
            index += 1
            guard case .value(.scalar(let value)) = token, let negated = value.negated else {
                throw complaint("a number")
            }
            index += 1
            return .value(.scalar(negated))
        case .sign("{"):
            index += 1
            return try aggregate()
        case .sign("("):
            index += 1
            return try bracketed { (parser) throws(PredicateFault) in try parser.expression() }
        default:
            throw complaint("a key or a value")
        }
    }

    private mutating func aggregate() throws(PredicateFault) -> ParsedExpression {
        var elements: [ParsedExpression] = []
        while !skipSign("}") {
            if !elements.isEmpty, !skipSign(",") { throw complaint("\",\" or \"}\"") }
            let outer = links
            links = 0
            elements.append(
                try nested { (parser) throws(PredicateFault) in try parser.expression() }
            )
            links = outer
        }
        let values = elements.compactMap { if case .value(let value) = $0 { value } else { nil } }
        return values.count == elements.count ? .value(.list(values)) : .aggregate(elements)
    }

    private static let constants: [String: FieldValue] = [
        "TRUE": .flag(true), "YES": .flag(true), "FALSE": .flag(false), "NO": .flag(false),
        "NULL": .null,
        "NIL": .null,
    ]

    private static let reserved: Set<String> = [
        "AND", "OR", "NOT", "IN", "BETWEEN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE",
        "MATCHES", "ANY",
        "ALL", "NONE", "SOME", "TRUEPREDICATE", "FALSEPREDICATE",
    ]

    private mutating func named(_ word: String) throws(PredicateFault) -> ParsedExpression {
        let upper = word.uppercased()
        if Self.reserved.contains(upper) { throw complaint("a key or a value") }
        index += 1
        if let constant = Self.constants[upper] { return .value(.scalar(constant)) }
        if token == .sign("(") {
            throw .unsupported(upper == "SUBQUERY" ? "SUBQUERY" : "The function \(word)()")
        }
        return Self.named(word)
    }

    private static func named(_ key: String) -> ParsedExpression {
        let first = key.prefix { $0 != "." }
        guard first.uppercased() == "SELF" else { return .key(key) }
        let rest = key.dropFirst(first.count + 1)
        return rest.isEmpty ? .object : .key(String(rest))
    }
}

extension FieldValue {
    fileprivate var negated: FieldValue? {
        switch self {
        case .integer(let value): .integer(0 &- value)
        case .real(let value): .real(-value)
        default: nil
        }
    }
}
