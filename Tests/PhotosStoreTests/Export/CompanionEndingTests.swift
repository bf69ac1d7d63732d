import PhotosImport
import TestPermits
import Testing

/// How a file that came in beside a photo is called in an export.
@Suite(.permit) struct CompanionEndingTests {
    @Test(arguments: [
        ("IMG_1.jpg.xmp.unreadable", "IMG_1.jpg", ".jpg.xmp.unreadable"),
        ("IMG_1.xmp.unreadable", "IMG_1.jpg", ".xmp.unreadable"),
        ("2024.jpg.xmp.unreadable", "IMG_1.jpg", ".jpg.xmp.unreadable"),
        ("other.xmp.merged", "IMG_1.jpg", ".xmp.merged"),
        ("other.jpg.xmp.merged", "IMG_1.jpg", ".jpg.xmp.merged"),
        ("IMG_1.jpg.dop", "img_1.JPG", ".jpg.dop"), ("IMG_1.pp3", "IMG_1.jpg", ".pp3"),
        ("IMG_1.CR2.dop", "IMG_1.jpg", ".CR2.dop"),
        ("IMG_1.jpg.supplemental-metadata.json", "IMG_1.jpg", ".jpg.supplemental-metadata.json"),
        ("IMG_10.dop", "IMG_1.jpg", ".dop"), ("other.jpg.dop", "IMG_1.jpg", ".jpg.dop"),
        ("other.CR2.dop", "IMG_1.jpg", ".dop"), ("a.dop", nil, ".dop"),
        ("IMG_1.jpg", "IMG_1.jpg", ".jpg"),
    ])
    func `a file keeps what stands behind the name of its photo`(
        name: String,
        original: String?,
        expected: String
    ) {
        #expect(CompanionEnding.ending(of: name, beside: original) == expected)
    }

    @Test func `two files get two names`() {
        #expect(CompanionEnding.freeEnding(".dop", besides: []) == ".dop")
        #expect(CompanionEnding.freeEnding(".DOP", besides: [".dop"]) == "-2.DOP")
        #expect(
            CompanionEnding.freeEnding(
                ".jpg.xmp.unreadable",
                besides: [".jpg.xmp.unreadable", ".jpg.xmp-2.unreadable"]
            ) == ".jpg.xmp-3.unreadable"
        )
    }
}
