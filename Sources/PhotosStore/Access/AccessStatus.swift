import Foundation

/// What a client may do at one level, by the API's numbers.
package enum AccessStatus: Int, CaseIterable, Sendable {
    case notDetermined = 0
    case restricted = 1
    case denied = 2
    case authorized = 3
    case limited = 4
}

/// What access is asked for, by the API's numbers.
package enum AccessLevel: Int, CaseIterable, Sendable {
    case addOnly = 1
    case readWrite = 2
}

/// On whose behalf a process uses a library.
package enum LibraryClient: Hashable, Sendable {
    /// The owner, who may do everything and decides about the others.
    case owner
    /// An application, by the identifier that it declares.
    case application(String)
}

/// What a client may do with a library at present.
package struct ClientAccess: Hashable, Sendable {
    package var readWrite: AccessStatus
    package var addOnly: AccessStatus
    /// The client's row; nil for one that only the library's policy is known of.
    var row: Int64?
    /// Another one each time what the client may read is decided anew.
    var epoch: UUID?

    package static let everything = ClientAccess(readWrite: .authorized, addOnly: .authorized)

    init(
        readWrite: AccessStatus,
        addOnly: AccessStatus,
        row: Int64? = nil,
        epoch: UUID? = nil
    ) {
        self.readWrite = readWrite
        self.addOnly = addOnly
        self.row = row
        self.epoch = epoch
    }

    package func status(_ level: AccessLevel) -> AccessStatus {
        switch level {
        case .readWrite: readWrite
        // Who may read and write may add.
        case .addOnly: readWrite == .authorized || readWrite == .limited ? .authorized : addOnly
        }
    }

    /// What reads of the client see.
    var realm: Realm {
        switch readWrite {
        case .authorized: .everything
        case .limited: .selection(client: row ?? 0, epoch: epoch ?? .zero)
        case .notDetermined, .restricted, .denied: .nothing(client: row ?? 0, epoch: epoch ?? .zero)
        }
    }

    /// The client whose selection bounds what it may change; nil where nothing does.
    var limitedClient: Int64? { readWrite == .limited ? row ?? 0 : nil }
}

/// The part of a library that reads of a client see.
///
/// What was read in one realm is of no use in another.
enum Realm: Hashable, Sendable {
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
