import Foundation
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
        ("2020-01-31 Room 12.45.jpg", "2020-01-31 12:00:00"),
        ("2020-01-31 invoice 123456.jpg", "2020-01-31 12:00:00"),
        ("20200131-WA0001.jpg", "2020-01-31 12:00:00"),
        ("IMG_20200131_Maps_12-34-56.jpg", "2020-01-31 12:00:00"),
        ("2020-01-31 12.34.56 Amsterdam.jpg", "2020-01-31 12:34:56"),
        // Programs and messengers.
        ("DJI_20200131123456_0001_D.JPG", "2020-01-31 12:34:56"),
        ("WIN_20200131_12_34_56_Pro.jpg", "2020-01-31 12:34:56"),
        ("threema-20200131-123456789.jpg", "2020-01-31 12:34:56.789"),
        ("viber_image_2020-01-31_12-34-56-789.jpg", "2020-01-31 12:34:56"),
        ("viber image 2020-01-31 , 12.34.56.jpg", "2020-01-31 12:34:56"),
        ("photo_1@31-01-2020_12-34-56.jpg", "2020-01-31 12:34:56"),
        ("video_12@31-01-2020_12-34-56(1).mp4", "2020-01-31 12:34:56"),
        ("WhatsApp Bild 2020-01-31 um 12.34.56.jpg", "2020-01-31 12:34:56"),
        ("Imagem do WhatsApp de 2020-01-31 à(s) 12.34.56_0b1c2d3e.jpg", "2020-01-31 12:34:56"),
        ("WhatsApp Image 2020-01-31 at 1.34.56 PM (1).jpeg", "2020-01-31 13:34:56"),
        ("signal-attachment-2020-01-31-123456.jpg", "2020-01-31 12:34:56"),
        ("DSC_0001_BURST20200131123456789_COVER.JPG", "2020-01-31 12:34:56.789"),
        ("00001IMG_00001_BURST20200131123456.jpg", "2020-01-31 12:34:56"),
        ("Screenshot 2020-01-31 123456.png", "2020-01-31 12:34:56"),
        // Dashcams, and screenshots of Samsung.
        ("2020_0131_123456_001.MP4", "2020-01-31 12:34:56"),
        ("2020_0131_123456_0001F.MP4", "2020-01-31 12:34:56"),
        ("NO20200131-123456-000001F.MP4", "2020-01-31 12:34:56"),
        ("Screenshot_2020_0131_123456.png", "2020-01-31 12:34:56"),
        // Android counts the hours from 1 to 24 in some cameras.
        ("IMG_20200131_243456.jpg", "2020-01-31 00:34:56"),
    ])
    func `names of cameras, phones and messengers state their date`(
        name: String,
        expected: String
    ) throws {
        let time = try #require(FileNameDate.read(name))
        #expect(abs(time.localSeconds - (try seconds(expected))) < 1e-6)
        #expect(time.zoneOffset == nil)
    }

    /// Screenshots of macOS, iOS, Android, Windows and GNOME, each at the same time.
    @Test(arguments: [
        "Bildschirmfoto 2020-01-31 um 12.34.56.png",
        "Bildschirmfoto vom 2020-01-31 12-34-56.png",
        "Capture d’écran 2020-01-31 à 12.34.56.png",
        "Capture d’écran, le 2020-01-31 à 12.34.56.png",
        "Capture d’écran du 2020-01-31 12-34-56.png",
        "Captura de pantalla 2020-01-31 a las 12.34.56.png",
        "Captura de pantalla 2020-01-31 a la(s) 12.34.56 p. m..png",
        "Captura de pantalla 2020-01-31 a la(s) 12.34.56\u{A0}p.\u{A0}m..png",
        "Captura de Tela 2020-01-31 às 12.34.56.png",
        "Captura de ecrã 2020-01-31, às 12.34.56.png",
        "Captura de pantalla 2020-01-31 a les 12.34.56.png",
        "Schermata 2020-01-31 alle 12.34.56.png",
        "Schermata del 2020-01-31 12-34-56.png",
        "Schermafbeelding 2020-01-31 om 12.34.56.png",
        "Skärmavbild 2020-01-31 kl. 12.34.56.png",
        "Skærmbillede 2020-01-31 kl. 12.34.56.png",
        "Skjermbilde 2020-01-31 kl. 12.34.56.png",
        "Näyttökuva 2020-1-31 kello 12.34.56.png",
        "Zrzut ekranu 2020-01-31 o 12.34.56.png",
        "Snímek obrazovky 2020-01-31 v 12.34.56.png",
        "Snímka obrazovky 2020-01-31 o 12.34.56.png",
        "Képernyőfotó 2020-01-31 - 12.34.56.png",
        "Captură de ecran 2020-01-31 la 12.34.56.png",
        "Snimka zaslona 2020-01-31 u 12.34.56.png",
        "Ekran Resmi 2020-01-31 12.34.56.png",
        "Ekran Resmi 2020-01-31 ÖS 12.34.56.png",
        "Στιγμιότυπο οθόνης 2020-01-31, 12.34.56 μ.μ..png",
        "Снимок экрана 2020-01-31 в 12.34.56.png",
        "Знімок екрана 2020-01-31 о 12.34.56.png",
        "スクリーンショット 2020-01-31 12.34.56.png",
        "スクリーンショット 2020-01-31 午後12.34.56.png",
        "スクリーンショット 2020-01-31 午後0.34.56.png",
        "2020-01-31 12-34-56 のスクリーンショット.png",
        "截屏2020-01-31 12.34.56.png",
        "截屏2020-01-31 下午12.34.56.png",
        "屏幕快照 2020-01-31 中午12.34.56.png",
        "屏幕截图 2020-01-31 123456.png",
        "截圖 2020-01-31 下午12.34.56.png",
        "截图_2020年1月31日_12.34.56.png",
        "2020年01月31日 12時34分56秒.png",
        "스크린샷 2020-01-31 오후 12.34.56.png",
        "스크린샷, 2020년 1월 31일 오후 12시 34분 56초.png",
        "صورة الشاشة ٢٠٢٠-٠١-٣١ في ١٢.٣٤.٥٦ م.png",
        "لقطة الشاشة 2020-01-31 في 12.34.56.png",
        "צילום מסך 2020-01-31 ב-12.34.56.png",
        "\u{200F}צילום מסך \u{200E}2020-01-31\u{200E} בשעה 12.34.56.png",
        "ภาพหน้าจอ 2020-01-31 เวลา 12.34.56.png",
        "ภาพหน้าจอ 2563-01-31 เวลา 12.34.56.png",
        "Ảnh màn hình 2020-01-31 lúc 12.34.56.png",
        "Cuplikan Layar 2020-01-31 pukul 12.34.56.png",
        "स्क्रीनशॉट 2020-01-31 को 12.34.56 बजे.png",
        "Screen Shot 2020-01-31 at 12.34.56\u{202F}PM.png",
        "Screenshot 2020-01-31 at 12.34.56\u{202F}p.m..png",
        "Screenshot 2020‑01‑31 at 12꞉34꞉56.png",
        "Screenshot_2020-01-31-12-34-56-789_com.tencent.mm.jpg",
        "Screenshot_2020-01-31-12-34-56-789_微信.jpg",
    ])
    func `screenshots in all languages state their date, composed or not`(name: String) throws {
        for spelling in [
            name, name.decomposedStringWithCanonicalMapping,
            name.precomposedStringWithCanonicalMapping,
        ] {
            let time = try #require(FileNameDate.read(spelling))
            #expect(time.localSeconds == (try seconds("2020-01-31 12:34:56")))
            #expect(time.hasTime && time.zoneOffset == nil)
        }
    }

    @Test(arguments: [
        ("截屏2020-01-31 上午12.34.56.png", "2020-01-31 00:34:56"),
        ("截屏2020-01-31 凌晨2.34.56.png", "2020-01-31 02:34:56"),
        ("截屏2020-01-31 中午11.34.56.png", "2020-01-31 11:34:56"),
        ("截屏2020-01-31 晚上11.34.56.png", "2020-01-31 23:34:56"),
        ("スクリーンショット 2020-01-31 午前0.34.56.png", "2020-01-31 00:34:56"),
        ("스크린샷 2020-01-31 오전 1.34.56.png", "2020-01-31 01:34:56"),
        ("Στιγμιότυπο 2020-01-31, 1.34.56 π.μ..png", "2020-01-31 01:34:56"),
        ("صورة 2020-01-31 في 1.34.56 ص.png", "2020-01-31 01:34:56"),
        ("Screenshot 2020-01-31 at 1.34.56 a.m..png", "2020-01-31 01:34:56"),
        ("Syot Layar 2020-01-31 pada 1.34.56 PTG.png", "2020-01-31 13:34:56"),
        ("Syot Layar 2020-01-31 pada 1.34.56 PG.png", "2020-01-31 01:34:56"),
        ("Ảnh chụp Màn hình 2020-01-31 lúc 1.34.56 CH.png", "2020-01-31 13:34:56"),
        ("Ảnh chụp Màn hình 2020-01-31 lúc 1.34.56 SA.png", "2020-01-31 01:34:56"),
        ("Képernyőfotó 2020-01-31 - du. 1.34.56.png", "2020-01-31 13:34:56"),
        ("Képernyőfotó 2020-01-31 - de. 1.34.56.png", "2020-01-31 01:34:56"),
        ("Näyttökuva 2020-01-31 kello 1.34.56 ip..png", "2020-01-31 13:34:56"),
        ("Näyttökuva 2020-01-31 kello 1.34.56 ip.png", "2020-01-31 13:34:56"),
        ("Skärmavbild 2020-01-31 kl. 1.34.56 em.png", "2020-01-31 13:34:56"),
        ("Знімок екрана 2020-01-31 о 1.34.56 пп.png", "2020-01-31 13:34:56"),
        ("Екранна снимка 2020-01-31 в 1.34.56 сл.об..png", "2020-01-31 13:34:56"),
        ("स्क्रीनशॉट 2020-01-31 को 1.34.56 अपराह्न.png", "2020-01-31 13:34:56"),
        ("Snímek obrazovky 2020-01-31 v 1.34.56 odp..png", "2020-01-31 13:34:56"),
        // The word is not known, so the time is not.
        ("Screenshot 2020-01-31 at 1.34.56 XYZ.png", "2020-01-31 12:00:00"),
        ("Screenshot 2020-01-31 at 11.34.56 X.Y. (2).png", "2020-01-31 12:00:00"),
        // The word says nothing about the half of the day.
        ("Screenshot 2020-01-31 at 13.34.56 XYZ.png", "2020-01-31 13:34:56"),
        ("Screenshot 2020-01-31 at 01.34.56 XYZ.png", "2020-01-31 01:34:56"),
        ("Screenshot 2020-01-31 at 1.34.56 copy.png", "2020-01-31 01:34:56"),
        ("2020-01-31 11.34.56 Oslo.jpg", "2020-01-31 11:34:56"),
        ("Captura de Tela 2020-01-31 em 1.34.56.png", "2020-01-31 01:34:56"),
    ])
    func `the words of languages for the halves of a day count`(
        name: String,
        expected: String
    )
        throws
    {
        #expect(FileNameDate.read(name)?.localSeconds == (try seconds(expected)))
    }

    @Test func `milliseconds in a messenger's name are a moment`() throws {
        for name in [
            "FB_IMG_1580474096123.jpg", "mmexport1580474096123.jpg", "wx_camera_1580474096123.jpg",
            "microMsg.1580474096123.jpg", "line_1580474096123.jpg",
            "00001IMG_00001_BURST1580474096123_COVER.jpg",
            "mmexport0a1b2c3d4e5f60718293a4b5c6d7e8f9_1580474096123.jpg",
        ] {
            let time = try #require(FileNameDate.read(name), "\(name)")
            #expect(abs(time.localSeconds - (try seconds("2020-01-31 12:34:56.123"))) < 1e-3)
            #expect(time.zoneOffset == 0)
        }
    }

    @Test func `iOS counts seconds in the names of recordings of the screen`() throws {
        let time = try #require(FileNameDate.read("RPReplay_Final1580474096.mp4"))
        #expect(time.localSeconds == (try seconds("2020-01-31 12:34:56")))
        #expect(time.zoneOffset == 0)
    }

    @Test func `a zone in a name counts`() throws {
        let time = try #require(FileNameDate.read("2020-01-31T12-34-56+0530.jpg"))
        #expect(time.localSeconds == (try seconds("2020-01-31 12:34:56")))
        #expect(time.zoneOffset == 19_800)
        #expect(FileNameDate.read("2020-01-31T12-34-56-0001.jpg")?.zoneOffset == nil)
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
        "received_1580474096123.jpeg", "received_158047409612345.jpeg", "Snapchat-1580474096.jpg",
        "S__12345678.jpg", "IMG_4006381333931.jpg", "FB_IMG_15804740961.jpg",
        "mmexport15804740961234.jpg", "image-0-02-05-0a1b2c3d4e5f.jpg", "2020-1-3.jpg",
        "photo_1@31-13-2020_12-34-56.jpg", "photo_31-01-2020_12-34-56.jpg",
        "Screenshot_1970-01-01-08-00-00.png", "Screenshot_1970-01-01-00-03-27.png",
        "Screenshot 2563-01-31 at 12.34.56.png", "тест2020-01-31тест.jpg",
        "v2.2020.01.31b.jpg", "IMG_2020013112345.jpg", "4711-2020-0131.jpg",
        "A20200131B123456.jpg", "a1b2c3d4-2020-0131-1234-567890abcdef.jpg", "2020-01-311.jpg",
        "P1010020.JPG", "100_2020-13-01.jpg", "x2020-01-31x.jpg", "9999-12-31.jpg", "", "....",
        "2020.jpg", "2020-01.jpg", "IMG_0001-01-01.jpg", "scan-2020-01-31a.jpg",
        "PXL_20200131.jpg", "received_20200131123456789.jpeg", "received_20200131_123456.jpeg",
        "2020_0131_1234.jpg", "2020_1331_123456.jpg", "2020_0131_253456.jpg", "NO20200131.jpg",
        "Final1580474096.mp4", "a1b2c3d4e5f60718293a4b5c6d7e8f90_1580474096123.jpg",
    ])
    func `numbers that only look like dates are none`(name: String) {
        #expect(FileNameDate.read(name) == nil)
    }

    @Test func `only the name counts, and not its folders`() {
        #expect(FileNameDate.read("2020-01-31/IMG_1234.jpg") == nil)
    }
}
