/// What an edit was made from.
package enum EditInput: Hashable, Sendable {
    case original
    /// The row of the resource that the application was given: an original, a base or the rendering of that time.
    case resource(Int64)
}

/// What becomes of the resources of an asset that is edited or reverted: which go, and which stay as something else.
///
/// At most one earlier version is kept beside the original, as a base: what the last edit was made from. Without one,
/// the edit was made from the original. No file is copied or moved.
package struct ResourceTurnover: Hashable {
    /// Rows.
    package var released: Set<Int64> = []
    /// New types by row.
    package var retyped: [Int64: Int] = [:]

    /// Makes room for a new rendering and its adjustment data.
    ///
    /// - Parameters:
    ///   - input: What the edit was made from.
    ///   - present: The types of the asset's resources by row.
    /// - Throws: ``StoreError`` with code `changeNotSupported` when the input is not there any more.
    package init(editing input: EditInput, _ present: [Int64: Int]) throws {
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

    /// Drops the edits of a person.
    ///
    /// - Parameters:
    ///   - present: The types of the asset's resources by row.
    ///   - keepsBase: Whether the base is what the camera made of the original, which is shown again.
    package init(reverting present: [Int64: Int], keepsBase: Bool) {
        let edited = present.filter { ResourceRole.edited.contains($0.value) }
        if keepsBase { retyped = edited.compactMapValues(ResourceRole.rendering(of:)) }
        released = Set(edited.keys).subtracting(retyped.keys)
    }

    static let isStale = StoreError(
        .changeNotSupported,
        "The content of the asset has changed since this edit began, so the whole block was refused. Request a new editing input and edit that."
    )
}
