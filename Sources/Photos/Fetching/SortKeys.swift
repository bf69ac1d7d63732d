package import Foundation
package import PhotosStore

/// Translates the sort descriptors of a fetch of one class of objects.
///
/// `keyPaths` contains the key of each property that a descriptor may use. The function throws a ``PredicateFault``
/// for a descriptor that a fetch cannot use.
package func sortKeys(
    from descriptors: [NSSortDescriptor],
    for subject: PredicateSubject,
    keyPaths: [AnyKeyPath: String]
) throws -> [(field: Field, ascending: Bool)] {
    let table = KeyTable(subject)
    return try descriptors.compactMap { descriptor in
        let key = try sortKey(of: descriptor, keyPaths: keyPaths)
        return try table.sortField(of: key).map { ($0, descriptor.ascending) }
    }
}

private func sortKey(
    of descriptor: NSSortDescriptor,
    keyPaths: [AnyKeyPath: String]
) throws -> String {
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
