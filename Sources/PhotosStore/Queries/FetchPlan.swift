/// What a fetch asks for, as a value: the same plan gives the first result and brings it forward.
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
    /// Ends with the row number in any case, so that the order of a result is never a matter of chance.
    package var order: [SortTerm]
    /// The most objects to give; 0 for all.
    package private(set) var limit: Int

    /// More objects than a library can have.
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
        // What no library reaches is no limit; arithmetic with it would overflow.
        self.limit = (0..<Self.unreachable).contains(limit) ? limit : 0
    }

    package var entity: Entity {
        switch scope {
        case .assets, .members: .asset
        case .collections, .collectionsContaining, .parent: .collection
        }
    }

    /// Whether somebody is likely to ask the very same again.
    ///
    /// A long list of values hardly comes twice, and takes long to be compared.
    var isMemorable: Bool { filter.largestSet <= 32 }

    /// Whether a result can be brought forward by looking at changed objects alone.
    package var isIncremental: Bool {
        switch scope {
        case .assets, .members, .collections:
            return !filter.usesAggregate && !order.contains { $0.field == .memberCount }
        case .collectionsContaining, .parent:
            // Few rows, which are had again as cheaply as they are brought forward.
            return false
        }
    }
}
