import OpenPhotoKit

/// Prints changes of the history, as text or as JSON.
struct ChangeReporter {
    let json: Bool

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
        for (verb, identifiers) in [
            ("inserted", facts.insertedAssets), ("trashed", facts.trashedAssets),
            ("restored", facts.restoredAssets), ("purged", facts.purgedAssets),
        ] {
            for identifier in identifiers.sorted() { line(verb, identifier) }
        }
        for object in facts.objects { show(object, facts) }
        for membership in facts.memberships {
            for (verb, assets) in [
                ("entered", membership.entered), ("left", membership.left),
                ("moved", membership.moved),
            ] {
                for asset in assets {
                    line(verb, asset, "in album \(Wording.short(membership.album))")
                }
            }
        }
    }

    private func show(_ object: ObjectFacts, _ facts: ChangeFacts) {
        let isAsset = object.localIdentifier.hasSuffix("/L0/001")
        let noun = object.localIdentifier.hasSuffix("/L0/020") ? "folder" : "album"
        let title: PropertyValue? = object.valuesBefore["title"]
        switch object.kind {
        case .inserted:
            if !isAsset { line("created", object.localIdentifier, noun) }
        case .deleted:
            if !isAsset { line("deleted", object.localIdentifier, noun + Self.was(title)) }
        case .updated:
            // Trashed and restored assets were reported above, and the modification date changes with everything.
            let names = object.valuesBefore.keys.filter {
                !["trashedDate", "modificationDate"].contains($0)
            }.sorted()
            guard !names.isEmpty else { return }
            let list = names.map { name in
                PropertyWords.name(name) + Self.was(object.valuesBefore[name], name)
            }.joined(separator: ", ")
            line("updated", object.localIdentifier, isAsset ? list : "\(noun): \(list)")
        }
    }

    private func line(_ verb: String, _ identifier: String, _ rest: String = "") {
        let padded = verb.padding(toLength: 9, withPad: " ", startingAt: 0)
        Output.shared.line(
            "  \(padded) \(Wording.short(identifier))\(rest.isEmpty ? "" : "  " + Table.printable(rest))"
        )
    }

    private static func was(_ value: PropertyValue?, _ property: String = "") -> String {
        switch value {
        case nil, .position: ""
        case .some(.none): " (was not set)"
        case .flag(let flag): " (was \(flag ? "yes" : "no"))"
        case .integer(let number):
            " (was \(PropertyWords.value(.integer(number), of: property)))"
        case .number(let number): " (was \(number))"
        case .text(let text) where text.hasSuffix("/L0/020"): " (was \(Wording.short(text)))"
        case .text(let text): " (was \"\(text)\")"
        case .texts(let texts): " (was \(texts.joined(separator: ", ")))"
        case .date(let date): " (was \(Wording.moment(date)))"
        }
    }
}
