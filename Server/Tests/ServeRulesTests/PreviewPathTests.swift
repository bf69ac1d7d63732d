import ServeRules
import TestPermits
import Testing

/// Paths of previews and dates of answers, as the shortcut of previews reads and writes them.
@Suite(.permit) struct PreviewPathTests {
    private static let id = "3F2A81C0-0000-4000-8000-00000000000A"

    @Test func usualPathsAreRead() throws {
        let path = try #require(PreviewPath("/preview/12.1/\(Self.id.lowercased())/grid.jpg"))
        #expect(path.tag == "12.1" && path.photo.uuid == Self.id && path.file == "grid.jpg")
    }

    @Test(arguments: [
        "", "/", "/preview/", "/preview/1.1", "/preview/1.1/x/grid.jpg",
        "/previews/1.1/ID/grid.jpg",
        "/preview/1.1/ID/grid.jpg/", "/preview/1.1/ID/grid.jpg?x=1", "/preview/1%2E1/ID/grid.jpg",
        "/preview/1.1/ID%2FL0/grid.jpg", "/preview//1.1/ID/grid.jpg", "preview/1.1/ID/grid.jpg",
        "http://other/preview/1.1/ID/grid.jpg", "/preview/1.1/ID/../grid.jpg",
        "//preview/1.1/ID/grid.jpg",
    ])
    func otherPathsAreLeftToTheRouter(_ path: String) {
        #expect(PreviewPath(path.replacing("ID", with: Self.id)) == nil)
    }
}
