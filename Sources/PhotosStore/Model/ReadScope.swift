import Foundation

/// The part of a library that a client's reads see.
///
/// Results read in one scope are of no use in another.
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

    /// The name of the view that shows whole rows of assets, by row number, to a client that sees a selection.
    static let wholeAssets = "whole_asset"

    /// Returns the table or view from which whole records are read by row number.
    ///
    /// A selection holds copies of some asset columns for fetches. Here, SQLite only checks in the selection's smallest
    /// index that the assets belong to it, which costs less to search.
    func records(of entity: Entity) -> String {
        if case .selection = self, entity == .asset { return Self.wholeAssets }
        return entity.table
    }
}
