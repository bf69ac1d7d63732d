import Foundation

/// What an asset's user sees of it.
package struct AssetFacts: Hashable, Sendable {
    package var isFavorite = false
    package var isHidden = false
    package var rating = 0
    package var caption: String?
    package var creationDate: Double?
    package var latitude: Double?
    package var longitude: Double?
    package var keywords: [String] = []
    package var pixelWidth = 0
    package var pixelHeight = 0
    package var addedDate: Double?
    package var modificationDate: Double?
}

/// What an album's or folder's user sees of it itself.
package struct CollectionFacts: Hashable, Sendable {
    package var title: String?
    package var modificationDate: Double?
}

/// A plain library in memory: arrays and dictionaries, and the rules of the API in a few lines.
///
/// It knows nothing of rows, logs or positions; what it has in common with the engine is the meaning of requests.
package struct ModelLibrary: Sendable {
    package struct Asset: Hashable, Sendable {
        package var facts: AssetFacts
        package var trashedDate: Double?
        /// Counts the assets ever made: equal sort keys are decided by it.
        package var number: Int
    }

    package struct Collection: Hashable, Sendable {
        package var facts: CollectionFacts
        package var isFolder: Bool
        /// The empty name stands for the top level.
        package var parent: String
        package var number: Int
    }

    /// Why a block is refused, all of it.
    package struct Refusal: Error {
        package let reason: String
    }

    package private(set) var assets: [String: Asset] = [:]
    package private(set) var collections: [String: Collection] = [:]
    /// The assets of each album in order, those in Recently Deleted included.
    package private(set) var members: [String: [String]] = [:]
    /// What is in each folder in order.
    package private(set) var children: [String: [String]] = ["": []]
    private var counter = 0

    package init() {}

    package func isVisible(_ asset: String) -> Bool {
        assets[asset].map { $0.trashedDate == nil } ?? false
    }

    /// The assets of an album that are not in Recently Deleted.
    package func visibleMembers(_ album: String) -> [String] {
        (members[album] ?? []).filter(isVisible)
    }

    /// Applies a block: objects are made first, then everything else happens in its order.
    ///
    /// - Parameters:
    ///   - steps: the requests in their order.
    ///   - made: the identifiers of what the block makes.
    ///   - now: the time, in seconds since the reference date.
    /// - Throws: ``Refusal``; the model is of no use then, so apply to a copy.
    package mutating func apply(_ steps: [ExerciseStep], made: [Int: String], now: Double) throws {
        let (before, named) = (assets, collections)
        for step in steps { try create(step, made, now) }
        for step in steps { try edit(step, made, now) }
        // An asset that the block restores and deletes again never left Recently Deleted.
        for (name, asset) in assets where asset.trashedDate != nil {
            if let date = before[name]?.trashedDate { assets[name]?.trashedDate = date }
        }
        for (name, asset) in assets {
            guard let old = before[name], old != asset else { continue }
            assets[name]?.facts.modificationDate = now
        }
        for (name, collection) in collections {
            guard let old = named[name], old.facts.title != collection.facts.title else { continue }
            collections[name]?.facts.modificationDate = now
        }
    }

    private mutating func create(_ step: ExerciseStep, _ made: [Int: String], _ now: Double) throws
    {
        switch step {
        case .createAsset(let new, let width, let height, let edits):
            var facts = AssetFacts()
            facts.pixelWidth = width
            facts.pixelHeight = height
            facts.creationDate = now
            facts.addedDate = now
            facts.modificationDate = now
            facts.apply(edits)
            counter += 1
            assets[try name(.new(new), made)] = Asset(facts: facts, number: counter)
        case .createAlbum(let new, let title, _): try add(new, title, isFolder: false, made, now)
        case .createFolder(let new, let title, _): try add(new, title, isFolder: true, made, now)
        default: break
        }
    }

    private mutating func add(
        _ new: Int,
        _ title: String,
        isFolder: Bool,
        _ made: [Int: String],
        _ now: Double
    ) throws {
        let identifier = try name(.new(new), made)
        counter += 1
        collections[identifier] = Collection(
            facts: CollectionFacts(title: title, modificationDate: now),
            isFolder: isFolder,
            parent: "",
            number: counter
        )
        children["", default: []].append(identifier)
        if isFolder { children[identifier] = [] } else { members[identifier] = [] }
    }

    private mutating func edit(_ step: ExerciseStep, _ made: [Int: String], _ now: Double) throws {
        switch step {
        case .createAsset: break
        case .editAsset(let name, let edits):
            guard isVisible(name) else { throw Refusal(reason: "asset is gone") }
            assets[name]?.facts.apply(edits)
        case .deleteAssets(let list):
            for name in list where isVisible(name) { assets[name]?.trashedDate = now }
        case .restoreAssets(let list):
            for name in list { assets[name]?.trashedDate = nil }
        case .purgeAssets(let list):
            for name in list {
                assets[name] = nil
                for album in members.keys { members[album]?.removeAll { $0 == name } }
            }
        case .createAlbum(let new, _, let names):
            if !names.isEmpty {
                try editMembers(try name(.new(new), made), nil, [.append(names)], made)
            }
        case .renameAlbum(let name, let title), .renameFolder(let name, let title):
            guard collections[name] != nil else { throw Refusal(reason: "collection is gone") }
            collections[name]?.facts.title = title
        case .deleteAlbums(let list), .deleteFolders(let list):
            for name in list { delete(name) }
        case .editMembers(let album, let seen, let edits):
            try editMembers(album, seen, edits, made)
        case .createFolder(let new, _, let names):
            if !names.isEmpty {
                try editChildren(try name(.new(new), made), nil, [.append(names)], made)
            }
        case .editChildren(let folder, let seen, let edits):
            try editChildren(folder ?? "", seen, edits, made)
        }
    }

    private mutating func delete(_ name: String) {
        guard let collection = collections[name] else { return }
        for child in children[name] ?? [] { delete(child) }
        children[collection.parent]?.removeAll { $0 == name }
        collections[name] = nil
        members[name] = nil
        children[name] = nil
    }

    private mutating func editMembers(
        _ album: String,
        _ seen: SeenList?,
        _ edits: [ArrangementEdit],
        _ made: [Int: String]
    ) throws {
        guard let list = members[album] else { throw Refusal(reason: "album is gone") }
        var arrangement = ModelArrangement(list, seen: seen?.identifiers ?? visibleMembers(album))
        for edit in edits {
            try arrangement.apply(edit) { names in
                let added = try names.map { try name($0, made) }
                guard added.allSatisfy(isVisible) else { throw Refusal(reason: "asset is gone") }
                return added
            }
        }
        members[album] = arrangement.list
    }

    private mutating func editChildren(
        _ folder: String,
        _ seen: SeenList?,
        _ edits: [ArrangementEdit],
        _ made: [Int: String]
    ) throws {
        guard let list = children[folder] else { throw Refusal(reason: "folder is gone") }
        var arrangement = ModelArrangement(list, seen: seen?.identifiers ?? list)
        for edit in edits {
            try arrangement.apply(edit) { names in
                let added = try names.map { try name($0, made) }
                for child in added where collections[child] == nil || isAbove(child, folder) {
                    throw Refusal(reason: "\(child) is gone, or the folder is inside it")
                }
                return added
            }
        }
        let out = list.filter { !arrangement.list.contains($0) }
        guard folder != "" || arrangement.removals.isEmpty else {
            throw Refusal(reason: "nowhere to go")
        }
        for child in arrangement.list where !list.contains(child) {
            if let parent = collections[child]?.parent {
                children[parent]?.removeAll { $0 == child }
            }
            collections[child]?.parent = folder
        }
        children[folder] = arrangement.list
        for child in arrangement.removals where out.contains(child) {
            collections[child]?.parent = ""
            children["", default: []].append(child)
        }
    }

    /// Whether a folder is another one or contains it, at any depth.
    private func isAbove(_ folder: String, _ other: String) -> Bool {
        var next = other
        while next != "" {
            if next == folder { return true }
            next = collections[next]?.parent ?? ""
        }
        return false
    }

    private func name(_ name: ObjectName, _ made: [Int: String]) throws -> String {
        switch name {
        case .known(let identifier): return identifier
        case .new(let number):
            guard let identifier = made[number] else { throw Refusal(reason: "never made") }
            return identifier
        }
    }
}

extension AssetFacts {
    package mutating func apply(_ edits: [PropertyEdit]) {
        for edit in edits {
            switch edit {
            case .favorite(let value): isFavorite = value
            case .hidden(let value): isHidden = value
            case .rating(let value): rating = value
            case .caption(let value): caption = value.flatMap { $0.isEmpty ? nil : $0 }
            case .creationDate(let value): creationDate = value
            case .place(let north, let east): (latitude, longitude) = (north, east)
            case .noPlace: (latitude, longitude) = (nil, nil)
            case .addKeyword(let word): if !keywords.contains(word) { keywords.append(word) }
            case .removeKeyword(let word): keywords.removeAll { $0 == word }
            }
        }
    }
}
