/// The description of a fetch, which gives the first result and is used again to update that result.
package struct FetchPlan: Hashable, Sendable {
    package enum Scope: Hashable, Sendable {
        case assets
        /// The assets of an album, by the row of the album.
        case members(album: Int64)
        case collections
        /// The albums that an asset is in, by the row of the asset.
        case collectionsContaining(asset: Int64)
        /// The folder that an album or folder is in, by the row of the child.
        case parent(of: Int64)
    }

    package struct SortTerm: Hashable, Sendable {
        package var field: Field
        package var ascending: Bool

        package init(_ field: Field, ascending: Bool = true) {
            self.field = field
            self.ascending = ascending
        }
    }

    package var scope: Scope
    package var filter: Condition
    /// The terms of the order.
    ///
    /// The row number always follows the last term, so that the order of a result is never random.
    package var order: [SortTerm]
    /// The largest number of objects to fetch, or 0 for all.
    package private(set) var limit: Int

    /// A number of objects that no library can have.
    private static let unreachable = Int(Int32.max)

    package init(
        _ scope: Scope,
        filter: Condition = .constant(true),
        order: [SortTerm] = [],
        limit: Int = 0
    ) {
        self.scope = scope
        self.filter = filter
        self.order = order
        // A limit that no library reaches counts as no limit, because arithmetic with it would overflow.
        self.limit = (0..<Self.unreachable).contains(limit) ? limit : 0
    }

    package var entity: Entity {
        switch scope {
        case .assets, .members: .asset
        case .collections, .collectionsContaining, .parent: .collection
        }
    }

    /// Whether the same plan is likely to be used again.
    ///
    /// A long list of values is rarely used twice, and takes long to compare. Names of places change without a
    /// change of the log when another table is used.
    var isMemorable: Bool { filter.largestSet <= 32 && !filter.readsPlaceNames }

    /// The values of other tables that the filter or the order reads.
    package var relatedFields: Set<RelatedField> {
        var fields = filter.relatedFields
        for term in order { if case .related(let field) = term.field { fields.insert(field) } }
        return fields
    }

    /// Whether a result can be updated by evaluating only the changed objects.
    package var isIncremental: Bool {
        switch scope {
        case .members where relatedFields.contains(where: \.isOfAlbums):
            return false
        case .assets, .members, .collections:
            // The log does not have the earlier values of other tables, which would give a row's earlier position.
            return !filter.usesAggregate
                && !order.contains { term in
                    if case .related = term.field { true } else { term.field == .memberCount }
                }
        case .collectionsContaining, .parent:
            // The results have few rows, so fetching them again costs no more than updating them.
            return false
        }
    }
}
