extension WorkingSet {
    /// One object of a block: as it was, and as it is by now.
    ///
    /// Records are large, and those of many objects are held at once: an object that did not change is held once, and of one
    /// among many that did, only what differs.
    struct Entry {
        /// A record in a place of its own: the empty places of a table would be as large as the others.
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

        /// An object that the block found.
        init(found record: R) {
            old = Held(record)
            made = nil
            present = .same
        }

        /// An object that the block makes.
        init(made record: R) {
            let held = Held(record)
            old = nil
            made = held
            present = .whole(held)
        }

        var before: R? { old?.record }

        /// What has been inserted already, for an object that the block makes.
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

        mutating func remove() { present = .gone }

        /// Takes what the object is by now; `isOneOfMany` holds it in less room, which takes longer.
        mutating func take(_ record: R, isOneOfMany: Bool) {
            guard isOneOfMany, let old = old?.record else {
                present = .whole(Held(record))
                return
            }
            let values = record.differences(from: old).fields.map { (field: $0, value: record[$0]) }
            present = values.isEmpty ? .same : .differing(values)
            // Values that are no field's stored form do not come back as they were.
            if after?.differences(from: record).isEmpty != true { present = .whole(Held(record)) }
        }
    }
}
