package import Foundation

/// Edits of an ordered list, in the order they were asked for.
package struct ListEdits: Sendable {
    /// The rows the caller was looking at, when indexes count in them; nil lets indexes count in the present list.
    package var snapshot: RowList?
    package var steps: [ListEdit]

    package init(snapshot: [Int64]? = nil, steps: [ListEdit] = []) {
        self.snapshot = snapshot.map { RowList($0.map { RowEntry(code: 0, row: $0) }) }
        self.steps = steps
    }

    /// No step asks for what stands behind so many rows of the present list; nil when one asks for all of it.
    var reach: Int? {
        var reach = 0
        for step in steps {
            switch step {
            case .append: break
            case .remove(let objects): reach += objects.count
            case .insert(_, let indexes), .removeAt(let indexes):
                guard let more = Self.reach(indexes, indexes.last ?? 0) else { return nil }
                reach += more
            // What comes in may stand anywhere already.
            case .replace: return nil
            case .move(let indexes, let target):
                guard let more = Self.reach(indexes, max(indexes.last ?? 0, target)) else {
                    return nil
                }
                reach += more
            }
        }
        return reach
    }

    /// How many rows decide about some indexes up to a last one; nil for indexes that no list has.
    ///
    /// Below the limit the sum of any number of steps stays within an integer.
    private static func reach(_ indexes: IndexSet, _ last: Int) -> Int? {
        guard indexes.first ?? 0 >= 0, (0..<Int(Int32.max)).contains(last) else { return nil }
        return indexes.count + last + 1
    }

    /// Every object that the steps name.
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
    /// Indexes count as in the growing list, ascending.
    case insert([UUID], at: IndexSet)
    case remove([UUID])
    case removeAt(IndexSet)
    case replace(IndexSet, with: [UUID])
    /// The target counts in the list after the moved ones have been taken out.
    case move(IndexSet, to: Int)
}
