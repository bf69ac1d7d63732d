import Foundation
import PhotosStore

/// The list operations that requests for albums and folders share.
///
/// Invalid arguments are the caller's mistake: they trap with a message that names the method.
extension ListEdits {
    mutating func append(_ objects: any NSFastEnumeration, for method: String) {
        steps.append(.append(uuids(of: objects, for: method)))
    }

    mutating func insert(
        _ objects: any NSFastEnumeration,
        at indexes: IndexSet,
        for method: String
    ) {
        steps.append(.insert(uuids(of: objects, for: method, one: indexes), at: indexes))
    }

    mutating func remove(_ objects: any NSFastEnumeration, for method: String) {
        steps.append(.remove(uuids(of: objects, for: method)))
    }

    mutating func replace(
        _ indexes: IndexSet,
        with objects: any NSFastEnumeration,
        for method: String
    ) {
        steps.append(.replace(indexes, with: uuids(of: objects, for: method, one: indexes)))
    }

    mutating func remove(at indexes: IndexSet, for method: String) {
        precondition(
            indexes.first ?? 0 >= 0,
            "\(method) was given the index \(indexes.first ?? 0), which is below 0."
        )
        steps.append(.removeAt(indexes))
    }

    mutating func move(_ indexes: IndexSet, to target: Int, for method: String) {
        precondition(target >= 0, "\(method) was given the index \(target), which is below 0.")
        precondition(
            indexes.first ?? 0 >= 0,
            "\(method) was given the index \(indexes.first ?? 0), which is below 0."
        )
        steps.append(.move(indexes, to: target))
    }

    /// Returns the identifiers of the objects, and keeps their rows; traps unless each of the given indexes gets one
    /// object.
    private mutating func uuids(
        of objects: any NSFastEnumeration,
        for method: String,
        one indexes: IndexSet? = nil
    ) -> [UUID] {
        let objects = RequestArguments.objects(in: objects, for: method)
        let uuids = RequestArguments.uuids(objects)
        rows += RequestArguments.rows(objects)
        if let indexes {
            precondition(
                indexes.first ?? 0 >= 0,
                "\(method) was given the index \(indexes.first ?? 0), which is below 0."
            )
            precondition(
                uuids.count == indexes.count,
                "\(method) was given \(uuids.count) objects for \(indexes.count) indexes. Give one index for each."
            )
        }
        return uuids
    }
}
