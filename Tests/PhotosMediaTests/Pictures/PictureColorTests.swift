import Foundation
import PhotosMedia
import PhotosTestSupport
import TestPermits
import Testing

/// Colours in every form that files have them, compared with those that were drawn.
@Suite(.permit) struct PictureColorTests {
    private static let colors: [RasterImage.Color] = [
        .init(red: 255, green: 255, blue: 255), .init(red: 0, green: 0, blue: 0),
        .init(red: 128, green: 128, blue: 128), .init(red: 200, green: 60, blue: 60),
        .init(red: 60, green: 180, blue: 70), .init(red: 50, green: 70, blue: 190),
        .init(red: 220, green: 190, blue: 160), .init(red: 30, green: 40, blue: 30),
    ]
    private static let drawn = RasterImage.fields(colors)

    /// How far the middles of the fields are from what they should be.
    private func farthest(_ picture: Picture, from expected: [RasterImage.Color]) -> Int {
        var result = 0
        for (index, color) in expected.enumerated() {
            let column = (2 * index + 1) * picture.width / (2 * expected.count)
            let pixel = Golden.pixel(picture, column, picture.height / 2)
            for (found, wanted) in zip(pixel, [color.red, color.green, color.blue, 255]) {
                result = max(result, abs(found - Int(wanted)))
            }
        }
        return result
    }

    /// What a colour of another display is in sRGB, by the definitions of both.
    private static func converted(
        _ color: RasterImage.Color,
        from profile: ICCProfile
    ) -> RasterImage.Color {
        let light = [color.red, color.green, color.blue].map { value in
            switch profile.curve {
            case .sRGB: ColorProfile.light(of: Double(value) / 255)
            case .gamma(let gamma): pow(Double(value) / 255, gamma)
            }
        }
        let toSRGB = Matrix.product(
            of: Matrix.inverse(ICCProfile.sRGB.lightToXYZ()),
            and: profile.lightToXYZ()
        )
        let values = Matrix.product(of: toSRGB, and: light).map { light in
            UInt8((255 * ColorProfile.value(of: min(1, max(0, light)))).rounded())
        }
        return RasterImage.Color(red: values[0], green: values[1], blue: values[2])
    }

    @Test(arguments: [
        "a.jpg[Q=100,subsample-mode=off", "a.png[", "a.tiff[", "a.webp[lossless",
    ])
    func `an embedded profile is honoured`(format: String) throws {
        let folder = try ScratchFolder()
        for profile in [ICCProfile.displayP3, .adobeRGB, .sRGB] {
            let file = try folder.write(profile.data(), to: "profile.icc")
            let name = format + (format.hasSuffix("[") ? "" : ",") + "profile=\(file)]"
            let bytes = try OtherProgram.vips(Self.drawn, name)
            let expected = Self.colors.map { Self.converted($0, from: profile) }
            #expect(profile == .sRGB || expected != Self.colors)
            #expect(farthest(try Golden.picture(bytes), from: expected) <= 4)
            let small = try Golden.picture(bytes, .about(longSide: 64))
            #expect(farthest(small, from: expected) <= 4)
        }
    }

    @Test func `the profile of a HEIC is honoured`() throws {
        let folder = try ScratchFolder()
        let file = try folder.write(ICCProfile.displayP3.data(), to: "profile.icc")
        let png = try OtherProgram.vips(Self.drawn, "a.png[profile=\(file)]")
        let bytes = try OtherProgram.heif(png, "a.heic", ["-p", "chroma=444"])
        let expected = Self.colors.map { Self.converted($0, from: .displayP3) }
        #expect(farthest(try Golden.picture(bytes), from: expected) <= 5)
    }

    @Test func `colours that a file states by numbers are honoured`() throws {
        let png = try OtherProgram.vips(Self.drawn, "a.png")
        let bytes = try OtherProgram.heif(png, "a.avif", ["-p", "chroma=444"])
        let box = try #require(Data(bytes).range(of: Data("colrnclx".utf8)))
        let stated: [(code: UInt8, profile: ICCProfile)] = [
            (1, .sRGB), (12, .displayP3), (9, .rec2020),
        ]
        for (code, profile) in stated {
            var coded = bytes
            coded[box.upperBound + 1] = code
            coded[box.upperBound + 3] = 13
            let expected = Self.colors.map { Self.converted($0, from: profile) }
            #expect(farthest(try Golden.picture(coded), from: expected) <= 5)
        }
    }

