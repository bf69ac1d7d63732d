import CPhotosTypes
import Foundation
package import PhotosStore

/// Translates options of the API into plans of the engine, and runs the plans.
package struct FetchPlanning {
    package let options: PHFetchOptions?
    package let library: PHPhotoLibrary

    package init(_ options: PHFetchOptions?, in library: PHPhotoLibrary? = nil) {
        self.options = options
        self.library = library ?? options?.library ?? .current
    }

    // MARK: Assets

    /// Fetches assets.
    ///
    /// `sources` applies when the options name none. `includesHidden` and `includesBursts` override the options.
    package func assets(
        _ scope: FetchPlan.Scope = .assets,
        where condition: Condition = .constant(true),
        sources: PHAssetSourceType = [.typeUserLibrary, .typeCloudShared, .typeiTunesSynced],
        includesHidden: Bool = false,
        includesBursts: Bool = false,
        order: [FetchPlan.SortTerm]? = nil
    ) -> PHFetchResult<PHAsset> {
        let chosen = options?.includeAssetSourceTypes ?? []
        let visible = Condition.visible(
            includeHidden: includesHidden || options?.includeHiddenAssets == true,
            includeAllBurst: includesBursts || options?.includeAllBurstAssets == true,
            sources: AssetSourceType(
                rawValue: Int(bitPattern: (chosen.isEmpty ? sources : chosen).rawValue)
            )
        )
        return fetchResult(
            scope,
            where: [condition, visible, predicateCondition(for: .asset)],
            order: order ?? [FetchPlan.SortTerm(.asset(.creationDate))],
            subject: .asset
        )
    }

    /// Returns assets of the user's library, which default fetches of the whole library return.
    package func libraryAssets(
        where condition: Condition = .constant(true)
    ) -> PHFetchResult<PHAsset> {
        assets(where: condition, sources: .typeUserLibrary)
    }

    // MARK: Collections

    package func collections<Object: PHCollection>(
        _ scope: FetchPlan.Scope = .collections,
        where condition: Condition,
        subject: PredicateSubject,
        order: [FetchPlan.SortTerm] = []
    ) -> PHFetchResult<Object> {
        fetchResult(
            scope,
            where: [condition, predicateCondition(for: subject)],
            order: order,
            subject: subject
        )
    }

    func children(of folder: Int64) -> PHFetchResult<PHCollection> {
        collections(
            where: .field(.collection(.parent), .equal, .integer(folder)),
            subject: .collection,
            order: [FetchPlan.SortTerm(.collection(.position))]
        )
    }

    package static func objects<Object: PHObject>(_ objects: [Object]) -> PHFetchResult<Object> {
        PHFetchResult(FetchBacking(objects: objects))
    }

    package static func nothing<Object: PHObject>() -> PHFetchResult<Object> { objects([]) }

    // MARK: Running

    private func fetchResult<Object: PHObject>(
        _ scope: FetchPlan.Scope,
        where conditions: [Condition],
        order: [FetchPlan.SortTerm],
        subject: PredicateSubject
    ) -> PHFetchResult<Object> {
        let plan = FetchPlan(
            scope,
            filter: .all(conditions.filter { $0 != .constant(true) }),
            order: sortTerms(subject) ?? order,
            limit: options?.fetchLimit ?? 0
        )
        let library = library
        library.askWhenUndetermined()
        let wantsDetails = options?.wantsIncrementalChangeDetails ?? true
        return library.read(orElse: Self.nothing()) { store in
            PHFetchResult(
                FetchBacking(
                    try store.records.fetch(plan),
                    of: Object.self,
                    in: library,
                    wantsIncrementalChanges: wantsDetails
                )
            )
        }
    }

    private func predicateCondition(for subject: PredicateSubject) -> Condition {
        guard let predicate = options?.predicate else { return .constant(true) }
        do {
            return try condition(from: predicate, for: subject, keyPaths: ObjectKeyPaths.all)
        } catch {
            preconditionFailure("The predicate of a fetch cannot be used: \(error)")
        }
    }

    private func sortTerms(_ subject: PredicateSubject) -> [FetchPlan.SortTerm]? {
        guard let descriptors = options?.sortDescriptors, !descriptors.isEmpty else { return nil }
        do {
            return try sortKeys(from: descriptors, for: subject, keyPaths: ObjectKeyPaths.all).map {
                FetchPlan.SortTerm($0.field, ascending: $0.ascending)
            }
        } catch {
            preconditionFailure("A sort descriptor of a fetch cannot be used: \(error)")
        }
    }
}

extension Condition {
    package static func uuids(_ field: Field, in uuids: some Sequence<UUID>) -> Condition {
        .membership(.field(field), ValueSet(uuids.map { .blob($0.bytes) }))
    }

    static let rootFolder = Condition.field(
        .collection(.subtype),
        .equal,
        .integer(Int64(CollectionSubtype.rootFolder))
    )

    package static func kind(_ kind: CollectionKind) -> Condition {
        .field(.collection(.kind), .equal, .integer(kind.rawValue))
    }
}
