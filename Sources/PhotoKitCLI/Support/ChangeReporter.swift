import Foundation
import OpenPhotoKit

/// Prints changes of the history, as text or as JSON.
struct ChangeReporter {
    let json: Bool
    let library: PHPhotoLibrary

    func showChange(_ change: PHPersistentChange) throws {
        let facts = try change.facts()
        if json { showJSON(of: change, facts: facts) } else { showText(of: change, facts: facts) }
    }

    func showToken(_ token: PHPersistentChangeToken) {
        if json {
            Output.shared.writeLine(
                .object([("event", "end"), ("token", JSON(token.stringValue))])
            )
        } else {
            Output.shared.writeLine("token  \(token.stringValue)")
        }
    }

    // MARK: JSON

    private func showJSON(of change: PHPersistentChange, facts: ChangeFacts) {
        Output.shared.writeLine(
            .object([
                ("event", "change"), ("token", JSON(change.changeToken.stringValue)),
                ("date", JSON(change.date)), ("author", JSON(change.author)),
                ("work", JSON(change.kindOfWork?.rawValue)),
                ("source", JSON(change.importSource?.path)),
                ("inserted", JSON(facts.insertedAssets.sorted())),
                ("updated", JSON(facts.updatedAssets.sorted())),
                ("trashed", JSON(facts.trashedAssets.sorted())),
                ("restored", JSON(facts.restoredAssets.sorted())),
                ("purged", JSON(facts.purgedAssets.sorted())),
                ("memberships", .list(facts.memberships.map(Self.membershipJSON))),
                ("objects", .list(facts.objects.map(Self.objectJSON))),
            ])
        )
    }

    private static func membershipJSON(_ change: MembershipChange) -> JSON {
        .object([
            ("album", JSON(change.album)), ("entered", JSON(change.entered)),
            ("left", JSON(change.left)),
            ("moved", JSON(change.moved)),
        ])
    }

    private static func objectJSON(_ object: ObjectFacts) -> JSON {
        let values = object.valuesBefore.sorted { $0.key < $1.key }.map {
            ($0.key, JSON($0.value))
        }
        return .object([
            ("identifier", JSON(object.localIdentifier)), ("kind", JSON(object.kind.rawValue)),
            ("contentsChanged", JSON(object.contentsChanged)), ("before", .object(values)),
        ])
    }

    // MARK: Text

    private func showText(of change: PHPersistentChange, facts: ChangeFacts) {
        let source = change.importSource.map { " from " + Table.printableText($0.path) } ?? ""
        Output.shared.writeLine(
            "\(Wording.formattedDate(change.date))  \(change.kindOfWork?.rawValue ?? "?")\(source) by \(Table.printableText(change.author ?? "?"))"
        )
        let lines = changeLines(of: facts, names: shownNames(in: facts))
        for line in lines { Output.shared.writeSentence("  " + Table.printableText(line)) }
        if lines.isEmpty { Output.shared.writeLine("  (no photo, album or folder changed)") }
    }

    /// The titles of albums and folders, and the names of files of photos, by identifier.
    private func shownNames(in facts: ChangeFacts) -> [String: String] {
        var photos = Set(facts.insertedAssets).union(facts.trashedAssets)
        photos.formUnion(facts.restoredAssets)
        var titled = Set(facts.memberships.map(\.album))
        for membership in facts.memberships {
            photos.formUnion(membership.entered + membership.left + membership.moved)
        }
        for identifier in facts.objects.map(\.localIdentifier) {
            if identifier.hasSuffix("/L0/001") { photos.insert(identifier) }
            if identifier.hasSuffix("/L0/040") { titled.insert(identifier) }
        }
        let assets = Lookup(library: library).assets(withIdentifiers: Array(photos))
        let albums = PHAssetCollection.fetchAssetCollections(
            withLocalIdentifiers: Array(titled),
            options: nil
        )
        var names = assets.compactMapValues { AssetDescription($0).filename }
        for album in albums.objects(at: IndexSet(0..<albums.count)) {
            names[album.localIdentifier] = album.localizedTitle.map { "\"\($0)\"" }
        }
        return names
    }

    private func changeLines(of facts: ChangeFacts, names: [String: String]) -> [String] {
        var lines: [String] = []
        for (verb, rest, identifiers) in [
            ("added", "", facts.insertedAssets),
            ("deleted", "(to Recently Deleted)", facts.trashedAssets),
            ("restored", "", facts.restoredAssets), ("purged", "(for good)", facts.purgedAssets),
        ] {
            for identifier in identifiers.sorted() {
                lines.append(Self.changeLine(verb, of: identifier, names: names, rest: rest))
            }
        }
        lines += facts.objects.compactMap { objectLine(of: $0, names: names) }
        for membership in facts.memberships {
            let album = names[membership.album] ?? Wording.shortIdentifier(membership.album)
            for (verb, assets) in [
                ("entered", membership.entered), ("left", membership.left),
                ("moved", membership.moved),
            ] {
                for asset in assets {
                    lines.append(
                        Self.changeLine(verb, of: asset, names: names, rest: "in album \(album)")
                    )
                }
            }
        }
        return lines
    }

    private func objectLine(of object: ObjectFacts, names: [String: String]) -> String? {
        let isAsset = object.localIdentifier.hasSuffix("/L0/001")
        let noun = object.localIdentifier.hasSuffix("/L0/020") ? "folder" : "album"
        switch object.kind {
        case .inserted:
            return isAsset
                ? nil
                : Self.changeLine("created", of: object.localIdentifier, names: names, rest: noun)
        case .deleted:
            let title = object.valuesBefore["title"].map { " " + $0.words } ?? ""
            return isAsset
                ? nil
                : Self.changeLine(
                    "deleted",
                    of: object.localIdentifier,
                    names: names,
                    rest: noun + title
                )
        case .updated:
            // Deleted and restored assets were reported above, and the modification date changes with everything.
            let changed = object.valuesBefore.keys.filter {
                !["trashedDate", "modificationDate"].contains($0)
            }.sorted { PropertyWords.propertyName($0) < PropertyWords.propertyName($1) }
            guard !changed.isEmpty else { return nil }
            let list = changed.map { name in
                PropertyWords.propertyName(name)
                    + Self.earlierValue(object.valuesBefore[name], of: name)
            }.joined(separator: ", ")
            return Self.changeLine(
                "updated",
                of: object.localIdentifier,
                names: names,
                rest: isAsset ? list : "\(noun): \(list)"
            )
        }
    }

    private static func changeLine(
        _ verb: String,
        of identifier: String,
        names: [String: String],
        rest: String
    ) -> String {
        let padded = verb.padding(toLength: 9, withPad: " ", startingAt: 0)
        return
            ([padded + " " + Wording.shortIdentifier(identifier), names[identifier] ?? "", rest])
            .filter { !$0.isEmpty }.joined(separator: "  ")
    }

    /// Returns the value that a property had before a change, in brackets.
    private static func earlierValue(_ value: PropertyValue?, of property: String) -> String {
        switch value {
        case nil, .position: ""
        // The number of a version says nothing to a person.
        case .some where property == "contentVersion": ""
        case .text(let text) where text.hasSuffix("/L0/020"):
            " (before: \(Wording.shortIdentifier(text)))"
        case .date(let date): " (before: \(Wording.formattedDate(date)))"
        case .some(let value): " (before: \(PropertyWords.valueText(value, of: property)))"
        }
    }
}
