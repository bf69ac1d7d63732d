import MediaSynthesis
import PhotosMedia

extension FormatSample {
    /// A maker's TIFF with values of a sensor that are not compressed, and a JPEG beside them.
    private struct Camera: Sendable {
        var format: String
        var type: MediaType
        var make: String
        var model: String
        var change: @Sendable (inout TestCameraDNG) -> Void = { _ in }
    }

    private static let cameras = [
        Camera(format: "DNG", type: .dng, make: "Maker", model: "Model") { $0.isDNG = true },
        Camera(format: "Nikon NEF", type: .nikonNEF, make: "NIKON CORPORATION", model: "NIKON D90"),
        Camera(format: "Nikon NRW", type: .nikonNRW, make: "NIKON", model: "COOLPIX P7000") {
            $0.previewCompression = 6
        },
        Camera(format: "Sony ARW", type: .sonyARW, make: "SONY", model: "ILCE-7M3"),
        Camera(format: "Sony SRF", type: .sonySRF, make: "SONY", model: "DSC-F828"),
        Camera(format: "Sony SR2", type: .sonySR2, make: "SONY", model: "DSC-R1"),
        Camera(format: "Pentax PEF", type: .pentaxPEF, make: "PENTAX", model: "PENTAX K-x"),
        Camera(
            format: "Olympus ORF",
            type: .olympusORF,
            make: "OLYMPUS IMAGING CORP.",
            model: "E-620"
        ) { $0.signature = Array("MMOR".utf8) },
        Camera(format: "Samsung SRW", type: .samsungSRW, make: "SAMSUNG", model: "NX300"),
        Camera(format: "Epson ERF", type: .epsonERF, make: "SEIKO EPSON CORP.", model: "R-D1"),
        Camera(
            format: "Kodak DCR",
            type: .kodakDCR,
            make: "EASTMAN KODAK COMPANY",
            model: "KODAK P880 ZOOM DIGITAL CAMERA"
        ),
        Camera(format: "Leaf MOS", type: .leafMOS, make: "Leaf", model: "Aptus 22"),
        Camera(
            format: "Hasselblad 3FR",
            type: .hasselblad3FR,
            make: "Hasselblad",
            model: "Hasselblad H3D"
        ),
        Camera(
            format: "Hasselblad FFF",
            type: .hasselbladFFF,
            make: "Hasselblad",
            model: "Hasselblad H3D"
        ) { $0.ownTag = 0xB4C3 },
        Camera(
            format: "Mamiya MEF",
            type: .mamiyaMEF,
            make: "Mamiya-OP Co.,Ltd.",
            model: "MAMIYA ZD"
        ),
        Camera(format: "Phase One IIQ", type: .phaseOneIIQ, make: "Phase One A/S", model: "P 25") {
            $0.mark = Array("MMMMRawT".utf8)
        },
    ]

    /// The ones that ExifTool does not write.
    private static let untagged: Set<MediaType> = [.sonySRF, .kodakDCR, .hasselblad3FR]

    static func raws(_ variation: Int) -> [FormatSample] {
        let small = drawing(variation)
        let jpeg = JPEGEncoder(quality: 90).encode(small)
        let preview = (jpeg, small.width, small.height)
        // Cameras' programs take small sensors for damage.
        let (width, height) = (640 + variation % 16 * 2, 480)
        let values = sensor(width, height)
        let flat = RasterImage(width: 1, height: 1) { _, _ in .init(red: 0, green: 0, blue: 0) }
        var samples = cameras.map { camera in
            var raw = TestCameraDNG(flat, preview: preview)
            (raw.make, raw.model, raw.isDNG) = (camera.make, camera.model, false)
            (raw.sides, raw.compressed) = ((width, height), (1, values))
            camera.change(&raw)
            return FormatSample(
                camera.format,
                camera.type,
                raw.data(),
                tagging: untagged.contains(camera.type) ? nil : .exifOfCamera
            )
        }
        let exif = ExifFields(
            dateTimeOriginal: "2024:05:01 12:30:00",
            offset: "+02:00",
            make: "FUJIFILM",
            place: ExifFields.Place(latitude: 48.2, longitude: 16.4)
        )
        var minolta = exif
        (minolta.make, minolta.model) = ("KONICA MINOLTA", "DYNAX 7D")
        let littles: [(String, MediaType, TestLittleRaw.Maker)] = [
            ("Canon CR2", .canonCR2, .canonCR2), ("Canon TIF", .canonTIF, .canonTIF),
            ("Panasonic RW2", .panasonicRW2, .panasonicRW2), ("Leica RWL", .leicaRWL, .leicaRWL),
            ("Panasonic RAW", .panasonicRAW, .panasonicRAW),
        ]
        samples += littles.map { name, type, maker in
            FormatSample(name, type, TestLittleRaw(maker, preview: preview).data())
        }
        let picture = TestJPEG(width: small.width, height: 120, exif: exif).data()
        let bars = RasterImage.gradient(width: width, height: height)
        return samples + [
            FormatSample("Canon CR3", .canonCR3, TestCR3().data(), hasPicture: false),
            FormatSample("Canon CRW", .canonCRW, TestCRW(preview: jpeg).data()),
            FormatSample("Fujifilm RAF", .fujiRAF, fujifilm(picture)),
            FormatSample("Minolta MRW", .minoltaMRW, TestMRW(bars, exif: minolta).data()),
            FormatSample("Sigma X3F", .sigmaX3F, TestX3F(preview: jpeg).data()),
        ]
    }

    /// Middle grey with a dark half, in two bytes a pixel.
    private static func sensor(_ width: Int, _ height: Int) -> [UInt8] {
        let row = (0..<width).flatMap { $0 < width / 2 ? [0x40, 0x00] as [UInt8] : [0x08, 0x00] }
        return Array(repeatElement(row, count: height).joined())
    }

    /// A picture with everything behind the place where it is said to be.
    private static func fujifilm(_ jpeg: [UInt8]) -> [UInt8] {
        ByteWriter {
            $0.text("FUJIFILMCCD-RAW 0201")
            $0.zeros(84 - 20)
            $0.uint32(92)
            $0.uint32(jpeg.count)
            $0.append(jpeg)
        }.bytes
    }
}
