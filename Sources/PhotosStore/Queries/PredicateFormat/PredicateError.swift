/// Why a predicate or a sort descriptor cannot be used, with a sentence that says what to write instead.
package struct PredicateError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: String, Sendable {
        case syntax
        case missingArgument
        case unusableArgument
        case unknownKey
        case unsupported
        case invalidPattern
        case tooDeep
    }

    package var code: Code
    package var message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }

    /// The same error, naming the format string it came from.
    func inFormat(_ format: String) -> PredicateError {
        PredicateError(code, "\(message) The predicate is \"\(format)\".")
    }

    static func unsupported(_ part: String) -> PredicateError {
        PredicateError(.unsupported, "\(part) is not supported in predicates of this library.")
    }
}
