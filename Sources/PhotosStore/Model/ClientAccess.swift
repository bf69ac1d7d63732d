import Foundation

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
    var readScope: ReadScope {
        switch readWrite {
        case .authorized: .everything
        case .limited: .selection(client: row ?? 0, epoch: epoch ?? .zero)
        case .notDetermined, .restricted, .denied: .nothing(client: row ?? 0, epoch: epoch ?? .zero)
        }
    }

    /// The client whose selection bounds what it may change; nil where nothing does.
    var limitedClient: Int64? { readWrite == .limited ? row ?? 0 : nil }
}
