import OpenPhotoKit

/// Finds objects by text that people type: identifiers, their beginnings, titles and file names.
struct Lookup {
    let library: PHPhotoLibrary

    // MARK: Albums and folders

    /// Returns an album or smart album, by title or identifier.
    ///
    /// A title of another case counts if no title is exactly the same.
    func album(named name: String) throws -> PHAssetCollection {
        let all = [PHAssetCollectionType.album, .smartAlbum].map { type in
            let found = PHAssetCollection.fetchAssetCollections(
                with: type,
                subtype: .any,
                options: nil
            )
            return found.objects(at: IndexSet(0..<found.count))
        }
        for isSame in Self.comparisons {
            for albums in all {
                let titled = albums.filter { isSame($0.localizedTitle ?? "", name) }
                if let album = try singleMatch(in: titled, name: name, plural: "albums") {
                    return album
                }
            }
        }
        let identifier = try uniqueIdentifier(
            beginningWith: name,
            type: .assetCollection,
            noun: "album",
            listing: "photokit albums"
        )
        let found = PHAssetCollection.fetchAssetCollections(
            withLocalIdentifiers: [identifier],
            options: nil
        )
        guard let album = found.firstObject else {
            throw unknownName(name, noun: "album", listing: "photokit albums")
        }
        return album
    }

    /// Returns an album whose content can be changed.
    func userAlbum(named name: String) throws -> PHAssetCollection {
        let album = try album(named: name)
        guard album.assetCollectionType == .album else {
            throw CommandFailure(
                .usage,
                "\"\(name)\" is a smart album, whose contents cannot be changed. Name another album."
            )
        }
        return album
    }

    /// Returns an album or a smart album that can be renamed and deleted.
    func ownAlbum(named name: String) throws -> PHAssetCollection {
        let album = try album(named: name)
        guard album.canPerform(.rename) else {
            throw CommandFailure(
                .usage,
                "\"\(name)\" is a smart album that every library has. It cannot be renamed or deleted."
            )
        }
        return album
    }

    /// Returns a folder, by title or identifier; `/` is the top level.
    func folder(named name: String) throws -> PHCollectionList? {
        if name == "/" { return nil }
        let all = PHCollectionList.fetchCollectionLists(with: .folder, subtype: .any, options: nil)
        let folders = all.objects(at: IndexSet(0..<all.count))
        for isSame in Self.comparisons {
            let titled = folders.filter { isSame($0.localizedTitle ?? "", name) }
            if let folder = try singleMatch(in: titled, name: name, plural: "folders") {
                return folder
            }
        }
        let identifier = try uniqueIdentifier(
            beginningWith: name,
            type: .collectionList,
            noun: "folder",
            listing: "photokit albums"
        )
        let found = PHCollectionList.fetchCollectionLists(
            withLocalIdentifiers: [identifier],
            options: nil
        )
        guard let folder = found.firstObject else {
            throw unknownName(name, noun: "folder", listing: "photokit albums")
        }
        return folder
    }

    /// Returns an album or a folder that can be put into a folder.
    func childCollection(named name: String) throws -> PHCollection {
        guard name != "/" else {
            throw CommandFailure(
                .usage,
                "The top level cannot be put into a folder. Name an album or a folder."
            )
        }
        if let folder = try? folder(named: name) { return folder }
        if let album = try? ownAlbum(named: name) { return album }
        throw CommandFailure(
            .usage,
            "\"\(name)\" names no album or folder, or several. \"photokit albums\" lists all albums and folders."
        )
    }

    // MARK: Names

    /// How titles are compared, the stricter way first.
    private static let comparisons: [@Sendable (String, String) -> Bool] = [
        { $0 == $1 }, { $0.compare($1, options: .caseInsensitive) == .orderedSame },
    ]

    private func singleMatch<Object: PHObject>(
        in found: [Object],
        name: String,
        plural: String
    ) throws -> Object? {
        guard found.count > 1 else { return found.first }
        let list = found.map { Wording.shortIdentifier($0.localIdentifier) }.joined(separator: ", ")
        throw CommandFailure(
            .usage,
            "\(found.count) \(plural) are called \"\(name)\". Name one by its identifier: \(list)."
        )
    }

    private func uniqueIdentifier(
        beginningWith name: String,
        type: PHObjectType,
        noun: String,
        listing: String
    ) throws -> String {
        let found = try library.localIdentifiers(beginningWith: name, of: type)
        guard let first = found.first else { throw unknownName(name, noun: noun, listing: listing) }
        guard found.count == 1 else {
            throw CommandFailure(
                .usage,
                "Several identifiers begin with \"\(name)\". Write more characters of the identifier."
            )
        }
        return first
    }

    private func unknownName(_ name: String, noun: String, listing: String) -> CommandFailure {
        CommandFailure(
            .usage,
            "There is no \(noun) \"\(name)\". \"\(listing)\" lists the existing ones."
        )
    }
}
