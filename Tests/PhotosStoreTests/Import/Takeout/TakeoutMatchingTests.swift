import Foundation
import PhotosImport
import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct TakeoutMatchingTests {
    /// Each photo with the name of the partner that it gets.
    private func match(
        _ photos: [String],
        _ partners: [TakeoutMatching.Partner]
    ) -> [String: String] {
        let matching = TakeoutMatching(photos: photos, partners: partners)
        let pairs = photos.indices.compactMap { index in
            matching.partners[index].map { (photos[index], partners[$0].name) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    private func match(_ photos: [String], _ partners: [String]) -> [String: String] {
        match(photos, partners.map { .init(name: $0) })
    }

    @Test(arguments: [
        ("IMG_1.jpg", "IMG_1.jpg.json"),
        ("IMG_1.jpg", "IMG_1.jpg.supplemental-metadata.json"),
        ("IMG_1.jpg", "IMG_1.jpg.supplemental-meta.json"),
        ("IMG_1.jpg", "IMG_1.jpg.suppl.json"),
        ("IMG_1.jpg", "IMG_1.jpg.s.json"),
        ("IMG_1.jpg", "IMG_1.jpg..json"),
        ("IMG_1.JPG", "IMG_1.JPG.JSON"),
        ("IMG_1(1).jpg", "IMG_1.jpg(1).json"),
        ("IMG_1(1).jpg", "IMG_1(1).jpg.json"),
        ("IMG_1(1).jpg", "IMG_1.jpg.supplemental-metadata(1).json"),
        ("IMG_1(12).jpg", "IMG_1.jpg.supplem(12).json"),
        ("IMG_1(1)(1).jpg", "IMG_1(1).jpg.supplemental-metadata(1).json"),
        // Names that people reported; the documentation says where.
        (
            "Screenshot_20211104-110347(1).jpg",
            "Screenshot_20211104-110347.jpg.supplemental-me(1).json"
        ),
        (
            "Screenshot_2017-07-05-10-05-26.png",
            "Screenshot_2017-07-05-10-05-26.png.supplementa.json"
        ),
        (
            "Screenshot_20220207_102421_com.snapchat.android.jpg",
            "Screenshot_20220207_102421_com.snapchat.androi.json"
        ),
        (
            "PXL_20230809_203449253.LONG_EXPOSURE-02.ORIGINA.jpg",
            "PXL_20230809_203449253.LONG_EXPOSURE-02.ORIGIN.json"
        ),
        (
            "05yqt21kruxwwlhhgrwrdyb6chhwszi9bqmzu16w0 2.jpg",
            "05yqt21kruxwwlhhgrwrdyb6chhwszi9bqmzu16w0 2.jp.json"
        ),
        (
            "😀😃😄😁😆😅😂🤣🥲☺️😊😇🙂🙃😉😌😍🥰😘😗😙😚😋😛.jpg",
            "😀😃😄😁😆😅😂🤣🥲☺️😊😇🙂🙃😉😌😍🥰😘😗😙😚😋.json"
        ),
        (
            "Urlaub in Knaufspesch in der Schneifel (38).JPG",
            "Urlaub in Knaufspesch in der Schneifel (38).JP.json"
        ),
        (
            "1581270440551-d356c6b2-6178-49af-bcdf-b308a5b4b.jpg",
            "1581270440551-d356c6b2-6178-49af-bcdf-b308a5b4.json"
        ),
        // One export leaves long names whole.
        (
            "A rather long name of a photo, longer than usual.jpg",
            "A rather long name of a photo, longer than usual.jpg.supplemental-metadata.json"
        ),
        // The title had no extension, or another one than the file.
        ("20030616.jpg", "20030616.json"),
        ("20030616(2).jpg", "20030616(2).json"),
        ("IMG_1.jpg", "IMG_1.HEIC.supplemental-metadata.json"),
        ("IMG_1(1).MP4", "IMG_1.HEIC(1).json"),
    ])
    func `a photo finds its partner by name`(photo: String, partner: String) {
        #expect(match([photo], [partner]) == [photo: partner])
    }

    @Test func `composed and decomposed letters are the same`() {
        let composed = "Caf\u{E9}.jpg.json"
        #expect(match(["Cafe\u{301}.jpg"], [composed]) == ["Cafe\u{301}.jpg": composed])
    }

    @Test(arguments: [
        ("IMG_1.jpg", "IMG_2.jpg.json"),
        ("IMG_1.jpg", "IMG_10.jpg.json"),
        ("IMG_1.jpg", "IMG_1.jpg.settings.json"),
        ("IMG_1.jpg", "IMG_1.jpg.supplemental-metadataX.json"),
        ("IMG_1.jpg", "IMG_1.jpg(1).json"),
        ("IMG_1(1).jpg", "IMG_1.jpg.json"),
        ("IMG_1(1).jpg", "IMG_1.jpg(2).json"),
        ("IMG_1.jpg", "metadata.json"),
    ])
    func `another photo's partner is not taken`(photo: String, partner: String) {
        #expect(match([photo], [partner]).isEmpty)
    }

    @Test func `a partner that names none of several photos is that of each`() {
        let partner = "20030616.json"
        #expect(
            match(["20030616.jpg", "20030616.png"], [partner])
                == ["20030616.jpg": partner, "20030616.png": partner]
        )
        // A photo of the whole name keeps its partner for itself.
        let whole = "IMG_1.jpg.json"
        #expect(match(["IMG_1.png", "IMG_1.jpg"], [whole]) == ["IMG_1.jpg": whole])
    }

    @Test func `numbered photos get the partners of their numbers in any order`() {
        let photos = ["IMG_1(2).jpg", "IMG_1.jpg", "IMG_1(1).jpg"]
        let partners = ["IMG_1.jpg(1).json", "IMG_1.jpg.json", "IMG_1.jpg(2).json"]
        let expected = [
            "IMG_1.jpg": "IMG_1.jpg.json", "IMG_1(1).jpg": "IMG_1.jpg(1).json",
            "IMG_1(2).jpg": "IMG_1.jpg(2).json",
        ]
        #expect(match(photos, partners) == expected)
        #expect(match(photos.reversed(), partners.reversed()) == expected)
    }

    @Test func `a counter that is part of the name and one that is not stand side by side`() {
        let photos = ["N-35(1).jpg", "N-35(1)(1).jpg"]
        let partners = [
            "N-35(1).jpg.supplemental-metadata.json", "N-35(1).jpg.supplemental-metadata(1).json",
        ]
        #expect(match(photos, partners) == Dictionary(uniqueKeysWithValues: zip(photos, partners)))
        #expect(
            match(photos.reversed(), partners)
                == Dictionary(uniqueKeysWithValues: zip(photos, partners))
        )
    }

    @Test func `names that differ only behind the cut are told apart by their titles`() {
        let start = String(repeating: "x", count: 46)
        let photos = ["\(start)a.jpg", "\(start)b.jpg"]
        let partners: [TakeoutMatching.Partner] = [
            .init(name: "\(start).json", title: "\(start)bcd.jpg"),
            .init(name: "\(start)(1).json", title: "\(start)acd.jpg"),
        ]
        #expect(
            match(photos, partners)
                == [photos[0]: "\(start)(1).json", photos[1]: "\(start).json"]
        )
    }

    @Test func `the title finds a photo whose name was changed`() {
        let partners: [TakeoutMatching.Partner] = [
            .init(name: "strange.json", title: "Anna's & Bob's: day?.jpg"),
            .init(name: "stranger(1).json", title: "Anna's & Bob's: day?.jpg"),
        ]
        #expect(
            match(["Anna_s & Bob_s_ day_.jpg", "Anna_s & Bob_s_ day_(1).jpg"], partners) == [
                "Anna_s & Bob_s_ day_.jpg": "strange.json",
                "Anna_s & Bob_s_ day_(1).jpg": "stranger(1).json",
            ]
        )
    }

    @Test func `a title does not give away the partner of a photo that is missing`() {
        // The partner of IMG_1(1).jpg, which lies in another part: its title is that of both.
        let partner = TakeoutMatching.Partner(name: "IMG_1.jpg(1).json", title: "IMG_1.jpg")
        #expect(match(["IMG_1.jpg"], [partner]).isEmpty)
    }

    @Test func `what speaks of no photo is told`() {
        let matching = TakeoutMatching(
            photos: ["a.jpg"],
            partners: [.init(name: "b.jpg.json"), .init(name: "a.jpg.json"), .init(name: "c.json")]
        )
        #expect(matching.unused == [0, 2])
    }
}
