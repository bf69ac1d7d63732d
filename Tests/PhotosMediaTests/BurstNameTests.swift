import Foundation
import PhotosMedia
import TestPermits
import Testing

/// The bursts that phones state in names alone.
@Suite(.permit) struct BurstNameTests: TagReadingTests {
    @Test(arguments: [
        ["IMG_20231014_183246_BURST001_COVER.jpg", "IMG_20231014_183246_BURST002.jpg"],
        [
            "IMG_20231014_183246789_BURST000_COVER_TOP.jpg", "IMG_20231014_183246789_BURST001.jpg",
            "IMG_20231014_183246789_BURST012.dng",
        ],
        ["20231014_183246_Burst01.jpg", "20231014_183246_Burst12.jpg"],
        ["IMG_20231014_183246_BURST1.jpg", "IMG_20231014_183246_BURST10(1).jpg"],
        ["20231014_183246-BURST1.jpg", "20231014_183246-BURST20.jpg"],
        [
            "DSC_0000_BURST20230709220904977.JPG", "DSC_0035_BURST20230709220904977_COVER.JPG",
            "DSCPDC_0001_BURST20230709220904977.JPG",
        ],
        ["00001IMG_00001_BURST20171111030039.jpg", "00015IMG_00015_BURST20171111030039_COVER.jpg"],
        [
            "00000IMG_00000_BURST20180901101751159_COVER.jpg",
            "00003IMG_00003_BURST20180901101751159.jpg",
        ],
        ["00001IMG_00001_BURST1723801037429_COVER.jpg", "00002IMG_00002_BURST1723801037429.jpg"],
        ["IMG_BURST_20231014183246_01.jpg", "IMG_BURST_20231014_183246_02.jpg"],
        ["20231207_101605_001.jpg", "20231207_101605_020.jpg"],
        ["IMAG0123_BURST001_COVER.jpg", "IMAG0123_BURST012.jpg"],
    ])
    func `the pictures of one burst share an identifier`(names: [String]) throws {
        // Samsung's form has no word for a burst, so the file must not contradict it.
        let time = names[0].hasPrefix("20231207") ? "2023:12:07 10:16:06" : "2023:10:14 18:32:46"
        let dated = facts([Self.original: time, "Exif.Image.Model": "Phone"])
        let identifiers = names.map {
            dated.completed(byName: $0, zone: .gmt).burstIdentifier
        }
        #expect(Set(identifiers).count == 1)
        #expect(identifiers[0] != nil)
    }

    @Test(arguments: [
        ("IMG_20231014_183246_BURST001.jpg", "IMG_20231014_183247_BURST001.jpg"),
        ("DSC_0000_BURST20230709220904977.JPG", "DSC_0000_BURST20230709220905977.JPG"),
        ("20231207_101605_001.jpg", "20231207_101606_001.jpg"),
        ("IMAG0123_BURST001.jpg", "IMAG0124_BURST001.jpg"),
    ])
    func `other bursts have other identifiers`(first: String, second: String) throws {
        let samsungs = first.hasPrefix("20231207")
        let time = samsungs ? "2023:12:07 10:16:05" : "2023:10:14 18:32:46"
        let dated = facts([Self.original: time])
        let names = [first, second].map { dated.completed(byName: $0, zone: .gmt).burstIdentifier }
        #expect(names[0] != nil && names[1] != nil && names[0] != names[1])
    }

    @Test(arguments: [
        "IMG_1234.jpg", "20231207_101605.jpg", "20231207_101605_1.jpg", "20231307_101605_001.jpg",
        "20231207_251605_001.jpg", "Burst 1.jpg", "burst.jpg", "starburst_001.jpg", "BURST001.jpg",
        "IMG_20231207_101605_001.jpg", "Sunburst2023.jpg", "burst_pipe_2023_01.jpg",
        "20231207_101605_BURSTED.jpg", "IMG_20231014_183246_COVER.jpg",
    ])
    func `other names are those of no burst`(name: String) throws {
        #expect(BurstName(name) == nil)
        #expect(facts([:]).completed(byName: name, zone: .gmt).burstIdentifier == nil)
    }

    @Test(arguments: [
        ["Exif.Photo.DateTimeOriginal": "2023:12:07 11:16:05"],
        ["Exif.Photo.DateTimeOriginal": "2023:12:07 10:12:05"],
        ["Exif.Image.Make": "EPSON"],
        ["Exif.Image.Make": "EPSON", "Exif.Photo.DateTimeOriginal": "2023:12:07 10:16:05"],
    ])
    func `a file that contradicts a name without the word is in no burst`(tags: [String: String]) {
        let name = "20231207_101605_001.jpg"
        #expect(facts(tags).completed(byName: name, zone: .gmt).burstIdentifier == nil)
    }

    @Test(arguments: [
        [:], ["Exif.Photo.DateTimeOriginal": "2023:12:07 10:16:58"],
        ["Exif.Image.Make": "SAMSUNG", "Exif.Photo.DateTimeOriginal": "2023:12:07 10:16:05"],
    ])
    func `a file that agrees with it, or says nothing, is in one`(tags: [String: String]) {
        let name = "20231207_101605_001.jpg"
        #expect(facts(tags).completed(byName: name, zone: .gmt).burstIdentifier != nil)
    }

    @Test func `two cameras, two days of a counter, and the file's own statement are kept apart`() {
        let name = "IMG_20231014_183246_BURST001.jpg"
        let cameras = ["One", "Two"].map {
            facts(["Exif.Image.Model": $0]).completed(byName: name, zone: .gmt).burstIdentifier
        }
        #expect(cameras[0] != cameras[1])
        let days = ["2012:10:14 18:32:46", "2013:10:14 18:32:46"].map {
            facts([Self.original: $0])
                .completed(byName: "IMAG0123_BURST001.jpg", zone: .gmt).burstIdentifier
        }
        #expect(days[0] != nil && days[0] != days[1])
        let own = facts(["Xmp.GCamera.BurstID": "own"])
        #expect(own.completed(byName: name, zone: .gmt).burstIdentifier == "own")
        let movie = facts([:], type: .mpeg4)
        #expect(movie.completed(byName: name, zone: .gmt).burstIdentifier == nil)
        let undated = facts([:])
        #expect(
            undated.completed(byName: "IMAG0123_BURST001.jpg", zone: .gmt).burstIdentifier == nil
        )
    }
}
