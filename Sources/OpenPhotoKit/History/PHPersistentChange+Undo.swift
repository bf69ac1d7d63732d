public import Photos
import PhotosStore

extension PHPersistentChange {
    /// Returns the reasons why this change cannot be taken back at present.
    ///
    /// Safe on any thread; reads from the disk.
    ///
    /// - Returns: The reasons; none if the changes can be taken back now.
    /// - Throws: `PHPhotosError` if the history no longer has the change.
    public func undoConflicts() throws -> [UndoConflict] { try store.undoConflicts(of: [self]) }

    /// Adds to the running change block what takes this change back.
    ///
    /// A property gets its value from before, if it still has the one that the change gave it. Members come back to their
    /// places in albums, deleted albums and folders are made again with their identifiers, and deleted photos leave
    /// Recently Deleted. Assets that the change added move to Recently Deleted. A picture goes back from its first edit to
    /// the original. Nothing else is touched. So a change that was taken back can be made again, by taking back the change
    /// that did so.
    ///
    /// Files that an import brought to an asset of the library, such as an edited version, stay with the asset: the library may
    /// have the only copies. The facts of an original that came or was changed stay, too. Both files and facts stand in the
    /// way only where nothing else is left to take back, or where an edit of the same picture is taken back together with them.
    ///
    /// If anything stands in the way, the whole block fails, and the error has ``Photos/PHPhotosError/undoConflicts``. An
    /// application with limited access takes back what it sees of the change. Calling this method outside a change block
    /// traps.
    ///
    /// No file is looked for: ``Photos/PHPhotoLibrary/undo(_:author:exceptPicturesOf:alongside:)`` does that, too.
    public func requestReversal() {
        let builder = ChangeBlockBuilder.required("requestReversal")
        switch logged {
        case .success(let logged):
            guard store === builder.store else {
                preconditionFailure(
                    "A change of another library cannot be taken back. Fetch it from the library of the block."
                )
            }
            builder.edit { .reverse(ReversalRequest([logged.position.sequence])) }
        case .failure(let error): builder.refuse(error)
        }
    }
}

/// The reversal of changes, with the files of photos that come back.
private struct PlannedReversal {
    var request: ReversalRequest
    /// The rows of the assets that come back from Recently Deleted.
    let restored: [Int64]
    let twins: LibraryDuplicates.TwinPlan

    init(
        of changes: [PHPersistentChange],
        exceptPicturesOf assets: [PHAsset] = [],
        in store: Library
    ) throws {
        request = ReversalRequest(Set(try changes.map { try $0.logged.get().position.sequence }))
        let versions = assets.map { ($0.record.uuid, $0.record.contentVersion) }
        request.givenPictures = Dictionary(versions) { first, _ in first }
        restored = try store.history.assetsRestored(by: request)
        twins = try store.duplicates.twinPlan(for: restored)
        request.twins = twins.replacements
        request.copied = twins.copied
    }
}

extension Library {
    fileprivate func undoConflicts(of changes: [PHPersistentChange]) throws -> [UndoConflict] {
        do {
            return try conflicts(of: PlannedReversal(of: changes, in: self))
        } catch {
            throw PHPhotosError(error)
        }
    }

    fileprivate func conflicts(of plan: PlannedReversal) throws -> [UndoConflict] {
        let refusal = try history.refusal(of: plan.request)
        return refusal.map { refusal in
            refusal.conflicts.map { UndoConflict($0, refusal.names) }
        } ?? []
    }
}

