import Foundation
import PhotosStore

/// The albums that an import fills besides those of its source: the requested album, and the album of
/// duplicates.
final class ImportAlbums {
    private let library: Library
    private var identifiers: [String: UUID] = [:]
    /// The albums that the present block creates.
    private var made: [String] = []
    private var duplicates: [UUID] = []

    init(_ library: Library) { self.library = library }

    func noteDuplicate(_ asset: UUID, _ options: ImportOptions) {
        if options.duplicates == .album { duplicates.append(asset) }
    }

    /// Returns the mutations that add a block's assets to albums.
    ///
    /// Missing albums are created.
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

    /// Clears the state after the block has been committed.
    func settle() {
        made = []
        duplicates = []
    }

    /// Forgets the albums of a block that failed, because they do not exist.
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
