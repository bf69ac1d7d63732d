import PhotosStore
import TestPermits
import Testing

/// Which file of a photo a sidecar describes, and whether that file is there.
@Suite(.permit) struct DescribedFileTests {
    private func described(
        by sidecar: String,
        present: [String] = [],
        gone: [String] = [],
        elsewhere: [String] = []
    ) -> DescribedFile {
        DescribedFile(
            ofSidecar: sidecar,
            among: present.map { .init($0, isBeside: true, isPresent: true) }
                + elsewhere.map { .init($0, isBeside: false, isPresent: true) }
                + gone.map { .init($0, isBeside: true, isPresent: false) }
        )
    }

    @Test func `a sidecar with the whole name of a file describes that file alone`() {
        #expect(described(by: "a.jpg.xmp", present: ["a.jpg"], gone: ["a.cr3"]) == .present)
        #expect(described(by: "A.CR3.xmp", present: ["a.jpg"], gone: ["a.cr3"]) == .gone)
    }

    @Test func `a sidecar of several files describes the RAW file first, and a movie last`() {
        #expect(described(by: "a.xmp", present: ["a.jpg"], gone: ["a.cr3"]) == .gone)
        #expect(described(by: "a.xmp", present: ["a.cr3"], gone: ["a.jpg"]) == .present)
        // A TIFF may be a scan as well as a camera's own.
        #expect(described(by: "a.xmp", present: ["a.cr3"], gone: ["a.tif"]) == .present)
        #expect(described(by: "a.xmp", present: ["a.mov"], gone: ["a.heic"]) == .gone)
        #expect(described(by: "a.xmp", present: ["a.heic"], gone: ["a.mov"]) == .present)
    }

    @Test func `a sidecar describes the file with its name before an edited version`() {
        #expect(described(by: "img_1.xmp", present: ["IMG_E1.JPG"], gone: ["IMG_1.JPG"]) == .gone)
        #expect(
            described(by: "img_1.xmp", present: ["IMG_1.JPG"], gone: ["IMG_E1.JPG"]) == .present
        )
        #expect(described(by: "img_1.xmp", present: ["IMG_E1.JPG"]) == .present)
    }

    @Test func `of copies, the one beside the sidecar counts`() {
        #expect(described(by: "a.jpg.xmp", gone: ["a.jpg"], elsewhere: ["a.jpg"]) == .gone)
        #expect(described(by: "a.jpg.xmp", elsewhere: ["a.jpg"]) == .present)
    }

    @Test func `recipes and files with other names are described by none`() {
        #expect(described(by: "a.xmp", present: ["a.aae", "b.jpg"]) == .unknown)
        #expect(described(by: "a.xmp") == .unknown)
    }
}
