import PhotosImport
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct FileGroupingTests {
    // MARK: Live Photos

    @Test func `a picture and a movie with one identifier are a Live Photo`() {
        #expect(
            grouped(.test("IMG_1.HEIC", id: "A"), .test("IMG_1.MOV", id: "A"))
                == ["IMG_1.HEIC=1 IMG_1.MOV=9"]
        )
    }

    @Test func `different identifiers keep files of one name apart`() {
        #expect(
            grouped(
                .test("IMG_1.HEIC", id: "A", time: 100),
                .test("IMG_1.MOV", id: "B", time: 100, duration: 2)
            ) == ["IMG_1.HEIC=1", "IMG_1.MOV=2"]
        )
    }

    @Test func `of several movies with the identifier the best by name is taken`() {
        #expect(
            grouped(
                .test("IMG_1.MOV", id: "A"),
                .test("IMG_1.MP4", id: "A"),
                .test("IMG_1.HEIC", id: "A")
            ) == ["IMG_1.HEIC=1 IMG_1.MOV=9", "IMG_1.MP4=2"]
        )
    }

    @Test func `a half that lost its identifier is found by name and time`() {
        #expect(
            grouped(
                .test("IMG_1.HEIC", id: "A", time: 100),
                .test("IMG_1.MP4", time: 98, duration: 2.9)
            ) == ["IMG_1.HEIC=1 IMG_1.MP4=9"]
        )
        // Seven hours off: the picture's time was read in the wrong zone.
        #expect(
            grouped(
                .test("IMG_1.JPG", time: 100 + 7 * 3600, zoneAssumed: true),
                .test("IMG_1.MOV", id: "A", time: 98, duration: 2.9)
            ) == ["IMG_1.JPG=1 IMG_1.MOV=9"]
        )
    }

    @Test(arguments: [
        GroupingFile.test("IMG_1.MOV", time: 104, duration: 2.9),
        GroupingFile.test("IMG_1.MOV", time: 100, duration: 5.1),
        GroupingFile.test("IMG_1.MOV", time: 100),
        GroupingFile.test("IMG_1.MOV", duration: 2),
        GroupingFile.test("IMG_1.MOV", time: 100 + 7 * 3600, duration: 2),
        GroupingFile.test("IMG_2.MOV", time: 100, duration: 2),
        GroupingFile.test("IMG_1.MOV", folder: "Other", time: 100, duration: 2),
    ])
    func `a movie without identifier that was taken otherwise stays apart`(movie: GroupingFile) {
        let picture = GroupingFile.test("IMG_1.HEIC", id: "A", time: 100)
        #expect(FileGrouping.groups(of: [picture, movie]).map(\.members.count) == [1, 1])
    }

    @Test func `without any identifier a name alone makes no Live Photo`() {
        #expect(
            grouped(
                .test("DSC_1.JPG", time: 100),
                .test("DSC_1.MOV", time: 100, duration: 2)
            ) == ["DSC_1.JPG=1", "DSC_1.MOV=2"]
        )
    }

    @Test func `a motion photo takes a movie beside it only by a Pixel's name`() {
        #expect(
            grouped(
                .test("PXL_1.MP.jpg", time: 100, embedded: true),
                .test("PXL_1.MP")
            ) == ["PXL_1.MP.jpg=1 PXL_1.MP=9"]
        )
        #expect(
            grouped(
                .test("S_1.jpg", id: "A", time: 100, embedded: true),
                .test("S_1.mp4", time: 100, duration: 2)
            ) == ["S_1.jpg=1", "S_1.mp4=2"]
        )
    }

    // MARK: Two pictures of one exposure

    @Test func `what was developed of a RAW file is the photo`() {
        #expect(grouped(.test("D_1.NEF"), .test("D_1.JPG")) == ["D_1.JPG=1 D_1.NEF=4"])
        #expect(grouped(.test("D_1.DNG"), .test("D_1.HEIC")) == ["D_1.HEIC=1 D_1.DNG=4"])
        #expect(
            grouped(.test("PXL_2.RAW-01.COVER.jpg"), .test("PXL_2.RAW-02.ORIGINAL.dng"))
                == ["PXL_2.RAW-01.COVER.jpg=1 PXL_2.RAW-02.ORIGINAL.dng=4"]
        )
    }

    @Test
    func `a RAW file of another time stays apart, and so does a picture of no camera's format`() {
        #expect(
            grouped(.test("D_1.NEF", time: 0), .test("D_1.JPG", time: 60))
                == ["D_1.JPG=1", "D_1.NEF=1"]
        )
        #expect(grouped(.test("D_1.NEF"), .test("D_1.PNG")) == ["D_1.NEF=1", "D_1.PNG=1"])
    }

    @Test
    func `a RAW file goes before a JPEG beside a HEIC, and the camera's before a converted one`() {
        #expect(
            grouped(
                .test("D_1.JPG", time: 5),
                .test("D_1.HEIC", time: 5),
                .test("D_1.DNG", time: 5),
                .test("D_1.NEF", time: 5)
            ) == ["D_1.HEIC=1 D_1.NEF=4", "D_1.JPG=1 D_1.DNG=4"]
        )
    }

    @Test func `HEIC and JPEG of one moment and camera are one photo`() {
        #expect(
            grouped(
                .test("A_1.HEIC", time: 5, camera: "Sony A7"),
                .test("A_1.JPG", time: 5.9, camera: "Sony A7")
            ) == ["A_1.HEIC=1 A_1.JPG=4"]
        )
    }

    @Test(arguments: [
        GroupingFile.test("A_1.JPG", time: 6.1, camera: "Sony A7"),
        GroupingFile.test("A_1.JPG", time: 5, camera: "Canon R5"),
        GroupingFile.test("A_1.JPG", camera: "Sony A7"),
        GroupingFile.test("A_1.JPG", id: "B", time: 5, camera: "Sony A7"),
    ])
    func `HEIC and JPEG of one name alone are two photos`(jpeg: GroupingFile) {
        let heic = GroupingFile.test("A_1.HEIC", id: "A", time: 5, camera: "Sony A7")
        #expect(FileGrouping.groups(of: [heic, jpeg]).map(\.members.count) == [1, 1])
    }

    // MARK: Edits

    @Test func `an iPhone's edited Live Photo is one asset with all its parts`() {
        #expect(
            grouped(
                .test("IMG_1.HEIC", id: "A"),
                .test("IMG_1.MOV", id: "A"),
                .test("IMG_E1.JPG", id: "A"),
                .test("IMG_E1.MOV", id: "A"),
                .test("IMG_1.AAE"),
                .test("IMG_O1.AAE")
            ) == [
                "<IMG_O1.AAE", "IMG_1.HEIC=1 IMG_E1.JPG=5 IMG_1.AAE=7 IMG_1.MOV=9 IMG_E1.MOV=10",
            ]
        )
    }

    @Test func `an edited video is a video`() {
        #expect(
            grouped(.test("IMG_1.MOV"), .test("IMG_E1.MOV"), .test("IMG_1.AAE"))
                == ["IMG_1.MOV=2 IMG_E1.MOV=6 IMG_1.AAE=7"]
        )
    }

    @Test func `the camera's own recipe counts where it is the only one`() {
        #expect(grouped(.test("IMG_1.HEIC"), .test("IMG_O1.AAE")) == ["IMG_1.HEIC=1 IMG_O1.AAE=7"])
    }

    @Test func `an edit without its original is an asset, and its recipe is alone`() {
        #expect(
            grouped(.test("IMG_E1.JPG", id: "A"), .test("IMG_E1.MOV", id: "A"), .test("IMG_1.AAE"))
                == ["<IMG_1.AAE", "IMG_E1.JPG=1 IMG_E1.MOV=9"]
        )
    }

    @Test func `Google's edited copy joins its original`() {
        #expect(
            grouped(.test("a(1).jpg"), .test("a-edited(1).jpg"), .test("a.jpg"))
                == ["a(1).jpg=1 a-edited(1).jpg=5", "a.jpg=1"]
        )
    }

    @Test func `a numbered version is an edit only when its time says so, and the last one counts`()
    {
        #expect(
            grouped(
                .test("a.jpg", time: 7),
                .test("a~2.jpg", time: 7),
                .test("a~3.jpg", time: 7),
                .test("a~4.jpg", time: 99),
                .test("a~5.jpg")
            ) == ["a.jpg=1 a~3.jpg=5", "a~2.jpg=1", "a~4.jpg=1", "a~5.jpg=1"]
        )
    }

    @Test func `an edit of another time or camera is not one`() {
        #expect(
            grouped(.test("IMG_1.JPG", time: 7), .test("IMG_E1.JPG", time: 99))
                == ["IMG_1.JPG=1", "IMG_E1.JPG=1"]
        )
        #expect(
            grouped(.test("IMG_1.JPG", camera: "A"), .test("IMG_E1.JPG", camera: "B"))
                == ["IMG_1.JPG=1", "IMG_E1.JPG=1"]
        )
    }

    // MARK: Sidecars and the rest

    @Test func `both namings of XMP files find their photo, the full name first`() {
        #expect(
            grouped(
                .test("a.nef"),
                .test("a.jpg"),
                .test("A.xmp"),
                .test("a.nef.xmp"),
                .test("a.jpg.xmp")
            ) == ["a.jpg=1 a.nef=4 <a.jpg.xmp <a.nef.xmp <A.xmp"]
        )
    }

    @Test func `an XMP file of a name goes to its RAW file`() {
        #expect(
            grouped(.test("a.jpg", time: 0), .test("a.nef", time: 99), .test("a.xmp"))
                == ["a.jpg=1", "a.nef=1 <a.xmp"]
        )
    }

    @Test func `a sidecar without its file stands alone`() {
        #expect(
            grouped(.test("a.heic"), .test("a.jpg.xmp"), .test("b.aae"))
                == ["<a.jpg.xmp", "<b.aae", "a.heic=1"]
        )
    }

    @Test func `sound is an asset of its own`() {
        #expect(
            grouped(.test("a.jpg"), .test("a.m4a"), .test("a.aae"))
                == ["a.jpg=1 a.aae=7", "a.m4a=3"]
        )
    }

    // MARK: Bursts

    @Test func `one picture stands for a burst`() {
        let first = GroupingFile.test("IMG_3.JPG", time: 1, burst: "B")
        let second = GroupingFile.test("IMG_1.JPG", time: 2, burst: "B")
        let cover = GroupingFile.test("X_BURST2_COVER.JPG", time: 3, burst: "B")
        let other = GroupingFile.test("IMG_9.JPG")
        func standing(_ files: [GroupingFile]) -> [Bool?] {
            let groups = FileGrouping.groups(of: files)
            return files.map { file in
                groups.first { $0.indexes == [file.index] }?.representsBurst
            }
        }
        #expect(standing([second, first, other]) == [false, true, nil])
        #expect(standing([second, first, cover]) == [false, false, true])
        var said = second
        said.isBurstCover = true
        #expect(standing([said, first]) == [true, false])
        #expect(FileGrouping.groups(of: [cover]).map(\.burstSelection) == [.byCamera])
    }
}
