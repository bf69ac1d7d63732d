package import Foundation
import PhotosStore
import PhotosTestSupport

/// A folder of generated libraries, each made once for its recipe and the present format.
package struct LibraryShelf: Sendable {
    package let folder: URL

    package init(_ folder: URL) { self.folder = folder }

    /// What a library on the shelf was made of.
    private struct Label: Codable, Hashable {
        var recipe: LibraryRecipe
        var format: Int
    }

    private struct Sentinel: Decodable {
        var format: Int
    }

    /// The library of a recipe, made where there is none or another.
    ///
    /// Tells whether it had to be made.
    package func library(_ recipe: LibraryRecipe, name: String) throws -> (url: URL, isNew: Bool) {
        let files = FileManager.default
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appendingPathComponent("\(name).photolib", isDirectory: true)
        let labelFile = folder.appendingPathComponent("\(name).json")
        let draft = folder.appendingPathComponent(".\(name).photolib", isDirectory: true)
        try? files.removeItem(at: draft)
        let clock = TestClock(Date(timeIntervalSinceReferenceDate: 770_000_000))
        let library = try Library.open(
            draft,
            create: true,
            environment: recipe.environment(clock: clock)
        )
        defer { try? files.removeItem(at: draft) }
        let label = Label(recipe: recipe, format: try Self.format(draft))
        if let data = try? Data(contentsOf: labelFile),
            try JSONDecoder().decode(Label.self, from: data) == label
        {
            library.close()
            return (url, false)
        }
        try? files.removeItem(at: labelFile)
        try? files.removeItem(at: url)
        try recipe.fill(library, clock: clock)
        library.close()
        try files.moveItem(at: draft, to: url)
        try JSONEncoder().encode(label).write(to: labelFile)
        return (url, true)
    }

    private static func format(_ library: URL) throws -> Int {
        let data = try Data(contentsOf: library.appendingPathComponent("LIBRARY"))
        return try JSONDecoder().decode(Sentinel.self, from: data).format
    }
}
