import ArgumentParser
import Foundation
import LibraryGeneration

/// Makes libraries for measurements of the page.
struct Gallery: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Makes libraries of small pictures; those that are there already stay."
    )

    @Argument(help: "The folder that keeps the libraries.")
    var folder: String

    @Argument(help: "Numbers of assets, such as 500, 10k or 1m.")
    var sizes: [AssetCount]

    @Option(help: "The seed that the content is made from.")
    var seed: UInt64 = 1

    @Flag(help: "Give all assets dates of one day.")
    var oneDay = false

    func run() throws {
        let shelf = URL(fileURLWithPath: folder, isDirectory: true)
        for size in sizes {
            let start = ContinuousClock.now
            let recipe = GalleryRecipe(assets: size.count, seed: seed, isOneDay: oneDay)
            let name = "gallery-\(size.text)" + (oneDay ? "-one-day" : "")
            let (url, isNew) = try recipe.library(in: shelf, name: name)
            print(
                url.path
                    + (isNew
                        ? ", made in \((ContinuousClock.now - start).components.seconds) s" : "")
            )
        }
    }
}
