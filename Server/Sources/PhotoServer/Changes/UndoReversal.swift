import Foundation
import HTTPTypes
import OpenPhotoKit
import Photos
import ServeRules

/// A step that is about to be taken back.
struct UndoReversal: Sendable {
    static let unknown = Problem(
        .conflict,
        "cannot-undo",
        "This change is no longer remembered."
    )

    private let client: ClientLibrary
    private let changes: [PHPersistentChange]
    /// The photos whose pictures are set, as they were looked at.
    private let pictures: [PHAsset]
    private var outputs: [PictureEditing.Output] = []
    private var reverted: [PHAsset] = []
    /// The title of the album or folder that the change is about; nil where it is about none or several.
    let title: String?

    /// Finds the change in the history, and renders the pictures that show photos as they were.
    ///
    /// - Throws: ``Problem`` where the history no longer has the change, or somebody edited a photo since.
    init(
        of step: UndoStep,
        in client: ClientLibrary,
        editing: PictureEditing
    ) async throws {
        self.client = client
        let library = client.library
        let (changes, title, assets) = try await client.read {
            () -> ([PHPersistentChange], String?, [String: PHAsset]) in
            let changes = try step.positions.map { try Self.recordedChange(at: $0, in: library) }
            let title =
                changes.count == 1 && step.hasTitle
                ? try Self.collectionTitle(of: changes[0], kind: step.kind) : nil
            return (changes, title, Self.assetsByIdentifier(Array(step.pictures.keys)))
        }
        self.changes = changes
        self.title = title
        pictures = Array(assets.values)
        for (name, picture) in step.pictures.sorted(by: { $0.key < $1.key }) {
            guard let asset = assets[name] else {
                throw Problem(.conflict, "cannot-undo", "A photo was deleted since.")
            }
            guard try await editing.presentLook(of: asset) == picture.after else {
                throw Problem(.conflict, "cannot-undo", "Somebody edited a photo since.")
            }
            switch picture.before {
            case .original: reverted.append(asset)
            case .edit(let recipe):
                outputs.append(try await editing.renderPhoto(asset) { _ in recipe })
            case .trim(let trim):
                outputs.append(try await editing.trimVideo(asset) { _ in trim })
            }
        }
    }

    private static func recordedChange(
        at position: String,
        in library: PHPhotoLibrary
    ) throws -> PHPersistentChange {
        guard let token = PHPersistentChangeToken(string: position) else { throw unknown }
        do {
            guard let change = try library.persistentChange(endingAt: token) else { throw unknown }
            return change
        } catch let error as PHPhotosError where error.code == .persistentChangeTokenExpired {
            throw unknown
        }
    }

    /// Returns the title that the album or folder of a change has once the change is made, or had before it was deleted.
    private static func collectionTitle(
        of change: PHPersistentChange,
        kind: UndoStep.Kind
    ) throws -> String? {
        let facts = try change.facts()
        let objects = facts.objects.filter { !$0.localIdentifier.hasSuffix("/001") }
        let names = Set(objects.map(\.localIdentifier) + facts.memberships.map(\.album))
        guard let name = names.first, names.count == 1 else { return nil }
        let present = AlbumTree.collection(named: name)?.localizedTitle
        guard case .text(let earlier)? = objects.first?.valuesBefore["title"] else {
            return present
        }
        return kind == .done ? present ?? earlier : earlier
    }

    private static func assetsByIdentifier(_ names: [String]) -> [String: PHAsset] {
        guard !names.isEmpty else { return [:] }
        let found = PHAsset.fetchAssets(withLocalIdentifiers: names, options: nil)
        return Dictionary(
            uniqueKeysWithValues: found.objects(at: IndexSet(0..<found.count)).map {
                ($0.localIdentifier, $0)
            }
        )
    }

    /// Takes the changes back.
    ///
    /// - Returns: The new change; nil where nothing of the earlier one was left.
    /// - Throws: `PHPhotosError`.
    func undoChanges(in library: PHPhotoLibrary, author: String) throws -> PHPersistentChange? {
        try library.undo(changes, author: author, exceptPicturesOf: pictures) {
            for output in outputs {
                PHAssetChangeRequest(for: output.asset).contentEditingOutput = output.output
            }
            for asset in reverted {
                PHAssetChangeRequest(for: asset).revertAssetContentToOriginal()
            }
        }
    }

    /// Returns the answer for a change that cannot be taken back.
    func problem(for conflicts: [UndoConflict]) async -> Problem {
        let conflict = conflicts[0]
        let author = await lastAuthor(of: conflict)
        let message =
            switch conflict.reason {
            case .purged: "Photos that were deleted for good cannot come back."
            case .gone: "\(author) deleted something of this change for good meanwhile."
            case .changed, .contentsChanged: "\(author) changed the same since."
            case .filesGone:
                "This cannot be taken back, because files of a photo came or went with it. Files that came stay with the photo."
            case .wouldPurge:
                "The library keeps nothing in Recently Deleted, so this would delete photos for good."
            case .tooLarge: "The change is about more than 20,000 objects."
            case .notAnEdit: "This change is the library's own work."
            }
        return Problem(.conflict, "cannot-undo", message)
    }

    /// Returns who changed the object of a conflict last.
    private func lastAuthor(of conflict: UndoConflict) async -> String {
        let found = try? await client.read { () -> String? in
            guard let last = changes.last?.changeToken else { return nil }
            let later = try client.library.fetchPersistentChanges(since: last)
            return try Array(later).last { change in
                guard let name = conflict.localIdentifier else { return false }
                let facts = try change.facts()
                return facts.objects.contains { $0.localIdentifier == name }
                    || facts.memberships.contains { $0.album == name }
            }?.author
        }
        return (found ?? nil) ?? "A program"
    }
}
