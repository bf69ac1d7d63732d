import PhotosStore
import TestPermits
import Testing

/// Which files a camera wrote for its own display, by their names alone.
@Suite(.permit) struct CameraHelperTests {
    private func helpers(_ names: [String], in folder: String = "DCIM") -> [String] {
        let helper = CameraHelper(names: names, folder: folder) { $0 == "CLIP/C0001.MP4" }
        return names.filter { CameraHelper.mayBe($0, in: folder) && helper.isHelper($0) }
    }

    @Test(arguments: [
        (["GX010042.MP4", "GL010042.LRV", "GX010042.THM"], ["GL010042.LRV", "GX010042.THM"]),
        (["GOPR0042.MP4", "GOPR0042.LRV"], ["GOPR0042.LRV"]),
        (["mvi_1234.avi", "MVI_1234.THM"], ["MVI_1234.THM"]),
        (["DJI_0001.MP4", "DJI_0001.LRF"], ["DJI_0001.LRF"]),
        (
            ["VID_20230514_112100_00_056.insv", "LRV_20230514_112100_01_056.lrv"],
            ["LRV_20230514_112100_01_056.lrv"]
        ),
        (
            ["VID_20190101_112100_10_056.insv", "LRV_20190101_112100_11_056.insv"],
            ["LRV_20190101_112100_11_056.insv"]
        ),
    ])
    func `small copies and thumbnails belong to the movie beside them`(
        names: [String],
        expected: [String]
    ) {
        #expect(helpers(names) == expected)
    }

    @Test func `what may be all that is left of a movie is no helper`() {
        #expect(helpers(["GL010042.LRV", "MVI_1.THM", "GX010043.MP4"]).isEmpty)
        #expect(helpers(["LRV_20230514_112100_01_056.lrv"]).isEmpty)
        #expect(helpers(["a.jpg", "a.mp4", "GX010042.MP4"]).isEmpty)
    }

    @Test func `a Sony card has thumbnails and proxies in folders of their own`() {
        #expect(helpers(["C0001T01.JPG", "C0002T01.JPG"], in: "THMBNL") == ["C0001T01.JPG"])
        #expect(helpers(["C0001S03.MP4", "party.MP4"], in: "SUB") == ["C0001S03.MP4"])
        #expect(helpers(["C0001T01.JPG"]).isEmpty)
    }
}
