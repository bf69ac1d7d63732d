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
    ///   - taken: The value that an earlier import took from the file; nil for none. A file that has `base` again was changed
    ///     back since then.
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
        if isSame(file, library) { return .library }
        guard let taken else {
            if isSame(file, base) { return .library }
            return isSame(library, base) ? .file : .conflict
        }
        if isSame(file, base) { return isSame(library, taken) ? .file : .library }
        if isSame(library, base) { return .file }
        if isSame(library, taken) { return .file }
        return isSame(file, taken) ? .library : .conflict
    }

    /// Returns a list of which each member is decided by itself.
    ///
    /// - Parameters:
    ///   - known: The members that the export wrote, and those that an earlier import took.
    ///   - file: The members in the file now.
    ///   - library: The members in the library now.
    /// - Returns: The library's without those that were removed from the file, and then those that were added to it.
    package static func unite(known: [String], file: [String], library: [String]) -> [String] {
        let removed = Set(known).subtracting(file)
        let kept = library.filter { !removed.contains($0) }
        let present = Set(known + kept)
        return kept + file.filter { !present.contains($0) }
    }
}
