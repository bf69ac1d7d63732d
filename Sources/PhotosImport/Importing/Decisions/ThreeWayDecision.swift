/// Decides whether the value of a file or that of the library counts, after an export had written the file.
///
/// Both began with the value that the export wrote. Whoever changed it alone is followed.
package enum ThreeWayDecision: Hashable, Sendable {
    /// The library's value stays: the file's was not changed, or both have the same value.
    case library
    /// The file's value comes in: it alone was changed.
    case file
    /// Both were changed. The library's value stays, and the import reports it.
    case conflict

    /// Decides about one value.
    ///
    /// - Parameters:
    ///   - base: The value with which both began: what an earlier import took from the file, else what the export wrote.
    ///   - file: The value in the file now.
    ///   - library: The value in the library now.
    ///   - isSame: Compares two values.
    /// - Returns: Whose value counts.
    package static func decide<Value>(
        base: Value,
        file: Value,
        library: Value,
        _ isSame: (Value, Value) -> Bool
    ) -> Self {
        if isSame(file, base) || isSame(file, library) { return .library }
        return isSame(library, base) ? .file : .conflict
    }

    /// Returns a list of which each member is decided by itself.
    ///
    /// - Parameters:
    ///   - base: The members with which both began.
    ///   - file: The members in the file now.
    ///   - library: The members in the library now.
    /// - Returns: The library's without those that were removed from the file, and then those that were added to it.
    package static func unite(base: [String], file: [String], library: [String]) -> [String] {
        let removed = Set(base).subtracting(file)
        let kept = library.filter { !removed.contains($0) }
        let present = Set(base + kept)
        return kept + file.filter { !present.contains($0) }
    }
}
