/// Decides whether the value of a file or that of the library counts, after an export had written the file.
///
/// Both began with the value that the export wrote. Whoever changed it alone is followed.
package enum ThreeWayDecision: Hashable, Sendable {
    /// The library's value stays: the file's was not changed, or both have the same value.
    case library
    /// The file's value comes in: it alone was changed.
    case file
    /// Both were changed. The library's value stays, and a person is told.
    case conflict

    /// Decides about one value.
    ///
    /// - Parameters:
    ///   - base: The value that the export wrote.
    ///   - taken: The value that an earlier import took from the file; nil for none.
    ///   - file: The value in the file now.
    ///   - library: The value in the library now.
    ///   - isSame: Compares two values.
    /// - Returns: Whose value counts.
    package static func decide<Value>(
        base: Value,
        taken: Value? = nil,
        file: Value,
        library: Value,
        _ isSame: (Value, Value) -> Bool
    ) -> Self {
        if isSame(file, base) || isSame(file, library) { return .library }
        if isSame(library, base) { return .file }
        guard let taken else { return .conflict }
        if isSame(library, taken) { return .file }
        return isSame(file, taken) ? .library : .conflict
    }
}
