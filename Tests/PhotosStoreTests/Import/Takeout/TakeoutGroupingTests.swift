import Foundation
import PhotosImport
import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct TakeoutGroupingTests {
    private typealias Media = TakeoutGrouping.Media

    private func picture(_ name: String, partner: Int? = nil, taken: Double? = nil) -> Media {
        Media(
            name: name,
            isMovie: false,
            partner: partner,
            taken: taken.map { Date(timeIntervalSince1970: $0) }
        )
    }

    private func movie(_ name: String, partner: Int? = nil, taken: Double? = nil) -> Media {
        var media = picture(name, partner: partner, taken: taken)
        media.isMovie = true
        return media
    }

    /// Names by role, one text a group: "original+edit=…+movie=…".
    private func groups(_ media: [Media]) -> Set<String> {
        let grouping = TakeoutGrouping(media)
        return Set(
            grouping.groups.map { group in
                var text = media[group.original].name
                if let edit = group.edit { text += " edit \(media[edit].name)" }
                if let movie = group.movie { text += " movie \(media[movie].name)" }
                if let edit = group.movieEdit { text += " movie edit \(media[edit].name)" }
                if let missing = group.missingOriginal { text += " lacks \(missing)" }
                return text
            }
        )
    }

    @Test(arguments: [
        "edited", "bearbeitet", "modifié", "editado", "ha editado", "modificato", "bewerkt",
        "edytowane", "編集済み", "编辑",
    ])
    func `an edited copy joins its original in every language`(word: String) {
        let media = [picture("IMG_1.jpg", partner: 0), picture("IMG_1-\(word).jpg")]
        #expect(groups(media) == ["IMG_1.jpg edit IMG_1-\(word).jpg"])
        #expect(groups(media.reversed()) == ["IMG_1.jpg edit IMG_1-\(word).jpg"])
    }

    @Test func `an edited copy keeps the counter of its original`() {
        let media = [
            picture("IMG_1.jpg", partner: 0), picture("IMG_1(1).jpg", partner: 1),
            picture("IMG_1-edited(1).jpg"), picture("IMG_1-edited.jpg"),
            picture("N(1)(1).jpg", partner: 2), picture("N(1)-editat(1).jpg"),
            picture("N(1).jpg", partner: 3), picture("N(1)-editat.jpg"),
        ]
        #expect(
            groups(media) == [
                "IMG_1.jpg edit IMG_1-edited.jpg", "IMG_1(1).jpg edit IMG_1-edited(1).jpg",
                "N(1)(1).jpg edit N(1)-editat(1).jpg", "N(1).jpg edit N(1)-editat.jpg",
            ]
        )
    }

    @Test func `the word of an edited copy may be cut with its name`() {
        let name = "123456789123456789123456789123456789_DSCN0091"
        let media = [picture("\(name).JPG", partner: 0), picture("\(name)-e.JPG")]
        #expect(groups(media) == ["\(name).JPG edit \(name)-e.JPG"])
        // A short name is never cut.
        #expect(groups([picture("IMG_1.jpg", partner: 0), picture("IMG_1-e.jpg")]).count == 2)
    }

    @Test func `an edited copy may be of another format`() {
        let media = [picture("IMG_1.HEIC", partner: 0), picture("IMG_1-edited.jpg")]
        #expect(groups(media) == ["IMG_1.HEIC edit IMG_1-edited.jpg"])
    }

    @Test func `what has a partner of its own was called so by somebody`() {
        let media = [picture("IMG_1.jpg", partner: 0), picture("IMG_1-edited.jpg", partner: 1)]
        #expect(groups(media) == ["IMG_1.jpg", "IMG_1-edited.jpg"])
    }

    @Test func `an edited copy without its original says what is missing`() {
        #expect(
            groups([picture("IMG_1-edited(1).jpg")])
                == ["IMG_1-edited(1).jpg lacks IMG_1(1).jpg"]
        )
    }

    @Test(arguments: [
        ("IMG_1.HEIC", "IMG_1.MP4"), ("IMG_1.HEIC", "IMG_1.MOV"), ("IMG_1(1).jpg", "IMG_1(1).mp4"),
        ("PXL_1.MP.jpg", "PXL_1.MP"), ("PXL_1.jpg", "PXL_1.MP"), ("PXL_1.MP~2.jpg", "PXL_1.MP~2"),
        ("MVIMG_1.jpg", "MVIMG_1"), ("PXL_1.MV.jpg", "PXL_1.MV"),
        ("PXL_1.MP.COVER.jpg", "PXL_1.MP"),
    ])
    func `a movie without a partner belongs to the picture of its name`(still: String, name: String)
    {
        #expect(groups([movie(name), picture(still, partner: 0)]) == ["\(still) movie \(name)"])
    }

    @Test func `a movie with a partner belongs to a picture of the same moment only`() {
        let still = picture("IMG_1.HEIC", partner: 0, taken: 1000)
        #expect(
            groups([still, movie("IMG_1.MOV", partner: 1, taken: 1001)])
                == ["IMG_1.HEIC movie IMG_1.MOV"]
        )
        #expect(
            groups([still, movie("IMG_1.MOV", partner: 1, taken: 9000)])
                == ["IMG_1.HEIC", "IMG_1.MOV"]
        )
    }

    @Test func `an edited Live Photo has four files`() {
        let media = [
            picture("IMG_1.HEIC", partner: 0), movie("IMG_1.MP4"), picture("IMG_1-edited.jpg"),
            movie("IMG_1-edited.MP4"),
        ]
        #expect(
            groups(media) == [
                "IMG_1.HEIC edit IMG_1-edited.jpg movie IMG_1.MP4 movie edit IMG_1-edited.MP4"
            ]
        )
    }

    @Test func `an edited movie joins its movie`() {
        let media = [movie("VID_1.mp4", partner: 0), movie("VID_1-edited.mp4")]
        #expect(groups(media) == ["VID_1.mp4 edit VID_1-edited.mp4"])
    }

    @Test func `every file is in one group`() {
        let names = [
            "a.jpg", "a.mp4", "a.mov", "a-edited.jpg", "a-bearbeitet.jpg", "a-edited.mp4",
            "a-edited.mov", "b-edited-edited.jpg", "b-edited.jpg", "b.heic", "b.jpg", "c", "c.MP",
        ]
        let media = names.map {
            $0.hasSuffix("jpg") || $0.hasSuffix("heic") ? picture($0) : movie($0)
        }
        for offset in names.indices {
            let rotated = Array(media[offset...] + media[..<offset])
            let used = TakeoutGrouping(rotated).groups.flatMap {
                [$0.original, $0.edit, $0.movie, $0.movieEdit].compactMap(\.self)
            }
            #expect(used.sorted() == Array(names.indices))
        }
    }
}
