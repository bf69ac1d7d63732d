package import Foundation
import PhotosStore
import PhotosTestSupport

/// A folder of generated libraries, each made once for its recipe and the present format.
package struct LibraryShelf: Sendable {
    package let folder: URL

    package init(_ folder: URL) { self.folder = folder }

    /// What a library on the shelf was made of.
    private struct Label: Codable {
        var recipe: LibraryRecipe
        var format: Int
        /// Tokens behind which the history holds a certain number of edits.
        var tokens: [String: String] = [:]
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
        var label = Label(recipe: recipe, format: try Self.format(draft))
        if let data = try? Data(contentsOf: labelFile),
            let found = try? JSONDecoder().decode(Label.self, from: data),
            found.recipe == label.recipe, found.format == label.format
        {
            library.close()
            return (url, false)
        }
        try? files.removeItem(at: labelFile)
        try? files.removeItem(at: url)
        try recipe.fill(library, clock: clock)
        for count in [1, 100, 10_000, 100_000] where count <= recipe.edits {
            label.tokens[String(count)] = try Self.token(library, recipe, before: count).description
        }
        library.close()
        try files.moveItem(at: draft, to: url)
        try JSONEncoder().encode(label).write(to: labelFile)
        return (url, true)
    }

    private static func token(
        _ library: Library,
        _ recipe: LibraryRecipe,
        before edits: Int
    ) throws -> ChangeToken {
        let end = try library.history.currentPosition().sequence
        let sequence = end - Int64(recipe.blocks(holdingLast: edits))
        let change = try library.history.changes(after: sequence - 1, upTo: sequence)[0]
        return library.history.token(for: change.position)
    }

    private static func format(_ library: URL) throws -> Int {
        let data = try Data(contentsOf: library.appendingPathComponent("LIBRARY"))
        return try JSONDecoder().decode(Sentinel.self, from: data).format
    }
}
