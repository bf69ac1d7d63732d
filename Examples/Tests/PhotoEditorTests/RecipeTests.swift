import ExamplePixels
import Foundation
import PhotoEditorKit
import TestPermits
import Testing

@Suite(.permit) struct RecipeTests {
    @Test func `a recipe survives being written and read`() throws {
        let recipe = Recipe(filter: .sepia, text: "Lake \"above\"")
        #expect(try Recipe(data: recipe.data()) == recipe)
        #expect(recipe.words == "filter sepia, text \"Lake \"above\"\"")
        #expect(throws: DecodingError.self) { try Recipe(data: Data("{\"filter\":7}".utf8)) }
    }

    @Test func `only recipes of this program and version are read`() {
        #expect(Recipe.canRead(Recipe.formatIdentifier, Recipe.formatVersion))
        #expect(!Recipe.canRead("org.example.other", Recipe.formatVersion))
        #expect(!Recipe.canRead(Recipe.formatIdentifier, "2"))
    }

    @Test func `what is named replaces, and an empty text takes the text away`() {
        let recipe = Recipe(filter: .sepia, text: "Lake")
        #expect(recipe.changed(filter: .mono, text: nil) == Recipe(filter: .mono, text: "Lake"))
        #expect(recipe.changed(filter: nil, text: "Sea") == Recipe(filter: .sepia, text: "Sea"))
        #expect(recipe.changed(filter: nil, text: "") == Recipe(filter: .sepia))
        #expect(Recipe().words == "nothing")
    }

    @Test func `filters change colours as they are called`() {
        let color = Color(200, 100, 50)
        let grey = PictureFilter.mono.changed(color)
        #expect(grey.red == grey.green && grey.green == grey.blue)
        let brown = PictureFilter.sepia.changed(color)
        #expect(brown.red > brown.green && brown.green > brown.blue)
        let strong = PictureFilter.contrast.changed(color)
        #expect(strong.red > color.red && strong.blue < color.blue)
        #expect(PictureFilter.none.changed(color) == color)
        #expect(PictureFilter.sepia.changed(.white).red == 255)
    }

    @Test func `a text stands on a dark band at the lower border, a filter is everywhere`() {
        let picture = Bitmap(width: 160, height: 120, color: Color(200, 100, 50))
        let edited = Recipe(filter: .mono, text: "Lake").rendering(of: picture)
        let grey = PictureFilter.mono.changed(Color(200, 100, 50))
        #expect(edited[10, 10] == grey)
        #expect(edited[1, 118].red < grey.red)
        let lower = (100..<120).flatMap { row in (0..<160).map { edited[$0, row] } }
        #expect(lower.contains(.white))
        #expect(Recipe().rendering(of: picture) == picture)
    }

    @Test func `a long text ends before the border`() {
        let picture = Bitmap(width: 120, height: 90, color: .black)
        let text = String(repeating: "Wide ", count: 20)
        let edited = Recipe(text: text).rendering(of: picture)
        for row in 0..<90 {
            #expect(edited[0, row] == .black && edited[119, row] == .black)
        }
    }
}
