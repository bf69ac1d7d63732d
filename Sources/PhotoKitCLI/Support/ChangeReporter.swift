import Foundation
import OpenPhotoKit

/// Prints changes of the history, as text or as JSON.
struct ChangeReporter {
    let json: Bool
    let library: PHPhotoLibrary

    func show(_ change: PHPersistentChange) throws {
        let facts = try change.facts()
        if json { showJSON(change, facts) } else { showText(change, facts) }
    }

    func conclude(_ token: PHPersistentChangeToken) {
        if json {
            Output.shared.line(.object([("event", "end"), ("token", JSON(token.stringValue))]))
        } else {
            Output.shared.line("token  \(token.stringValue)")
        }
    }

    // MARK: JSON

    private func showJSON(_ change: PHPersistentChange, _ facts: ChangeFacts) {
        Output.shared.line(
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
                ("memberships", .list(facts.memberships.map(Self.membership))),
                ("objects", .list(facts.objects.map(Self.object))),
            ])
        )
    }

    private static func membership(_ change: MembershipChange) -> JSON {
        .object([
            ("album", JSON(change.album)), ("entered", JSON(change.entered)),
            ("left", JSON(change.left)),
            ("moved", JSON(change.moved)),
        ])
    }

    private static func object(_ object: ObjectFacts) -> JSON {
        let values = object.valuesBefore.sorted { $0.key < $1.key }.map {
            ($0.key, JSON($0.value))
        }
        return .object([
            ("identifier", JSON(object.localIdentifier)), ("kind", JSON(object.kind.rawValue)),
            ("contentsChanged", JSON(object.contentsChanged)), ("before", .object(values)),
        ])
    }

    // MARK: Text

    private func showText(_ change: PHPersistentChange, _ facts: ChangeFacts) {
        let source = change.importSource.map { " from " + Table.printable($0.path) } ?? ""
        Output.shared.line(
            "\(Wording.moment(change.date))  \(change.kindOfWork?.rawValue ?? "?")\(source) by \(Table.printable(change.author ?? "?"))"
        )
        let lines = lines(of: facts, names(in: facts))
        for line in lines { Output.shared.sentence("  " + Table.printable(line)) }
        if lines.isEmpty { Output.shared.line("  (no photo, album or folder changed)") }
    }

    /// The titles of albums and folders, and the names of files of photos, by identifier.
    private func names(in facts: ChangeFacts) -> [String: String] {
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

    private func lines(of facts: ChangeFacts, _ names: [String: String]) -> [String] {
        var lines: [String] = []
        for (verb, rest, identifiers) in [
            ("added", "", facts.insertedAssets),
            ("deleted", "(to Recently Deleted)", facts.trashedAssets),
            ("restored", "", facts.restoredAssets), ("purged", "(for good)", facts.purgedAssets),
        ] {
            for identifier in identifiers.sorted() {
                lines.append(Self.line(verb, identifier, names, rest))
            }
        }
        lines += facts.objects.compactMap { line(of: $0, names) }
        for membership in facts.memberships {
            let album = names[membership.album] ?? Wording.short(membership.album)
            for (verb, assets) in [
                ("entered", membership.entered), ("left", membership.left),
                ("moved", membership.moved),
            ] {
                for asset in assets {
                    lines.append(Self.line(verb, asset, names, "in album \(album)"))
                }
            }
        }
        return lines
    }

    private func line(of object: ObjectFacts, _ names: [String: String]) -> String? {
        let isAsset = object.localIdentifier.hasSuffix("/L0/001")
        let noun = object.localIdentifier.hasSuffix("/L0/020") ? "folder" : "album"
        switch object.kind {
        case .inserted:
            return isAsset ? nil : Self.line("created", object.localIdentifier, names, noun)
        case .deleted:
            let title = object.valuesBefore["title"].map { " " + $0.words } ?? ""
            return isAsset
                ? nil : Self.line("deleted", object.localIdentifier, names, noun + title)
        case .updated:
            // Deleted and restored assets were reported above, and the modification date changes with everything.
            let changed = object.valuesBefore.keys.filter {
                !["trashedDate", "modificationDate"].contains($0)
            }.sorted { PropertyWords.name($0) < PropertyWords.name($1) }
            guard !changed.isEmpty else { return nil }
            let list = changed.map { name in
                PropertyWords.name(name) + Self.before(object.valuesBefore[name], name)
            }.joined(separator: ", ")
            return Self.line(
                "updated",
                object.localIdentifier,
                names,
                isAsset ? list : "\(noun): \(list)"
            )
        }
    }

    private static func line(
        _ verb: String,
        _ identifier: String,
        _ names: [String: String],
        _ rest: String
    ) -> String {
        let padded = verb.padding(toLength: 9, withPad: " ", startingAt: 0)
        return ([padded + " " + Wording.short(identifier), names[identifier] ?? "", rest])
            .filter { !$0.isEmpty }.joined(separator: "  ")
    }

    /// Returns the value that a property had before a change, in brackets.
    private static func before(_ value: PropertyValue?, _ property: String) -> String {
        switch value {
        case nil, .position: ""
        // The number of a version says nothing to a person.
        case .some where property == "contentVersion": ""
        case .text(let text) where text.hasSuffix("/L0/020"):
            " (before: \(Wording.short(text)))"
        case .date(let date): " (before: \(Wording.moment(date)))"
        case .some(let value): " (before: \(PropertyWords.value(value, of: property)))"
        }
    }
}
