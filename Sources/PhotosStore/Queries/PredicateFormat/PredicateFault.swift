/// The error for a predicate or sort descriptor that cannot be used, with a sentence that says what to write instead.
///
/// The type is not named `PredicateError`, because Foundation has a type of that name.
package struct PredicateFault: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: String, Sendable {
        case syntax
        case missingArgument
        case unusableArgument
        case unknownKey
        case unsupported
        case invalidPattern
        case tooDeep
        /// A key was compared with a value of another kind, in a predicate that is checked.
        case mismatch
    }

    package var code: Code
    package var message: String
    /// The key and the value, or nil for all codes but `mismatch`.
    package var mismatch: KeyMismatch?

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }

    /// Returns the same error with the format string in its message.
    func inFormat(_ format: String) -> PredicateFault {
        var fault = self
        fault.message += " The predicate is \"\(format)\"."
        return fault
    }

    package static let tooDeep = PredicateFault(
        .tooDeep,
        "The predicate nests more than \(ParsedPredicate.maximumDepth) levels deep. Write it flatter, or as several fetches."
    )

    /// A key that objects cannot be sorted by.
    static func unsortable(_ key: String, subject: PredicateSubject) -> PredicateFault {
        let example = subject == .asset ? "creationDate" : "localizedTitle"
        return PredicateFault(
            .unsupported,
            "\(subject.plural.prefix(1).uppercased() + subject.plural.dropFirst()) cannot be sorted by \(key). Choose another key, such as \(example)."
        )
    }

    static func unsupported(_ part: String) -> PredicateFault {
        PredicateFault(.unsupported, "\(part) is not supported in predicates of this library.")
    }
}
