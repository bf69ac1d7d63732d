package import Foundation

/// Edits of an ordered list, in the order in which they were requested.
package struct ListEdits: Sendable {
    /// The rows that the indexes refer to, as the caller saw them; nil if indexes refer to the present list.
    package var snapshot: RowList?
    package var steps: [ListEdit]
    /// The rows that named assets have for the caller, as far as the caller knows them.
    ///
    /// The rows of other assets are looked up by their identifiers.
    package var rows: [Int64] = []
    /// Whether assets in Recently Deleted may be added, as by an import that restores a library.
    package var acceptsDeleted = false

    package init(snapshot: [Int64]? = nil, steps: [ListEdit] = []) {
        self.snapshot = snapshot.map { RowList($0.map { RowEntry(code: 0, row: $0) }) }
        self.steps = steps
    }

    /// The number of rows at the start of the present list that the steps depend on; nil when they depend on
    /// all.
    var reach: Int? {
        var reach = 0
        for step in steps {
            switch step {
            case .append: break
            case .remove(let objects): reach += objects.count
            case .insert(_, let indexes), .removeAt(let indexes):
                guard let more = Self.requiredCount(for: indexes, upTo: indexes.last ?? 0) else {
                    return nil
                }
                reach += more
            // Objects that replace others may already be anywhere in the list.
            case .replace: return nil
            case .move(let indexes, let target):
                guard
                    let more = Self.requiredCount(
                        for: indexes,
                        upTo: max(indexes.last ?? 0, target)
                    )
                else {
                    return nil
                }
                reach += more
            }
        }
        return reach
    }

    /// Returns the number of rows that indexes up to a last one depend on; nil for indexes that no list has.
    ///
    /// The limit ensures that the sum over any number of steps does not overflow.
    private static func requiredCount(for indexes: IndexSet, upTo last: Int) -> Int? {
        guard indexes.first ?? 0 >= 0, (0..<Int(Int32.max)).contains(last) else { return nil }
        return indexes.count + last + 1
    }

    /// All objects that the steps name.
    var named: [UUID] {
        steps.flatMap { step -> [UUID] in
            switch step {
            case .append(let objects), .insert(let objects, _), .remove(let objects),
                .replace(_, let objects):
                objects
            case .removeAt, .move: []
            }
        }
    }
}

package enum ListEdit: Sendable {
    case append([UUID])
    /// Inserts objects.
    ///
    /// Indexes are ascending, and refer to the list as it grows.
    case insert([UUID], at: IndexSet)
    case remove([UUID])
    case removeAt(IndexSet)
    case replace(IndexSet, with: [UUID])
    /// Moves objects.
    ///
    /// The target is an index in the list without the moved objects.
    case move(IndexSet, to: Int)
}
