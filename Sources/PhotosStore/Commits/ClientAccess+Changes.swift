import Foundation

extension ClientAccess {
    /// Checks whether the client may request a block at all.
    ///
    /// The transaction checks later which objects of the block the client sees.
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
    /// The action, in words, that a limited client may not do; nil for a mutation that it may try.
    fileprivate var needsEverything: String? {
        switch self {
        case .createCollection, .createSmartAlbum: "make albums or folders"
        case .recordFiles, .follow, .replaceTwins, .detach: "use its sources"
        case .keepFiles, .releaseKeptFiles: "keep files of other programs"
        case .noteUploads: "use its remotes"
        case .changeUploadJobs: "upload photos"
        case .healResources: "bring back lost files of its photos"
        default: nil
        }
    }

    fileprivate var madeAsset: UUID? {
        if case .createAsset(let creation) = self { creation.uuid } else { nil }
    }

    /// Returns whether the mutation creates an asset, or changes one of the given assets.
    fileprivate func concernsOnly(_ made: Set<UUID>) -> Bool {
        switch self {
        case .createAsset: true
        case .updateAsset(let uuid, _), .attachResources(let uuid, _): made.contains(uuid)
        default: false
        }
    }
}
