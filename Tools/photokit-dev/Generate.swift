import ArgumentParser
import Foundation
import LibraryGeneration

/// Makes libraries for measurements.
struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Makes libraries of given sizes in a folder; those that are there already stay."
    )

    @Argument(help: "The folder that keeps the libraries.")
    var folder: String

    @Argument(help: "Numbers of assets, such as 500, 10k or 1m.")
    var sizes: [AssetCount]

    @Option(help: "The seed that the content is made from.")
    var seed: UInt64 = 1

    func run() throws {
        let shelf = LibraryShelf(URL(fileURLWithPath: folder, isDirectory: true))
        for size in sizes {
            let start = ContinuousClock.now
            let recipe = LibraryRecipe(assets: size.count, seed: seed)
            let (_, isNew) = try shelf.library(recipe, name: size.text)
            if isNew {
                print("\(size.text): made in \((ContinuousClock.now - start).components.seconds) s")
            }
        }
    }
}
