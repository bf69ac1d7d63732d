import Foundation
import Photos
import TestPermits
import Testing

/// Texts that look the same and have other bytes: "é" is one code point, or an "e" and an accent.
@Suite(.permit) struct CanonicalTextTests {
    let library: TestLibrary

    init() throws { library = try TestLibrary() }

    private func titles(_ format: String, _ arguments: Any...) -> [String] {
        let options = library.options {
            $0.predicate = NSPredicate(format: format, argumentArray: arguments)
        }
        let albums = PHAssetCollection.fetchAssetCollections(
            with: .album,
            subtype: .any,
            options: options
        )
        return albums.all.compactMap(\.localizedTitle)
    }

    @Test(arguments: [false, true])
    func `patterns that look the same keep their own meaning`(isReversed: Bool) throws {
        for title in ["e", "\u{E9}"] { try library.addAlbum(title) }
        let patterns = ["[\u{E9}]", "[e\u{301}]"]
        for pattern in isReversed ? patterns.reversed() : patterns {
            let found = titles("title MATCHES %@", pattern)
            let expected = pattern.unicodeScalars.count == 3 ? "\u{E9}" : "e"
            #expect(found.map { Array($0.utf8) } == [Array(expected.utf8)])
        }
    }

    @Test func `a text may begin with an accent`() throws {
        for title in ["\u{301}a", "a"] { try library.addAlbum(title) }
        #expect(titles("title == '\u{301}a'").count == 1)
        #expect(titles("title == \"\u{301}a\"").count == 1)
        #expect(titles("title BEGINSWITH 'a'").count == 1)
    }

    @Test func `the same title in other bytes is a change`() throws {
        let album = try library.addAlbum("\u{E9}")
        try library.change {
            PHAssetCollectionChangeRequest(for: album)?.title = "e\u{301}"
        }
        #expect(titles("title == %@", "e\u{301}").count == 1)
        #expect(titles("title == %@", "\u{E9}").isEmpty)
    }
}
