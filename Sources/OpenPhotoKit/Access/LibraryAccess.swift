public import Foundation
public import Photos
import PhotosStore

/// What applications may do with a library, as its owner decides.
///
/// Whoever uses it acts as the owner. What is decided holds until it is decided otherwise, and running programs are
/// told: fetch results change through their observers. Safe on any thread.
public struct LibraryAccess: Sendable {
    /// What was decided about one application.
    public struct Decision: Hashable, Sendable {
        /// By which name the application is known.
        public var application: String
        /// Whether it may read and change.
        public var readWrite: PHAuthorizationStatus
        /// Whether it may add.
        public var addOnly: PHAuthorizationStatus
        /// When it was decided last.
        public var date: Date
        /// How many assets it sees where its access is limited; else 0.
        public var selectionCount: Int
    }

    private let library: PHPhotoLibrary

    fileprivate init(_ library: PHPhotoLibrary) { self.library = library }

    /// What was decided, by name.
    ///
    /// - Returns: A decision for each application that one was made about.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func decisions() throws -> [Decision] {
        try asking { store in
            try store.clientDecisions().map { decision in
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

    /// What applications may do about which nothing was decided.
    ///
    /// - Parameter level: Whether to read and change, or to add.
    /// - Returns: `authorized` until the owner decides otherwise.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func policy(for level: PHAccessLevel) throws -> PHAuthorizationStatus {
        try asking { store in
            let policy = try store.accessPolicy()
            return (level == .addOnly ? policy.addOnly : policy.readWrite).photoKit
        }
    }

    /// Decides about applications about which nothing was decided.
    ///
    /// - Parameters:
    ///   - status: Anything but `limited`; `notDetermined` has them ask.
    ///   - level: Whether to read and change, or to add.
    /// - Throws: `PHPhotosError` when the library cannot be written.
    public func setPolicy(
        _ status: PHAuthorizationStatus,
        for level: PHAccessLevel = .readWrite
    ) throws {
        try asking { try $0.setAccessPolicy(AccessStatus(status), for: AccessLevel(level)) }
    }

    /// Decides about one application.
    ///
    /// One that is limited anew sees nothing until something is selected for it; what was selected is forgotten when
    /// it is not limited any more.
    ///
    /// - Parameters:
    ///   - status: What it may do; adding cannot be `limited`.
    ///   - level: Whether to read and change, or to add.
    ///   - application: By which name it is known.
    /// - Throws: `PHPhotosError` when the library cannot be written.
    public func set(
        _ status: PHAuthorizationStatus,
        for level: PHAccessLevel = .readWrite,
        of application: String
    ) throws {
        try asking {
            try $0.setAccess(AccessStatus(status), for: AccessLevel(level), of: application)
        }
    }

    /// Forgets what was decided about an application: the policy holds for it again.
    ///
    /// - Parameter application: By which name it is known.
    /// - Throws: `PHPhotosError` when the library cannot be written.
    public func forget(_ application: String) throws {
        try asking { try $0.forgetClient(application) }
    }

    /// Shows a limited application other assets than before.
    ///
    /// To it those that come are insertions, and those that go are deletions, in its observers and its history.
    ///
    /// - Parameters:
    ///   - identifiers: Local identifiers of assets that it shall see.
    ///   - removed: Local identifiers of assets that it shall not see any more.
    ///   - application: By which name it is known.
    /// - Returns: How many came and went; those that were as wanted do not count.
    /// - Throws: `PHPhotosError` where the application is not limited, an asset is not there, or the library cannot be
    ///   written.
    @discardableResult
    public func select(
        _ identifiers: [String],
        removing removed: [String] = [],
        for application: String
    ) throws -> (added: Int, removed: Int) {
        try asking { store in
            try store.select(
                adding: try identifiers.map(Self.uuid),
                removing: try removed.map(Self.uuid),
                for: application
            )
        }
    }

    /// The assets that a limited application sees.
    ///
    /// - Parameter application: By which name it is known.
    /// - Returns: Local identifiers, in the order in which the assets came to the library.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func selection(of application: String) throws -> [String] {
        try asking { store in
            try store.selection(of: application).map {
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
    /// What applications may do with this library, to be decided by its owner.
    public var access: LibraryAccess { LibraryAccess(self) }

    /// The name by which the owner decides about who uses this library object; nil for the owner.
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