extension PHPhotoLibrary {
    /// Returns the reasons why ``undo(_:author:exceptPicturesOf:alongside:)`` cannot take changes back at present.
    ///
    /// Safe on any thread; reads from the disk.
    ///
    /// - Parameter changes: Changes of this library.
    /// - Returns: The reasons; none if the changes can be taken back now.
    /// - Throws: `PHPhotosError` if the history no longer has one of the changes.
    public func undoConflicts(of changes: [PHPersistentChange]) throws -> [UndoConflict] {
        do {
            return try store().undoConflicts(of: changes)
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Whether nothing of changes is left that ``undo(_:author:exceptPicturesOf:alongside:)`` could take back at present.
    ///
    /// Safe on any thread; reads from the disk.
    ///
    /// - Parameter changes: Changes of this library.
    /// - Returns: Whether they were taken back, or everything that they changed has its earlier state again.
    /// - Throws: `PHPhotosError` if the history no longer has one of the changes.
    public func isUndone(_ changes: [PHPersistentChange]) throws -> Bool {
        do {
            let store = try store()
            return try store.history.isReversed(PlannedReversal(of: changes, in: store).request)
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Returns what ``undo(_:author:exceptPicturesOf:alongside:)`` would meet at present.
    ///
    /// This costs less than ``undoConflicts(of:)`` and ``isUndone(_:)`` together. Safe on any thread; reads from the disk.
    ///
    /// - Parameter changes: Changes of this library.
    /// - Returns: The reasons why the changes cannot be taken back. If there are none, whether nothing of them is left.
    /// - Throws: `PHPhotosError` if the history no longer has one of the changes.
    public func undoOutlook(
        of changes: [PHPersistentChange]
    ) throws -> (conflicts: [UndoConflict], isUndone: Bool) {
        do {
            let store = try store()
            let plan = try PlannedReversal(of: changes, in: store)
            let conflicts = try store.conflicts(of: plan)
            guard conflicts.isEmpty else { return (conflicts, false) }
            return (conflicts, try store.history.isReversed(plan.request))
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Takes changes back, in a block of their own.
    ///
    /// Several changes are taken back as one: what some of them added moves to Recently Deleted, whatever the others did
    /// with it. The changes between them stay.
    ///
    /// In addition to ``Photos/PHPersistentChange/requestReversal()``, a photo that comes back from Recently Deleted without
    /// its file gets it from another photo with the same bytes, as by
    /// ``restoreFromRecentlyDeleted(_:author:alongside:)``.
    ///
    /// Safe on any thread; waits for the disk.
    ///
    /// - Parameters:
    ///   - changes: Changes of this library.
    ///   - author: The author of the new change in the history; nil means the library's author.
    ///   - assets: The photos whose picture `requests` sets. Only who has the recipe of an earlier edit can do that, because its
    ///     files are gone. Each is as it was fetched: nothing is changed if somebody gave it another picture since.
    ///   - requests: Makes further change requests of the same block, after those that take the changes back.
    /// - Returns: The new change; nil if nothing of the earlier ones was left.
    /// - Throws: `PHPhotosError`, with ``Photos/PHPhotosError/undoConflicts`` if anything stands in the way. Then nothing was
    ///   changed; files that were copied for photos before stay with them.
    @discardableResult
    public func undo(
        _ changes: [PHPersistentChange],
        author: String? = nil,
        exceptPicturesOf assets: [PHAsset] = [],
        alongside requests: @escaping () -> Void = {}
    ) throws -> PHPersistentChange? {
        do {
            let store = try store()
            precondition(
                changes.allSatisfy { $0.store === store },
                "A change of another library cannot be taken back. Fetch it from this library."
            )
            let plan = try PlannedReversal(
                of: changes,
                exceptPicturesOf: assets,
                in: store
            )
            guard !plan.request.sequences.isEmpty else { return nil }
            let copies = try LibraryHealing(store).copyFilesOfTwins(for: plan.restored, plan.twins)
            return try performChangesAndWait(author: author, work: .edit) {
                let builder = ChangeBlockBuilder.required("PHPhotoLibrary.undo")
                builder.edit { .reverse(plan.request) }
                requests()
                if !copies.makingWay.isEmpty { builder.edit { .deleteAssets(copies.makingWay) } }
            }
        } catch {
            throw PHPhotosError(error)
        }
    }
}
