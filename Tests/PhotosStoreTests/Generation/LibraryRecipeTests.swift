import Foundation
import LibraryGeneration
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Measurements of two days compare only what was measured over the same library.
@Suite(.permit) struct LibraryRecipeTests {
    private func recipe(seed: UInt64 = 1) -> LibraryRecipe {
        var recipe = LibraryRecipe(assets: 600, seed: seed)
        recipe.albums = 12
        recipe.folders = 3
        recipe.bigAlbums = [500]
        return recipe
    }

    private func history(_ recipe: LibraryRecipe) throws -> [LoggedChange] {
        let clock = TestClock()
        let library = try Library.inMemory(environment: recipe.environment(clock: clock))
        try recipe.fill(library, clock: clock)
        return try library.history.changes(after: 0, upTo: .max, limit: .max)
    }

    @Test func `the same seed gives the same history, another seed another`() throws {
        let first = try history(recipe()).map { try $0.body().encoded }
        #expect(try history(recipe()).map { try $0.body().encoded } == first)
        #expect(try history(recipe(seed: 2)).map { try $0.body().encoded } != first)
    }

    @Test func `the log ends with blocks that hold a known number of edits`() throws {
        let recipe = recipe()
        let changes = try history(recipe)
        for edits in [1, 100, 600] {
            let last = changes.suffix(recipe.blocks(holdingLast: edits))
            let counts = try last.map { try $0.body().objects.count }
            #expect(counts.reduce(0, +) == edits)
        }
    }

    @Test func `a shelf makes a library once for each recipe`() throws {
        let folder = try TemporaryFolder()
        let shelf = LibraryShelf(folder.url)
        let made = try shelf.library(recipe(), name: "small")
        #expect(made.isNew)
        #expect(try !shelf.library(recipe(), name: "small").isNew)
        #expect(try shelf.library(recipe(seed: 2), name: "small").isNew)
        let library = try Library.open(made.url, mode: .readOnly)
        let assets = try library.records.fetch(FetchPlan(.assets))
        #expect(assets.rows.count == 600)
    }
}