    @Test(arguments: ["a.jpg[Q=98,subsample-mode=off]", "a.tiff"])
    func `pictures for printing come out in colours of displays`(name: String) throws {
        // Ink is no light: the deepest colours of a display have none that is the same.
        let printable: [RasterImage.Color] = [
            .init(red: 255, green: 255, blue: 255), .init(red: 128, green: 128, blue: 128),
            .init(red: 200, green: 60, blue: 60), .init(red: 80, green: 160, blue: 90),
            .init(red: 70, green: 90, blue: 150), .init(red: 220, green: 190, blue: 160),
        ]
        let steps = [["colourspace", "cmyk"]]
        let profiled = try OtherProgram.vips(.fields(printable), name, after: steps)
        #expect(farthest(try Golden.picture(profiled), from: printable) <= 16)
        let black = RasterImage.Color(red: 0, green: 0, blue: 0)
        let night = try OtherProgram.vips(.fields([black]), name, after: steps)
        #expect(farthest(try Golden.picture(night), from: [black]) <= 24)

        let bare = name.hasSuffix("]") ? name.dropLast() + ",strip]" : name + "[strip]"
        let plain = try OtherProgram.vips(.fields(printable), String(bare), after: steps)
        #expect(plain.count * 2 < profiled.count)
        #expect(farthest(try Golden.picture(plain), from: printable) <= 16)
    }

    @Test(arguments: ["a.png[bitdepth=16]", "a.tiff", "a.jxl[lossless]"])
    func `sixteen bits become eight`(name: String) throws {
        let bytes = try OtherProgram.vips(Self.drawn, name, after: [["colourspace", "rgb16"]])
        let file = try MediaHeader.read(from: bytes)
        #expect(file.storedWidth == Self.drawn.width)
        #expect(farthest(try Golden.picture(bytes), from: Self.colors) <= 1)
    }

    @Test(arguments: ["a.png", "a.jpg[Q=98]", "a.tiff", "b.png[bitdepth=16]", "b.tiff"])
    func `grey pictures have three equal colours`(name: String) throws {
        let greys = [255, 0, 128, 30, 200, 90].map { (value: UInt8) in
            RasterImage.Color(red: value, green: value, blue: value)
        }
        let space = name.hasPrefix("a") ? "b-w" : "grey16"
        let bytes = try OtherProgram.vips(
            .fields(greys),
            name,
            after: [["colourspace", space]]
        )
        #expect(farthest(try Golden.picture(bytes), from: greys) <= 1)
    }

    @Test func `colours of a laboratory come out as those of a display`() throws {
        let bytes = try OtherProgram.vips(Self.drawn, "a.tiff", after: [["colourspace", "lab"]])
        #expect(farthest(try Golden.picture(bytes), from: Self.colors) <= 2)
    }

    @Test func `ten bits become eight`() throws {
        let steps = [["colourspace", "rgb16"]]
        for name in ["a.heic[Q=98,bitdepth=10]", "a.tiff"] {
            let bytes = try OtherProgram.vips(Self.drawn, name, after: steps)
            #expect(farthest(try Golden.picture(bytes), from: Self.colors) <= 5)
        }
    }

    @Test func `a profile without sense is as good as none`() throws {
        let folder = try ScratchFolder()
        let file = try folder.write(ICCProfile.displayP3.data(), to: "profile.icc")
        var bytes = try OtherProgram.vips(Self.drawn, "a.jpg[Q=100,profile=\(file)]")
        let signature = try #require(Data(bytes).range(of: Data("acsp".utf8)))
        for index in signature.lowerBound..<signature.lowerBound + 300 { bytes[index] = 0x55 }
        #expect(farthest(try Golden.picture(bytes), from: Self.colors) <= 3)
    }
}

@Suite(.permit) struct ColorProfileTests {
    @Test func `the profile of sRGB is recognized among others`() {
        #expect(ColorProfile.isSRGB(ICCProfile.sRGB.data()))
        let others = [ICCProfile.displayP3, .adobeRGB, .rec2020]
        for other in others { #expect(!ColorProfile.isSRGB(other.data())) }
        var darker = ICCProfile.sRGB
        darker.curve = .gamma(2.2)
        #expect(!ColorProfile.isSRGB(darker.data()))
    }

    @Test func `profiles that are cut off are none`() {
        let profile = ICCProfile.sRGB.data()
        for length in 0..<profile.count {
            #expect(!ColorProfile.isSRGB(Array(profile[..<length])))
        }
    }
}

extension ICCProfile {
    fileprivate static let adobeRGB = ICCProfile(
        red: Chromaticity(x: 0.64, y: 0.33),
        green: Chromaticity(x: 0.21, y: 0.71),
        blue: Chromaticity(x: 0.15, y: 0.06),
        curve: .gamma(563.0 / 256)
    )
}
