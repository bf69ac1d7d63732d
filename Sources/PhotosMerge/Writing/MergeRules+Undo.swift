extension MergeRules {
    /// Returns which of some registers an undo of a block may write.
    ///
    /// It writes only what still has the stamp of the undone block: a later value of anybody stays.
    ///
    /// - Parameters:
    ///   - block: The block to undo.
    ///   - keys: The registers that it wrote.
    ///   - rows: The library's registers now.
    /// - Returns: The keys of the registers to set back.
    /// - Throws: An error of the rows.
    package func undoable(
        _ block: Dot,
        _ keys: [RegisterKey],
        in rows: some RegisterRows
    ) throws -> [RegisterKey] {
        try keys.filter { key in
            guard let register = try rows.register(key) else { return false }
            if has(.undoIgnoresStamp) { return true }
            switch register.content {
            case .latest(let value), .maximum(let value): return value.stamp.dot == block
            case .additions(let set):
                // What others added or removed, too, is theirs.
                let stamps = set.isPresent ? set.additions : set.removals
                guard set.isPresent else {
                    return stamps.max { $0.time < $1.time }?.dot == block
                }
                return stamps.allSatisfy { $0.dot == block }
            }
        }
    }
}
