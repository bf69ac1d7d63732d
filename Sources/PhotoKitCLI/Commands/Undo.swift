import ArgumentParser
import Foundation
import OpenPhotoKit

/// The command `photokit undo`.
struct Undo: EditingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Takes a change back.",
        discussion: """
            Without a token, the command takes back the last edit or import, whoever made it. That photos became offline, \
            came back, or were fetched is neither. Given twice, the command makes the change again. A change that others have changed further since stays as it is, and the exit code is 1.

            Deleted photos come back from Recently Deleted, and added ones move there. Deleted albums are made again. \
            Files that came, went or changed hands stay as they are, sidecars with their titles and names of persons too. \
            An edited version, a movie or a RAW file that an import brought to a photo of the library stays, too: \
            it may be the only copy. So do the date, the place and the words of an original that came or was changed. \
            An import of such files alone is not taken back. \
            An import of many files may be several changes; \
            with all its tokens, which \"photokit import --json\" prints, it is taken back as one.

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
            "The tokens of the changes, as \"photokit changes --json\" prints them. Without one, the last edit or import is taken.",
            valueName: "token"
        )
    )
    var tokens: [String] = []

    var isDryRun: Bool { dryRun.dryRun }

    func adaptedMessage(_ message: String) -> String {
        TokenAdvice.adaptedMessage(
            message,
            advice:
                "\"photokit changes --json\" prints the tokens of the changes that can be taken back."
        )
    }

    func run(in library: PHPhotoLibrary) async throws {
        let changes = try chosenChanges(in: library)
        guard !changes.isEmpty else {
            return reportChange(
                "The history has no change that could be taken back. Nothing was changed.",
                of: [],
                in: library
            )
        }
        let objects = try changes.flatMap { try $0.facts().objects.map(\.localIdentifier) }
        let identifiers = Set(objects).sorted()
        if !edit.output.json {
            let reporter = ChangeReporter(json: false, library: library)
            if isDryRun {
                Output.shared.writeSentence(
                    "Dry run: this would take back \(changes.count == 1 ? "a change" : "\(changes.count) changes"):"
                )
            }
            for change in changes { try reporter.showChange(change) }
        }
        guard !isDryRun else {
            let outlook = try library.undoOutlook(of: changes)
            guard outlook.conflicts.isEmpty else {
                throw CommandFailure(
                    Fault.doubt.status,
                    try refusalText(of: changes, outlook.conflicts, in: library)
                )
            }
            return try reportChange(
                outlook.isUndone
                    ? nothingLeftText(of: changes, in: library) : "Nothing was changed.",
                of: identifiers,
                in: library
            )
        }
        do {
            let made = try library.undo(changes)
            reportChange(
                try outcomeText(of: changes, made: made, in: library),
                of: identifiers,
                in: library
            )
        } catch let error as PHPhotosError where !error.undoConflicts.isEmpty {
            throw CommandFailure(
                Fault.doubt.status,
                try refusalText(of: changes, error.undoConflicts, in: library)
            )
        }
    }

    private func nothingLeftText(
        of changes: [PHPersistentChange],
        in library: PHPhotoLibrary
    ) throws -> String {
        let sentences = try sentence(aboutChangeBefore: changes, in: library)
        return (["Nothing of this was left. Nothing was changed."] + sentences)
            .joined(separator: " ")
    }

    private func refusalText(
        of changes: [PHPersistentChange],
        _ conflicts: [UndoConflict],
        in library: PHPhotoLibrary
    ) throws -> String {
        let sentences =
            try advice(about: conflicts, of: changes, in: library)
            + sentence(aboutChangeBefore: changes, in: library)
        return ([conflictSentence(about: conflicts, in: library)] + sentences)
            .joined(separator: " ")
    }

    /// Says how to have photos again whose source was forgotten; empty for other conflicts.
    private func advice(
        about conflicts: [UndoConflict],
        of changes: [PHPersistentChange],
        in library: PHPhotoLibrary
    ) throws -> [String] {
        let names = Set(
            conflicts.lazy.filter { $0.reason == .filesGone }.compactMap(\.localIdentifier)
        )
        guard !names.isEmpty else { return [] }
        let files = try library.filesInForgottenSources().filter {
            names.contains($0.localIdentifier)
        }
        guard let sentence = ForgottenFiles(files).sentence else { return [] }
        let trashed = try changes.contains { change in
            try !change.facts().trashedAssets.isDisjoint(with: files.map(\.localIdentifier))
        }
        let restoring = "\"photokit restore --all\" brings all of Recently Deleted back."
        return (trashed ? [restoring] : []) + [sentence]
    }

    /// Names the command that takes back the change before the last one, which stays as it is; empty if there is none.
    ///
    /// Without it, a change that cannot be taken back would hide all changes before it.
    private func sentence(
        aboutChangeBefore changes: [PHPersistentChange],
        in library: PHPhotoLibrary
    ) throws -> [String] {
        guard tokens.isEmpty,
            let before = try library.lastPersistentChange(of: [.edit, .import], before: changes[0])
        else { return [] }
        return [
            "To take back the change before it, of \(Wording.formattedDate(before.date)), run \"photokit undo \(before.changeToken.stringValue)\"."
        ]
    }

    /// Says what was done, and what a person may not expect.
    private func outcomeText(
        of changes: [PHPersistentChange],
        made: PHPersistentChange?,
        in library: PHPhotoLibrary
    ) throws -> String {
        guard let made else { return try nothingLeftText(of: changes, in: library) }
        let trashed = try made.facts().trashedAssets.count
        var sentences = ["Took this back."]
        if trashed > 0 {
            sentences.append(
                "\(Wording.count(trashed, of: "photo or video", plural: "photos and videos")) moved to Recently Deleted."
            )
        }
        if try bringsWords(changes) {
            sentences.append(
                "Files that came in stay with their photos: of sidecars also the titles, headlines and names."
            )
        }
        if tokens.isEmpty { sentences += try sentence(aboutImportsBefore: changes[0], in: library) }
        return sentences.joined(separator: " ")
    }

    /// Whether changes are imports that brought something to photos which the library had before.
    private func bringsWords(_ changes: [PHPersistentChange]) throws -> Bool {
        try changes.contains { change in
            guard change.kindOfWork == .import else { return false }
            let facts = try change.facts()
            return facts.objects.contains { object in
                object.kind == .updated && facts.updatedAssets.contains(object.localIdentifier)
                    && Set(object.valuesBefore.keys) != Self.namesOfStateAlone
            }
        }
    }

    /// The properties of a photo that became offline or came back; no file brought it anything.
    private static let namesOfStateAlone: Set<String> = ["modificationDate", "traits"]

    /// Names the other changes of the import of which a change was taken back, with the command that takes them back; empty if
    /// there are none.
    private func sentence(
        aboutImportsBefore change: PHPersistentChange,
        in library: PHPhotoLibrary
    ) throws -> [String] {
        let earlier = try importsBefore(change, in: library)
        guard let newest = earlier.first, let oldest = earlier.last else { return [] }
        let tokens = earlier.map(\.changeToken.stringValue).joined(separator: " ")
        let dates = Set([oldest, newest].map { Wording.formattedDate($0.date) }).sorted()
        let command = "\"photokit undo \(tokens)\"."
        guard earlier.count > 1 else {
            return [
                "The change before it, of \(dates[0]), is an import of the same folder, too, and may be another part of the same import. To take it back as well, run \(command)"
            ]
        }
        return [
            "The \(earlier.count) changes before it, of \(dates.joined(separator: " to ")), are imports of the same folder, too, and may be other parts of the same import. To take them back as well, run \(command)"
        ]
    }

    /// Returns the changes before an import that are imports of the same files, and so may be other parts of it; the newest first.
    ///
    /// Of an import that was made long before, which is another one, at most the newest change is returned.
    private func importsBefore(
        _ change: PHPersistentChange,
        in library: PHPhotoLibrary
    ) throws -> [PHPersistentChange] {
        guard change.kindOfWork == .import, let source = change.importSource else { return [] }
        var (found, last): ([PHPersistentChange], PHPersistentChange) = ([], change)
        while found.count < Self.mostImports,
            let before = try library.lastPersistentChange(of: [.edit, .import], before: last),
            before.kindOfWork == .import, before.importSource == source
        {
            let gap =
                last.date.flatMap { date in before.date.map { date.timeIntervalSince($0) } } ?? 0
            guard found.isEmpty || gap < Self.longestGap else { break }
            found.append(before)
            last = before
        }
        return found
    }

    /// The largest number of changes that are named.
    private static let mostImports = 20
    /// The seconds after which the next change is that of another import.
    private static let longestGap = 600.0

    /// Returns the changes to take back, in the order of the tokens.
    private func chosenChanges(in library: PHPhotoLibrary) throws -> [PHPersistentChange] {
        guard !tokens.isEmpty else {
            return [try library.lastPersistentChange(of: [.edit, .import])].compactMap(\.self)
        }
        return try tokens.compactMap { text in
            guard let token = PHPersistentChangeToken(string: text) else {
                throw CommandFailure(
                    .token,
                    "\"\(Table.printableText(text))\" is not a change token. Give a token that \"photokit changes --json\" printed."
                )
            }
            return try library.persistentChange(endingAt: token)
        }
    }

    /// Says why nothing was changed, with the first reason.
    private func conflictSentence(
        about conflicts: [UndoConflict],
        in library: PHPhotoLibrary
    ) -> String {
        let first = conflicts[0]
        let name = first.localIdentifier.map { self.shownName(of: $0, in: library) } ?? ""
        let reason =
            switch first.reason {
            case .notAnEdit: "It is no edit and no import, but the library's own work."
            case .purged: "It deleted \(name) for good."
            case .gone: "\(name) was deleted for good since."
            case .changed:
                Self.changedText(first.property ?? "state", of: name)
            case .contentsChanged: "The contents of \(name) were changed since."
            case .filesGone:
                "Files of \(name) came, went or changed with it. An undo does not remove files that came, and does not have those that went."
            case .wouldPurge:
                "The library keeps nothing in Recently Deleted, so \(name) would be deleted for good. Use \"photokit delete\"."
            case .tooLarge: "It is about more than 20,000 objects."
            }
        let rest =
            conflicts.count > 1
            ? " \(Wording.count(conflicts.count - 1, of: "further reason"))." : ""
        return "This cannot be taken back. \(reason)\(rest) Nothing was changed."
    }

    private static func changedText(_ property: String, of name: String) -> String {
        let verb = PropertyWords.isPlural(property) ? "were" : "was"
        return "The \(PropertyWords.propertyName(property)) of \(name) \(verb) changed since."
    }

    private func shownName(of identifier: String, in library: PHPhotoLibrary) -> String {
        let short = Wording.shortIdentifier(identifier)
        let assets = Lookup(library: library).assets(withIdentifiers: [identifier])
        if let asset = assets[identifier], let file = AssetDescription(asset).filename {
            return "\(Table.printableText(file)) (\(short))"
        }
        let album = PHAssetCollection.fetchAssetCollections(
            withLocalIdentifiers: [identifier],
            options: nil
        ).firstObject
        if let title = album?.localizedTitle {
            return "\"\(Table.printableText(title))\" (\(short))"
        }
        return short
    }
}
