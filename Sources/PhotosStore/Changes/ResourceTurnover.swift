/// The input of an edit.
package enum EditInput: Hashable, Sendable {
    case original
    /// The row of the resource that the application was given: an original, a base, or the rendering at that
    /// time.
    case resource(Int64)
}

/// The effect of an edit or a revert on an asset's resources: which are deleted, and which change their type.
///
/// At most one earlier version is kept beside the original, as a base: the input of the last edit. Without a
/// base, the original was the input. No file is copied or moved.
package struct ResourceTurnover: Hashable {
    /// The rows of the resources to delete.
    package var released: Set<Int64> = []
    /// The new types of resources, by row.
    package var retyped: [Int64: ResourceRole] = [:]

    /// Plans an edit, which adds a rendering and its adjustment data.
    ///
    /// - Parameters:
    ///   - input: The input of the edit.
    ///   - present: The types of the asset's resources by row.
    /// - Throws: ``StoreError`` with code `changeNotSupported` when the input does not exist any more.
    package init(editing input: EditInput, _ present: [Int64: ResourceRole]) throws {
        let edited = present.filter { ResourceRole.edited.contains($0.value) }
        switch input {
        case .original:
            released = Set(edited.keys)
        case .resource(let row):
            guard let type = present[row] else { throw Self.isStale }
            if ResourceRole.bases.contains(type) {
                let kept = edited.filter { ResourceRole.bases.contains($0.value) }
                released = Set(edited.keys).subtracting(kept.keys)
            } else {
                if ResourceRole.renderings.contains(type) {
                    retyped = edited.compactMapValues(ResourceRole.base(of:))
                }
                released = Set(edited.keys).subtracting(retyped.keys)
            }
        }
    }

    /// Plans a revert, which removes the edits by a person.
    ///
    /// - Parameters:
    ///   - present: The types of the asset's resources by row.
    ///   - keepsBase: Whether the base is the camera's own rendering of the original, which is shown again.
    package init(reverting present: [Int64: ResourceRole], keepsBase: Bool) {
        let edited = present.filter { ResourceRole.edited.contains($0.value) }
        if keepsBase { retyped = edited.compactMapValues(ResourceRole.rendering(of:)) }
        released = Set(edited.keys).subtracting(retyped.keys)
    }

    static let isStale = StoreError(
        .changeNotSupported,
        "The content of the asset has changed since this edit began, so the whole block was refused. Request a new editing input and edit that."
    )
}
