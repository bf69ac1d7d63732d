import Foundation

/// The client on whose behalf a process uses a library.
package enum LibraryClient: Hashable, Sendable {
    /// The owner, who may do everything and decides what other clients may do.
    case owner
    /// An application, named by the identifier that it declares.
    case application(String)
}

/// The access that a client has to a library at present.
package struct ClientAccess: Hashable, Sendable {
    package var readWrite: AccessStatus
    package var addOnly: AccessStatus
    /// The client's row, or nil if only the library's default access is known for the client.
    var row: Int64?
    /// An identifier that is replaced each time the owner decides anew what the client may read.
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
        // Read-write access includes the right to add.
        case .addOnly: readWrite == .authorized || readWrite == .limited ? .authorized : addOnly
        }
    }

    /// The part of the library that the client's reads see.
    var readScope: ReadScope {
        switch readWrite {
        case .authorized: .everything
        case .limited: .selection(client: row ?? 0, epoch: epoch ?? .zero)
        case .notDetermined, .restricted, .denied: .nothing(client: row ?? 0, epoch: epoch ?? .zero)
        }
    }

    /// The client whose selection limits the assets that it may change, or nil if there is no limit.
    var limitedClient: Int64? { readWrite == .limited ? row ?? 0 : nil }
}
