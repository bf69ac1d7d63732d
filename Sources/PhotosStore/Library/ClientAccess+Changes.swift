import Foundation
import GRDB

extension ClientAccess {
    /// Whether the client may ask for a block at all; which of its objects it sees is found out when it is carried out.
    ///
    /// - Throws: ``StoreError`` with code `accessDenied` or `accessRestricted`.
    func check(_ mutations: [Mutation]) throws {
        switch readWrite {
        case .authorized: return
        case .limited:
            for mutation in mutations {
                if let action = mutation.needsEverything {
                    throw StoreError.noAccess(.limited, to: action)
                }
            }
        case .notDetermined, .restricted, .denied:
            let made = Set(mutations.compactMap(\.madeAsset))
            guard mutations.allSatisfy({ $0.concernsOnly(made) }) else {
                throw StoreError.noAccess(readWrite, to: "change this library")
            }
            guard addOnly == .authorized else {
                throw StoreError.noAccess(addOnly, to: "add to this library")
            }
        }
    }
}

extension Mutation {
    /// What a client that sees a selection cannot do, in words; nil for what it may try.
    fileprivate var needsEverything: String? {
        switch self {
        case .createCollection: "make albums or folders"
        case .recordFiles, .follow, .detach: "use its sources"
        case .healResources: "bring back lost files of its photos"
        default: nil
        }
    }

    fileprivate var madeAsset: UUID? {
        if case .createAsset(let creation) = self { creation.uuid } else { nil }
    }

    /// Whether the mutation makes one of some assets, or completes it.
    fileprivate func concernsOnly(_ made: Set<UUID>) -> Bool {
        switch self {
        case .createAsset: true
        case .updateAsset(let uuid, _), .attachResources(let uuid, _): made.contains(uuid)
        default: false
        }
    }
}

extension Library {
    /// Refuses what only those may do who see all of the library.
    package func requireEverything(_ action: String) throws {
        let access = try clientAccess()
        guard access.readWrite == .authorized else {
            throw StoreError.noAccess(access.readWrite, to: action)
        }
    }
}

extension Record {
    /// Of some rows, those that a limited client sees.
    static func visible(
        _ rows: some Collection<Int64>,
        to client: Int64,
        in db: Database
    ) throws -> Set<Int64> {
        guard entity == .collection else {
            return try ClientLog(client: client, db: db).selected(Array(rows))
        }
        return try Int64.fetchSet(
            db.cachedStatement(
                sql: """
                    SELECT id FROM collection WHERE parent_id IS NULL
                    AND id IN (SELECT value FROM photokit_rows(?))
                    """
            ),
            arguments: [PackedList.rows(rows)]
        )
    }
}
