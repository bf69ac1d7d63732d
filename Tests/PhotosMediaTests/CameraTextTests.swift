import PhotosMedia
import TestPermits
import Testing

/// Texts that cameras write, and words that look like them.
@Suite(.permit) struct CameraTextTests: TagReadingTests {
    @Test(arguments: [
        "SANYO DIGITAL CAMERA", "CASIO DIGITAL CAMERA", "MEDION DIGITAL CAMERA  ",
        "KODAK DIGITAL STILL CAMERA", "OLYMPUS DIGITAL CAMERA", "oznorWOB", "oznorWO", "cof_soft",
        "mon", "rhdr", "burst", "sdr_hdrb", "100MEDIA/DJI_0005.JPG", "DCIM\\100MEDIA\\DJI_0001.JPG",
        "102_PANA/P1020003.JPG",
    ])
    func `no person wrote such a caption`(text: String) {
        #expect(facts(["Exif.Image.ImageDescription": text]).caption == nil)
    }

    @Test(arguments: [
        "Mon", "Burst", "Nor", "MON", "My first digital camera",
        "A DIGITAL CAMERA ON A TABLE OF MY AUNT",
        "1000 lakes/2021.txt", "moon", "mon_amour", "2021/summer.jpg",
    ])
    func `a person may have written such a caption`(text: String) {
        #expect(facts(["Exif.Image.ImageDescription": text]).caption == text)
    }

    @Test(arguments: ["mon", "burst", "nor", "dav"])
    func `a mode is none in names of places`(text: String) {
        #expect(facts(["Xmp.photoshop.City": text]).placeNames.city == text)
    }
}
