extension WorkingSet {
    /// An object of a block, with its state before the block and its present state.
    ///
    /// Records are large, and a block may hold many. An unchanged object is held once. If many objects
    /// changed, only the differences of each are held.
    struct Entry {
        /// A reference to a record.
        ///
        /// Empty slots of a hash table with records inline would take as much memory as full ones.
        fileprivate final class Held {
            let record: R
            init(_ record: R) { self.record = record }
        }

        fileprivate enum Present {
            case gone
            case same
            case differing([(field: R.Fields, value: FieldValue)])
            case whole(Held)
        }

        private let old: Held?
        private let made: Held?
        private var present: Present

        /// Creates an entry for an existing object.
        init(found record: R) {
            old = Held(record)
            made = nil
            present = .same
        }

        /// Creates an entry for an object that the block inserts.
        init(made record: R) {
            let held = Held(record)
            old = nil
            made = held
            present = .whole(held)
        }

        var before: R? { old?.record }

        /// The record as it was inserted, for an object that the block inserts.
        var inserted: R? { made?.record }

        var after: R? {
            switch present {
            case .gone: return nil
            case .same: return old?.record
            case .whole(let held): return held.record
            case .differing(let values):
                guard var record = old?.record else { return nil }
                for (field, value) in values { record[field] = value }
                return record
            }
        }

        /// Whether the object does not exist any more.
        var isGone: Bool { if case .gone = present { true } else { false } }

        /// Whether the block left the object as it was.
        var isSame: Bool { if case .same = present { true } else { false } }

        mutating func remove() { present = .gone }

        /// Sets the present state.
        ///
        /// With `isOneOfMany` it takes less memory and more time.
        mutating func setPresent(_ record: R, isOneOfMany: Bool) {
            guard isOneOfMany, let old = old?.record else {
                present = .whole(Held(record))
                return
            }
            let values = record.differences(from: old).fields.map { (field: $0, value: record[$0]) }
            present = values.isEmpty ? .same : .differing(values)
            // A value that does not survive its stored form would come back changed, so the whole record is
            // held instead.
            if after?.differences(from: record).isEmpty != true { present = .whole(Held(record)) }
        }
    }
}
