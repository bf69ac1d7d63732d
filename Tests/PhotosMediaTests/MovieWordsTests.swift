import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// The words in boxes of movies that are read without libavformat.
@Suite(.permit) struct MovieWordsTests {
    private func words(_ bytes: [UInt8]) -> [String: [String]] {
        var reader = BoundedReader(bytes)
        let tags = MovieWords.tags(of: .mpeg4, from: &reader)
        #expect(reader.bytesRead <= BoundedReader.byteBudget)
        return tags.values
    }

    @Test func `Windows' box gives its categories and stars`() {
        let words = words(MovieWordBoxes.movie)
        #expect(words["Microsoft.WM/Category"] == ["holiday; snow", "Ärmel"])
        #expect(words["Microsoft.WM/SharedUserRating"] == ["4"])
    }

    @Test func `each value of iTunes' keywords, QuickTime's and 3GPP's are read`() {
        let words = words(MovieWordBoxes.movie)
        #expect(words["QuickTime.keyw"] == ["sun", "sea", "old"])
        #expect(words["QuickTime.kywd"] == ["eins", "zwei"])
        #expect(words["QuickTime.titl"] == ["A title"])
    }

    @Test func `the artist, the author and the description of QuickTime are read`() {
        let words = words(MovieWordBoxes.movie)
        #expect(words["QuickTime.artist"] == ["Ann", "Bob"])
        #expect(words["QuickTime.description"] == ["What it shows"])
    }

    @Test(arguments: 0..<4) func `damage leaves words out and traps nowhere`(_ part: Int) {
        let whole = MovieWordBoxes.movie
        for position in stride(from: part, to: whole.count, by: 4) {
            for value: UInt8 in [0, 1, 0x7F, 0xFF] {
                var bytes = whole
                bytes[position] = value
                _ = words(bytes)
            }
            _ = words(Array(whole.prefix(position)))
        }
    }
}
