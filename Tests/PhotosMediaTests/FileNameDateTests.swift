import PhotosMedia
import TestPermits
import Testing

@Suite(.permit) struct FileNameDateTests {
    private func seconds(_ text: String) throws -> Double {
        try #require(CaptureTime(text)).localSeconds
    }

    @Test(arguments: [
        ("IMG_20200131_123456.jpg", "2020-01-31 12:34:56"),
        ("IMG20200131123456.jpg", "2020-01-31 12:34:56"),
        ("VID_20200131_123456.mp4", "2020-01-31 12:34:56"),
        ("MVIMG_20200131_123456.jpg", "2020-01-31 12:34:56"),
        ("20200131_123456.jpg", "2020-01-31 12:34:56"),
        ("20200131_123456(1).jpg", "2020-01-31 12:34:56"),
        ("20200131_123456_001.jpg", "2020-01-31 12:34:56"),
        ("IMG_20200131_123456_HDR.jpg", "2020-01-31 12:34:56"),
        ("IMG_20200131_123456123.jpg", "2020-01-31 12:34:56.123"),
        ("2020-01-31 12.34.56.jpg", "2020-01-31 12:34:56"),
        ("2020-01-31 12.34.56-2.jpg", "2020-01-31 12:34:56"),
        ("2020-01-31T12-34-56.jpg", "2020-01-31 12:34:56"),
        ("2020_01_31_12_34_56.jpg", "2020-01-31 12:34:56"),
        ("Screenshot_2020-01-31-12-34-56.png", "2020-01-31 12:34:56"),
        ("Screenshot_2020-01-31-12-34-56-789_com.example.png", "2020-01-31 12:34:56"),
        ("Screenshot_20200131-123456.png", "2020-01-31 12:34:56"),
        ("Screenshot_20200131-123456_Maps.png", "2020-01-31 12:34:56"),
        ("Screenshot from 2020-01-31 12-34-56.png", "2020-01-31 12:34:56"),
        ("Screenshot 2020-01-31 at 12.34.56.png", "2020-01-31 12:34:56"),
        ("Screen Shot 2020-01-31 at 1.34.56 PM.png", "2020-01-31 13:34:56"),
        ("Screen Shot 2020-01-31 at 12.34.56 AM.png", "2020-01-31 00:34:56"),
        ("Screenshot 2020-01-31 at 1.34.56\u{202F}PM.png", "2020-01-31 13:34:56"),
        ("signal-2020-01-31-123456.jpg", "2020-01-31 12:34:56"),
        ("signal-2020-01-31-12-34-56-789.jpg", "2020-01-31 12:34:56"),
        ("photo_2020-01-31_12-34-56.jpg", "2020-01-31 12:34:56"),
        ("WhatsApp Image 2020-01-31 at 12.34.56.jpeg", "2020-01-31 12:34:56"),
        ("Photo 2020-01-31, 12 34 56.jpg", "2020-01-31 12:34:56"),
        ("VID-20200131-WA0001.mp4", "2020-01-31 12:00:00"),
        ("IMG-20200131-WA0001.jpg", "2020-01-31 12:00:00"),
        ("2020-01-31.jpg", "2020-01-31 12:00:00"),
        // What follows the day is a number and no time.
        ("IMG_20200131_0001.jpg", "2020-01-31 12:00:00"),
        ("IMG_20200131_256199.jpg", "2020-01-31 12:00:00"),
        ("Screen Shot 2020-01-31 at 13.34.56 PM.png", "2020-01-31 12:00:00"),
        ("1950-06-01 Wedding.tif", "1950-06-01 12:00:00"),
        ("Summer 2020-01-31 (beach).jpg", "2020-01-31 12:00:00"),
    ])
    func `names of cameras, phones and messengers state their date`(
        name: String,
        expected: String
    ) throws {
        let time = try #require(FileNameDate.read(name))
        #expect(abs(time.localSeconds - (try seconds(expected))) < 1e-6)
        #expect(time.zoneOffset == nil)
    }

    @Test func `Pixel's names count in GMT`() throws {
        for name in ["PXL_20200131_123456789.jpg", "PXL_20200131_123456789.MP.jpg"] {
            let time = try #require(FileNameDate.read(name))
            #expect(abs(time.localSeconds - (try seconds("2020-01-31 12:34:56.789"))) < 1e-6)
            #expect(time.zoneOffset == 0)
        }
        let zulu = try #require(FileNameDate.read("2020-01-31T12-34-56Z.jpg"))
        #expect(zulu.zoneOffset == 0)
    }

    @Test(arguments: [
        "IMG_1234.jpg", "DSC01234.JPG", "DSC_20201301.jpg", "IMG_20200230_123456.jpg",
        "20200131.jpg", "12345678.jpg", "invoice 20190101234567.pdf", "1580474096123.jpg",
        "FB_IMG_1580474096123.jpg",
        "A20200131B123456.jpg", "a1b2c3d4-2020-0131-1234-567890abcdef.jpg", "2020-01-311.jpg",
        "P1010020.JPG", "100_2020-13-01.jpg", "x2020-01-31x.jpg", "9999-12-31.jpg", "", "....",
        "2020.jpg", "2020-01.jpg", "IMG_0001-01-01.jpg", "scan-2020-01-31a.jpg",
        "PXL_20200131.jpg",
    ])
    func `numbers that only look like dates are none`(name: String) {
        #expect(FileNameDate.read(name) == nil)
    }

    @Test func `only the name counts, and not its folders`() {
        #expect(FileNameDate.read("2020-01-31/IMG_1234.jpg") == nil)
    }
}
