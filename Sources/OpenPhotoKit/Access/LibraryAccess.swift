public import Foundation
public import Photos
import PhotosStore

/// The owner's decisions about applications that use a library.
///
/// A caller of this type acts as the owner. A decision is valid until the owner changes it. Running programs are
/// notified: their observers get changes of fetch results. Safe on any thread.
public struct LibraryAccess: Sendable {
    /// The decision about one application.
    public struct Decision: Hashable, Sendable {
        /// The name of the application.
        public var application: String
        /// The access to read and change.
        public var readWrite: PHAuthorizationStatus
        /// The access to add.
        public var addOnly: PHAuthorizationStatus
        /// The date of the last decision.
        public var date: Date
        /// The number of assets that the application sees if its access is limited; else 0.
        public var selectionCount: Int
    }

    private let library: PHPhotoLibrary

    fileprivate init(_ library: PHPhotoLibrary) { self.library = library }

    /// Returns all decisions, in the order of the names.
    ///
    /// - Returns: The decision about each application that has one.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func decisions() throws -> [Decision] {
        try asking { store in
            try store.clients.clientDecisions().map { decision in
                Decision(
                    application: decision.identifier,
                    readWrite: decision.readWrite.photoKit,
                    addOnly: decision.addOnly.photoKit,
                    date: decision.date,
                    selectionCount: decision.selectionCount
                )
            }
        }
    }

    /// Returns the access of applications without a decision.
    ///
    /// - Parameter level: The level of access: to read and change, or to add.
    /// - Returns: The policy; `authorized` until the owner changes it.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func policy(for level: PHAccessLevel) throws -> PHAuthorizationStatus {
        try asking { store in
            let policy = try store.clients.accessPolicy()
            return (level == .addOnly ? policy.addOnly : policy.readWrite).photoKit
        }
    }

    /// Sets the access of applications without a decision.
    ///
    /// - Parameters:
    ///   - status: Any status except `limited`; with `notDetermined`, applications ask a person.
    ///   - level: The level of access: to read and change, or to add.
    /// - Throws: `PHPhotosError` when the library cannot be written.
    public func setPolicy(
        _ status: PHAuthorizationStatus,
        for level: PHAccessLevel = .readWrite
    ) throws {
        try asking { try $0.clients.setAccessPolicy(AccessStatus(status), for: AccessLevel(level)) }
    }

    /// Decides the access of one application.
    ///
    /// An application whose access becomes limited sees nothing until assets are selected for it. The selection is
    /// deleted when the access is no longer limited.
    ///
    /// - Parameters:
    ///   - status: The new access; access to add cannot be `limited`.
    ///   - level: The level of access: to read and change, or to add.
    ///   - application: The name of the application.
    /// - Throws: `PHPhotosError` when the library cannot be written.
    public func set(
        _ status: PHAuthorizationStatus,
        for level: PHAccessLevel = .readWrite,
        of application: String
    ) throws {
        try asking {
            try $0.clients.setAccess(AccessStatus(status), for: AccessLevel(level), of: application)
        }
    }

    /// Deletes the decision about an application, so that the policy applies again.
    ///
    /// - Parameter application: The name of the application.
    /// - Throws: `PHPhotosError` when the library cannot be written.
    public func forget(_ application: String) throws {
        try asking { try $0.clients.forgetClient(application) }
    }

    /// Changes the selection of assets that a limited application sees.
    ///
    /// The observers and the history of the application report added assets as insertions and removed assets as
    /// deletions.
    ///
    /// - Parameters:
    ///   - identifiers: Local identifiers of assets to add to the selection.
    ///   - removed: Local identifiers of assets to remove from the selection.
    ///   - application: The name of the application.
    /// - Returns: The numbers of assets that were added and removed.
    /// - Throws: `PHPhotosError` if the application is not limited, an asset does not exist, or writing fails.
    @discardableResult
    public func select(
        _ identifiers: [String],
        removing removed: [String] = [],
        for application: String
    ) throws -> (added: Int, removed: Int) {
        try asking { store in
            try store.clients.select(
                adding: try identifiers.map(Self.uuid),
                removing: try removed.map(Self.uuid),
                for: application
            )
        }
    }

    /// Returns the assets that a limited application sees.
    ///
    /// - Parameter application: The name of the application.
    /// - Returns: Local identifiers, in the order in which the assets were added to the library.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func selection(of application: String) throws -> [String] {
        try asking { store in
            try store.clients.selection(of: application).map {
                LocalIdentifier(uuid: $0, kind: .asset).description
            }
        }
    }

    private static func uuid(_ identifier: String) throws -> UUID {
        guard let name = LocalIdentifier(identifier), name.kind == .asset else {
            throw StoreError(.objectMissing, "\(identifier) is not the identifier of an asset.")
        }
        return name.uuid
    }

    private func asking<Answer>(_ question: (Library) throws -> Answer) throws -> Answer {
        do {
            return try question(try library.store())
        } catch {
            throw PHPhotosError(error)
        }
    }
}

extension PHPhotoLibrary {
    /// The owner's decisions about applications that use this library.
    public var access: LibraryAccess { LibraryAccess(self) }

    /// The application name of this library object; nil if the object acts as the owner.
    public var application: String? {
        guard let client = try? store().environment.client, case .application(let name) = client
        else { return nil }
        return name
    }
}

extension AccessStatus {
    fileprivate init(_ status: PHAuthorizationStatus) {
        self = AccessStatus(rawValue: status.rawValue) ?? .denied
    }

    fileprivate var photoKit: PHAuthorizationStatus {
        PHAuthorizationStatus(rawValue: rawValue) ?? .denied
    }
}

extension AccessLevel {
    fileprivate init(_ level: PHAccessLevel) { self = level == .addOnly ? .addOnly : .readWrite }
}
