import PhotosImport
import PhotosMedia
import PhotosStore
import TestPermits
import Testing

@Suite(.permit) struct ClusterKeyTests {
    @Test(arguments: [
        ["IMG_1234.HEIC", "img_1234.mov", "IMG_E1234.jpg", "IMG_1234.AAE", "IMG_O1234.AAE"],
        ["IMG_1.jpg", "IMG_1.jpg.xmp", "IMG_1.XMP", "IMG_1-edited.jpg", "IMG_1~2.jpg"],
        ["a (1).jpg", "a(1).mov", "a-edited(1).jpg", "a(1)-edited.jpg", "a(1).jpg.xmp"],
        ["PXL_1.MP.jpg", "PXL_1.MP", "PXL_1.MP.mp4", "PXL_1.jpg"],
        ["PXL_2.RAW-01.COVER.jpg", "PXL_2.RAW-02.ORIGINAL.dng", "PXL_2.RAW-01.MP.COVER.jpg"],
        ["2024.05.01 Walk.NEF", "2024.05.01 walk.jpg", "2024.05.01 Walk.xmp"],
        ["Bild-bearbeitet.jpg", "Bild.jpg"],
    ])
    func `names of one shot share a key`(names: [String]) {
        let keys = Set(names.map(FileGrouping.clusterKey))
        #expect(keys.count == 1, "\(keys)")
    }

    @Test(arguments: MediaType.allCases)
    func `a sidecar named for a file of any type shares its key`(type: MediaType) {
        let name = "IMG_1.\(type.preferredExtension)"
        #expect(FileGrouping.clusterKey(name + ".xmp") == FileGrouping.clusterKey(name))
    }

    @Test(arguments: [
        ("IMG_1234.jpg", "IMG_1235.jpg"),
        ("IMG_1234.jpg", "IMG_1234(1).jpg"),
        ("IMG_E1234.jpg", "IMG_E1235.jpg"),
        ("IMG_Early.jpg", "IMG_arly.jpg"),
        ("IMG_O1234.jpg", "IMG_1234.jpg"),
        ("2024.05.01.jpg", "2024.05.02.jpg"),
        ("story.cover.jpg", "story.jpg"),
        (".jpg", ".mov"),
        ("~2.jpg", "~3.jpg"),
        ("(1).jpg", "(2).jpg"),
        ("-edited.jpg", "-bewerkt.jpg"),
    ])
    func `names of different shots do not`(left: String, right: String) {
        #expect(FileGrouping.clusterKey(left) != FileGrouping.clusterKey(right))
    }
}
