import Foundation

/// The part of a library that reads of a client see.
///
/// What was read in one realm is of no use in another.
enum ReadScope: Hashable, Sendable {
    case everything
    case selection(client: Int64, epoch: UUID)
    case nothing(client: Int64, epoch: UUID)

    var epoch: UUID? {
        switch self {
        case .everything: nil
        case .selection(_, let epoch), .nothing(_, let epoch): epoch
        }
    }

    /// Whole rows of assets, by number, where a selection is shown.
    static let wholeAssets = "whole_asset"

    /// Where whole records are read that are looked up by their number.
    ///
    /// What a selection repeats of its assets serves fetches. That assets are in it, its smallest index says, which costs
    /// less to search.
    func records(of entity: Entity) -> String {
        if case .selection = self, entity == .asset { return Self.wholeAssets }
        return entity.table
    }
}
