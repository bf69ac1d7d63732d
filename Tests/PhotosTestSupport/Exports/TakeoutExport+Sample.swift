import PhotosMedia

/// A small export with one of everything that is known of exports.
extension TakeoutExport {
    package static let longTitle = "PXL_20230809_203449253.LONG_EXPOSURE-02.ORIGINAL.jpg"

    package static func sample(_ version: Version) -> TakeoutExport {
        var export = TakeoutExport(version)
        let year = export.year(2020)
        export.addPlainPhotos(to: year)
        export.addPairs(to: year)
        export.addAlbums(year)
        export.addLosses(to: year)
        return export
    }

    private mutating func addPlainPhotos(to year: String) {
        var first = Notes("IMG_1.jpg", taken: 1_577_836_800)
        first.latitude = 48.2
        first.longitude = 16.375
        first.caption = "On the summit"
        first.people = ["Anna", "Дочь"]
        first.isFavorite = true
        photo(first, TestJPEG(seed: 1).data(), in: year)
        photo(
            Notes("IMG_1.jpg", taken: 1_580_000_000),
            TestJPEG(seed: 2).data(),
            in: year,
            counter: 1
        )
        photo(Notes(Self.longTitle, taken: 1_590_000_000), TestJPEG(seed: 3).data(), in: year)
        photo(Notes("Anna's café?.jpg", taken: 1_590_000_001), TestJPEG(seed: 4).data(), in: year)
        var archived = Notes("IMG_5.jpg", taken: 1_590_000_002)
        archived.isArchived = true
        photo(archived, TestJPEG(seed: 5).data(), in: archiveFolder)
        var trashed = Notes("IMG_6.jpg", taken: 1_590_000_003)
        trashed.isTrashed = true
        photo(trashed, TestJPEG(seed: 6).data(), in: trashFolder)
        photo(Notes("VID_7.mp4", taken: 1_590_000_004), TestMovie(.mpeg4, seed: 7).data(), in: year)
    }

    private mutating func addPairs(to year: String) {
        // A Live Photo: one partner for both.
        photo(Notes("IMG_8.HEIC", taken: 1_590_000_005), TestHEIF(width: 48).data(), in: year)
        add(TestMovie(.quickTime, seed: 8).data(), "IMG_8.MP4", in: year)
        // A Pixel's motion photo.
        photo(Notes("PXL_9.MP.jpg", taken: 1_590_000_006), TestJPEG(seed: 9).data(), in: year)
        add(TestMovie(.mpeg4, seed: 9).data(), "PXL_9.MP", in: year)
        // Edited copies, which have no partner.
        photo(Notes("IMG_10.jpg", taken: 1_590_000_007), TestJPEG(seed: 10).data(), in: year)
        add(
            TestJPEG(width: 16, seed: 10).data(),
            mediaName("IMG_10.jpg", behind: "-\(editedWord)"),
            in: year
        )
        photo(
            Notes("VID_11.mp4", taken: 1_590_000_008),
            TestMovie(.mpeg4, seed: 11).data(),
            in: year
        )
        add(
            TestMovie(.mpeg4, frameCount: 2, seed: 11).data(),
            mediaName("VID_11.mp4", behind: "-\(editedWord)"),
            in: year
        )
    }

    private mutating func addAlbums(_ year: String) {
        // An album holds copies under names of its own.
        album("Gary's hike", in: "Gary_s hike")
        photo(
            Notes("IMG_1.jpg", taken: 1_580_000_000),
            TestJPEG(seed: 2).data(),
            in: "Gary_s hike"
        )
        photo(
            Notes("IMG_10.jpg", taken: 1_590_000_007),
            TestJPEG(seed: 10).data(),
            in: "Gary_s hike"
        )
        // Some exports have nothing but the partners there.
        album("Gary's hike", in: "Gary_s hike(1)")
        partner(Notes("IMG_1.jpg", taken: 1_580_000_000), in: "Gary_s hike(1)")
        partner(Notes("VID_7.mp4", taken: 1_590_000_004), in: "Gary_s hike(1)")
        album("", in: untitledFolder)
        photo(
            Notes("VID_7.mp4", taken: 1_590_000_004),
            TestMovie(.mpeg4, seed: 7).data(),
            in: untitledFolder
        )
    }

    private mutating func addLosses(to year: String) {
        add(TestJPEG(seed: 12).data(), "alone.jpg", in: year)
        partner(Notes("missing.jpg", taken: 1_590_000_009), in: year)
        add(Array("{\"title\": ".utf8), partnerName("damaged.jpg"), in: year)
        add(TestJPEG(seed: 13).data(), "damaged.jpg", in: year)
        add(Array("a letter".utf8), "letter.txt", in: year)
        add(Array("{\"externalOrders\": []}".utf8), "print-subscriptions.json", in: "")
        add(atTop: Array("<html></html>".utf8), "archive_browser.html")
        add(atTop: Array("BEGIN:VCALENDAR".utf8), "Calendar/mine.ics")
    }
}
