package import Foundation

/// Decides whether an album of the library is that of a catalog which has its title, and which no identifier connects with it.
///
/// Both have come from one source in two ways: once as an export of this software, and once as that of the other program. Two
/// albums of one title may also differ, so this needs the same photos.
package struct AlbumLikeness: Hashable, Sendable {
    /// The number of photos that the catalog's album has.
    package var catalogCount: Int
    /// Those of them that the library had before.
    package var known: Set<UUID>
    /// The number of photos in the library's album.
    package var albumCount: Int
    /// The known photos that are not in it.
    package var missing: Set<UUID>
    /// Those of the missing ones that a person took out of it.
    package var takenOut: Set<UUID>

    package init(
        catalogCount: Int,
        known: Set<UUID>,
        albumCount: Int,
        missing: Set<UUID>,
        takenOut: Set<UUID>
    ) {
        self.catalogCount = catalogCount
        self.known = known
        self.albumCount = albumCount
        self.missing = missing
        self.takenOut = takenOut
    }

    /// Whether the albums are the same one: the library's has all known photos, and these are most photos of both.
    package var isSame: Bool {
        let shared = known.subtracting(missing).count
        return shared > 0 && missing.isSubset(of: takenOut) && 2 * shared > albumCount
            && 2 * known.count > catalogCount
    }
}
