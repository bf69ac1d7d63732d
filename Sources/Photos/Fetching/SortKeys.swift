package import Foundation
package import PhotosStore

/// Reads the sort descriptors that a fetch of one class of object was given.
///
/// `keyPaths` names the key of each property that a descriptor may be made with. A descriptor that cannot be used in
/// a fetch throws a ``PredicateFault``.
package func sortKeys(
    from descriptors: [NSSortDescriptor],
    for subject: PredicateSubject,
    keyPaths: [AnyKeyPath: String]
) throws -> [(field: Field, ascending: Bool)] {
    let table = KeyTable(subject)
    return try descriptors.compactMap { descriptor in
        let key = try key(of: descriptor, keyPaths)
        return try table.sortField(of: key).map { ($0, descriptor.ascending) }
    }
}

private func key(of descriptor: NSSortDescriptor, _ keyPaths: [AnyKeyPath: String]) throws -> String
{
    if let descriptor = descriptor as? KeySortDescriptor {
        guard descriptor.order == nil else {
            throw PredicateFault(
                .unsupported,
                "A sort descriptor with a comparator cannot be used in a fetch. Sort by the key alone, or sort the "
                    + "objects after the fetch."
            )
        }
        return descriptor.sortKey ?? "SELF"
    }
    guard let key = keyPaths[descriptor.keyPath] else {
        throw PredicateFault(
            .unknownKey,
            "A fetch cannot be sorted by \(descriptor.keyPath). The properties that can be used are "
                + Set(keyPaths.values).sorted().joined(separator: ", ") + "."
        )
    }
    return key
}
