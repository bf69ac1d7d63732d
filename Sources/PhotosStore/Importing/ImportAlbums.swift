import Foundation

/// The albums that an import fills besides those of its source: the one that was asked for, and that of duplicates.
final class ImportAlbums {
    private let library: Library
    private var identifiers: [String: UUID] = [:]
    /// Made by the block that is being committed.
    private var made: [String] = []
    private var duplicates: [UUID] = []

    init(_ library: Library) { self.library = library }

    func noteDuplicate(_ asset: UUID, _ options: ImportOptions) {
        if options.duplicates == .album { duplicates.append(asset) }
    }

    /// The requests that put a block's assets into albums, making those that are not there.
    func gather(_ assets: [UUID], _ options: ImportOptions) throws -> [Mutation] {
        var mutations: [Mutation] = []
        if let title = options.album, !assets.isEmpty {
            mutations += try append(assets, to: title)
        }
        if !duplicates.isEmpty {
            mutations += try append(duplicates, to: ImportOptions.duplicatesAlbum)
        }
        return mutations
    }

    /// The block is durable.
    func settle() {
        made = []
        duplicates = []
    }

    /// The block has failed, and its albums are not there.
    func forget() {
        for title in made { identifiers[title] = nil }
        made = []
    }

    private func append(_ assets: [UUID], to title: String) throws -> [Mutation] {
        var mutations: [Mutation] = []
        let album: UUID
        if let known = try identifiers[title] ?? library.album(titled: title) {
            album = known
        } else {
            album = library.environment.makeUUID()
            mutations.append(.createCollection(album, .album, title: title))
            made.append(title)
        }
        identifiers[title] = album
        var seen: Set<UUID> = []
        let members = assets.filter { seen.insert($0).inserted }
        let missing = try library.nonmembers(of: album, among: members)
        if !missing.isEmpty || !mutations.isEmpty {
            mutations.append(.editMembers(album: album, ListEdits(steps: [.append(missing)])))
        }
        return mutations
    }
}
