import PhotosMedia
import PhotosTestSupport
import Testing

/// Cameras' raw files: by their preview or developed, compared with what was drawn.
struct RawPictureTests {
    private static let colors: [RasterImage.Color] = [
        .init(red: 255, green: 255, blue: 255), .init(red: 128, green: 128, blue: 128),
        .init(red: 200, green: 60, blue: 60), .init(red: 60, green: 180, blue: 70),
        .init(red: 50, green: 70, blue: 190), .init(red: 0, green: 0, blue: 0),
        .init(red: 220, green: 190, blue: 160), .init(red: 255, green: 255, blue: 255),
    ]
    /// Cameras' programs take small sensors for damage.
    private static let drawn = RasterImage(width: 640, height: 480) { column, _ in
        colors[column / 80]
    }
    private static let blue = RasterImage(width: 160, height: 120) { _, _ in
        .init(red: 20, green: 40, blue: 200)
    }
    private static let preview = (JPEGEncoder(quality: 95).encode(blue), 160, 120)

    @Test func `sensor data is developed in the camera's colours`() throws {
        let bytes = TestCameraDNG(Self.drawn).data()
        for size in [PictureRendition.Size.full, .about(longSide: 320)] {
            let picture = try Golden.picture(bytes, size)
            #expect(abs(picture.width - (size == .full ? 640 : 320)) <= 20)
            for (index, color) in Self.colors.enumerated() {
                let column = (2 * index + 1) * picture.width / 16
                let pixel = Golden.pixel(picture, column, picture.height / 2)
                for (found, wanted) in zip(pixel, [color.red, color.green, color.blue]) {
                    #expect(abs(found - Int(wanted)) <= 8)
                }
            }
        }
    }

    @Test func `a preview that is large enough is used, and turned as the raw picture`() throws {
        let bytes = TestCameraDNG(Self.drawn, orientation: .right, preview: Self.preview).data()
        let small = try Golden.picture(bytes, .about(longSide: 160))
        #expect((small.width, small.height) == (120, 160))
        #expect(Golden.pixel(small, 60, 80)[2] > 190 && Golden.pixel(small, 60, 80)[0] < 40)
        let large = try Golden.picture(bytes, .about(longSide: 640))
        #expect(large.height > 600 && large.width > 440)
        // White stands at the left of what is stored, and so at the top of what is shown.
        #expect(Golden.pixel(large, 240, 40)[0] > 245)
        #expect(Golden.pixel(large, 240, 120)[0] < 150)
    }
}
