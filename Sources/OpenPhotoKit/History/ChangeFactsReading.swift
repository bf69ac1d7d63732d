import Foundation
import PhotosStore

/// Translates a logged change to the public types.
///
/// Reading the names of all objects in the change takes two SQL statements.
struct ChangeFactsReading {
    private let body: ChangeBody
    private let sequence: Int64
    private let store: Library
    private let assets: [Int64: LocalIdentifier]
    private let collections: [Int64: LocalIdentifier]

    init(_ change: LoggedChange, _ store: Library) throws {
        body = try change.body()
        sequence = change.position.sequence
        self.store = store
        var assetRows: Set<Int64> = []
        var collectionRows: Set<Int64> = []
        for object in body.objects {
            switch object.id.entity {
            case .asset: assetRows.insert(object.id.rowID)
            case .collection:
                collectionRows.insert(object.id.rowID)
                if let parent = Self.parentBefore(object) { collectionRows.insert(parent) }
            }
        }
        for member in body.members {
            assetRows.insert(member.assetID)
            collectionRows.insert(member.albumID)
        }
        assets = try store.history.identifiers(assetRows, in: .asset)
        collections = try store.history.identifiers(collectionRows, in: .collection)
    }

    func facts() throws -> ChangeFacts {
        var facts = ChangeFacts()
        for object in body.objects {
            let name = try name(of: object.id)
            switch object.id.entity {
            case .asset:
                try sort(object, name, into: &facts)
                facts.objects.append(assetFacts(object, name))
            case .collection:
                facts.objects.append(collectionFacts(object, name))
            }
        }
        facts.memberships = try memberships()
        return facts
    }

    private func name(of id: ObjectID) throws -> String {
        let known = id.entity == .asset ? assets[id.rowID] : collections[id.rowID]
        guard let known else {
            throw StoreError(
                .detailsUnavailable,
                "The name of a changed object is not known any more."
            )
        }
        return known.description
    }

    // MARK: Assets

    private func sort(_ object: ObjectChange, _ name: String, into facts: inout ChangeFacts) throws
    {
        switch object.kind {
        case .inserted:
            facts.insertedAssets.insert(name)
            if Self.valueBefore(.trashedDate, object) != nil { facts.trashedAssets.insert(name) }
        case .deleted: facts.purgedAssets.insert(name)
        case .updated:
            let mask = AssetFieldMask(rawValue: object.mask)
            if let before = Self.valueBefore(.trashedDate, object) {
                if before == .null {
                    facts.trashedAssets.insert(name)
                } else if try isOutOfTrash(object.id.rowID) {
                    facts.restoredAssets.insert(name)
                }
            }
            var others = mask
            others.remove(AssetFieldMask([.trashedDate, .modificationDate]))
            if !others.isEmpty { facts.updatedAssets.insert(name) }
        }
    }

    // Logs of earlier versions contain only a new date if a block restored an asset and deleted it again.
    private func isOutOfTrash(_ row: Int64) throws -> Bool {
        try store.history.assetChange(row, from: sequence - 1, to: sequence)?.after?.trashedDate
            == nil
    }

    private static func valueBefore(_ field: AssetField, _ object: ObjectChange) -> FieldValue? {
        let fields = AssetFieldMask(rawValue: object.fieldBits).fields
        return zip(fields, object.before).first { $0.0 == field }?.1
    }

    private func assetFacts(_ object: ObjectChange, _ name: String) -> ObjectFacts {
        let fields = AssetFieldMask(rawValue: object.fieldBits).fields
        var values: [String: PropertyValue] = [:]
        for (field, value) in zip(fields, object.before) where field != .uuid {
            values["\(field)"] = PropertyValue(value, of: field)
        }
        return ObjectFacts(
            localIdentifier: name,
            kind: ObjectFacts.Kind(object.kind),
            valuesBefore: values,
            contentsChanged: false
        )
    }

    // MARK: Collections

    private func collectionFacts(_ object: ObjectChange, _ name: String) -> ObjectFacts {
        let fields = CollectionFieldMask(rawValue: object.fieldBits).fields
        var values: [String: PropertyValue] = [:]
        for (field, value) in zip(fields, object.before) where field != .uuid {
            if field == .parent {
                let parent = value.integer.flatMap { collections[$0] }
                values["parent"] = parent.map { .text($0.description) } ?? PropertyValue.none
            } else {
                values["\(field)"] = PropertyValue(value, of: field)
            }
        }
        return ObjectFacts(
            localIdentifier: name,
            kind: ObjectFacts.Kind(object.kind),
            valuesBefore: values,
            contentsChanged: object.contentsChanged
        )
    }

    private static func parentBefore(_ object: ObjectChange) -> Int64? {
        let fields = CollectionFieldMask(rawValue: object.fieldBits).fields
        return zip(fields, object.before).first { $0.0 == .parent }?.1.integer
    }

    private func memberships() throws -> [MembershipChange] {
        var albums: [Int64: MembershipChange] = [:]
        for member in body.members {
            let album = try name(of: ObjectID(.collection, member.albumID))
            let asset = try name(of: ObjectID(.asset, member.assetID))
            var change = albums[member.albumID] ?? MembershipChange(album: album)
            switch member.kind {
            case .entered: change.entered.append(asset)
            case .left: change.left.append(asset)
            case .moved: change.moved.append(asset)
            }
            albums[member.albumID] = change
        }
        return albums.sorted { $0.key < $1.key }.map(\.value)
    }
}

extension ObjectFacts.Kind {
    fileprivate init(_ kind: ObjectChange.Kind) {
        self =
            switch kind {
            case .inserted: .inserted
            case .updated: .updated
            case .deleted: .deleted
            }
    }
}
