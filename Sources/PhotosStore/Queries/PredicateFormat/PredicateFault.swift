/// Why a predicate or a sort descriptor cannot be used, with a sentence that says what to write instead.
///
/// Foundation has a `PredicateError` of its own, hence the name.
package struct PredicateFault: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: String, Sendable {
        case syntax
        case missingArgument
        case unusableArgument
        case unknownKey
        case unsupported
        case invalidPattern
        case tooDeep
        /// A key beside a value of another kind, in a predicate that is checked.
        case mismatch
    }

    package var code: Code
    package var message: String
    /// The key and the value; nil for all codes but `mismatch`.
    package var mismatch: KeyMismatch?

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }

    /// The same error, naming the format string it came from.
    func inFormat(_ format: String) -> PredicateFault {
        var fault = self
        fault.message += " The predicate is \"\(format)\"."
        return fault
    }

    package static let tooDeep = PredicateFault(
        .tooDeep,
        "The predicate nests more than \(ParsedPredicate.maximumDepth) levels deep. Write it flatter, or as several fetches."
    )

    static func unsupported(_ part: String) -> PredicateFault {
        PredicateFault(.unsupported, "\(part) is not supported in predicates of this library.")
    }
}
