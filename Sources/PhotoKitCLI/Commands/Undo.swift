import ArgumentParser
import OpenPhotoKit

/// The command `photokit undo`.
struct Undo: EditingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Takes a change back.",
        discussion: """
            Without a token, the command takes back the last edit or import, whoever made it. Given twice, it makes \
            the change again. A change that others have changed further since stays as it is, and the exit code is 1.

            Deleted photos come back from Recently Deleted, and added ones move there. Deleted albums are made again. \
            Files that came, went or changed hands stay as they are. An import of many files is several changes.

            EXAMPLES:
              photokit undo --dry-run
              photokit undo
              photokit undo pk1.AbC...
            """
    )

    @OptionGroup var edit: EditOptions
    @OptionGroup var dryRun: DryRunOption

    @Argument(
        help: ArgumentHelp(
            "The token of the change, as \"photokit changes --json\" prints it. Without it, the last edit or import is taken.",
            valueName: "token"
        )
    )
    var change: String?

    var isDryRun: Bool { dryRun.dryRun }

    func run(in library: PHPhotoLibrary) async throws {
        guard let change = try chosen(in: library) else {
            return report(
                "The history has no change that could be taken back. Nothing was changed.",
                [],
                in: library
            )
        }
        let facts = try change.facts()
        if !edit.output.json { try ChangeReporter(json: false, library: library).show(change) }
        guard !isDryRun else {
            let conflicts = try change.undoConflicts()
            guard conflicts.isEmpty else {
                throw CommandFailure(Fault.doubt.status, sentence(conflicts, library))
            }
            return report(
                "Dry run: this change would be taken back. Nothing was changed.",
                facts.objects.map(\.localIdentifier),
                in: library
            )
        }
        do {
            let made = try library.performChangesAndWait(work: .edit) { change.requestReversal() }
            report(
                try outcome(of: change, made),
                facts.objects.map(\.localIdentifier),
                in: library
            )
        } catch let error as PHPhotosError where !error.undoConflicts.isEmpty {
            throw CommandFailure(Fault.doubt.status, sentence(error.undoConflicts, library))
        }
    }

    /// Says what was done, and what a person may not expect.
    private func outcome(
        of change: PHPersistentChange,
        _ made: PHPersistentChange?
    ) throws -> String {
        guard let made else { return "Nothing of this change was left. Nothing was changed." }
        let trashed = try made.facts().trashedAssets.count
        var sentences = ["Took this change back."]
        if trashed > 0 {
            sentences.append(
                "\(Wording.count(trashed, "photo or video", "photos and videos")) moved to Recently Deleted."
            )
        }
        if change.kindOfWork == .import {
            sentences.append("An import of many files is several changes, of which this is one.")
        }
        return sentences.joined(separator: " ")
    }

    private func chosen(in library: PHPhotoLibrary) throws -> PHPersistentChange? {
        guard let change else {
            return try library.lastPersistentChange(of: [.edit, .import])
        }
        guard let token = PHPersistentChangeToken(string: change) else {
            throw CommandFailure(
                .token,
                "\"\(Table.printable(change))\" is not a change token. Give a token that \"photokit changes --json\" printed."
            )
        }
        return try library.persistentChange(endingAt: token)
    }

    /// Says why nothing was changed, with the first reason.
    private func sentence(_ conflicts: [UndoConflict], _ library: PHPhotoLibrary) -> String {
        let first = conflicts[0]
        let name = first.localIdentifier.map { self.name(of: $0, library) } ?? ""
        let reason =
            switch first.reason {
            case .notAnEdit: "It is no edit and no import, but the library's own work."
            case .purged: "It deleted \(name) for good."
            case .gone: "\(name) was deleted for good since."
            case .changed:
                "The \(PropertyWords.name(first.property ?? "state")) of \(name) was changed since."
            case .contentsChanged: "The contents of \(name) were changed since."
            case .filesGone:
                "Files of \(name) changed with it, and the earlier ones are gone or elsewhere."
            case .wouldPurge:
                "The library keeps nothing in Recently Deleted, so \(name) would be deleted for good. Use \"photokit delete\"."
            case .tooLarge: "It is about more than 20,000 objects."
            }
        let rest =
            conflicts.count > 1 ? " \(Wording.count(conflicts.count - 1, "further reason"))." : ""
        return "This change cannot be taken back. \(reason)\(rest) Nothing was changed."
    }

    private func name(of identifier: String, _ library: PHPhotoLibrary) -> String {
        let short = Wording.short(identifier)
        let assets = Lookup(library: library).assets(withIdentifiers: [identifier])
        if let asset = assets[identifier], let file = AssetDescription(asset).filename {
            return "\(Table.printable(file)) (\(short))"
        }
        let album = PHAssetCollection.fetchAssetCollections(
            withLocalIdentifiers: [identifier],
            options: nil
        ).firstObject
        if let title = album?.localizedTitle { return "\"\(Table.printable(title))\" (\(short))" }
        return short
    }
}
