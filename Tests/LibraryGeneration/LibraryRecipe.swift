/// What a generated library is made of: the same recipe gives the same rows.
package struct LibraryRecipe: Codable, Hashable, Sendable {
    package var assets: Int
    package var seed: UInt64
    package var albums: Int = 2_000
    package var folders: Int = 50
    /// Albums of these sizes stand among the others, where there are as many assets.
    package var bigAlbums: [Int] = [10_000, 100_000]
    /// Logged edits of assets, behind the import.
    package var edits: Int
    /// Raised whenever the generator makes other rows of the same recipe.
    package var generator: Int = 1

    package init(assets: Int, seed: UInt64 = 1) {
        self.assets = assets
        self.seed = seed
        edits = assets
    }

    /// The title that tells an album of a certain size from the small ones.
    package static func title(ofAlbumWith members: Int) -> String { "Album of \(members)" }
}
