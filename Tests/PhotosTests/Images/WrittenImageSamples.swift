import Foundation
import Photos
import PhotosTestSupport
import Testing

/// Images and metadata of chance, to be written and read back.
struct WrittenImageSamples {
    private var numbers: SeededNumbers

    init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

    /// Smooth colours, which lossy formats keep nearly.
    mutating func image() throws -> CGImage {
        let (width, height) = (16 + numbers.number(below: 80), 16 + numbers.number(below: 80))
        let base = (0..<3).map { _ in numbers.number(below: 156) }
        var bytes: [UInt8] = []
        for row in 0..<height {
            for column in 0..<width {
                bytes.append(UInt8(base[0] + column * 90 / width))
                bytes.append(UInt8(base[1] + row * 90 / height))
                bytes.append(UInt8(base[2] + (row + column) * 45 / (width + height)))
                bytes.append(255)
            }
        }
        return try #require(CGImage(pixels: Data(bytes), width: width, height: height))
    }

    /// Metadata as clients pass it, with one of the eight orientations.
    mutating func properties() -> [CFString: Any] {
        let sign = numbers.chance(0.5)
        return [
            kCGImagePropertyOrientation: 1 + numbers.number(below: 8),
            kCGImagePropertyDPIWidth: 72 + numbers.number(below: 300),
            kCGImagePropertyDPIHeight: 72 + numbers.number(below: 300),
            kCGImagePropertyTIFFDictionary: [
                kCGImagePropertyTIFFMake: "Maker \(numbers.number(below: 100))",
                kCGImagePropertyTIFFModel: numbers.pick(["A", "Größe 7", "相机"]),
                kCGImagePropertyTIFFDateTime: "2024:05:01 12:30:00",
                kCGImagePropertyTIFFArtist: "Ada Lovelace",
                kCGImagePropertyTIFFImageDescription: String(
                    repeating: "lake ",
                    count: 1 + numbers.number(below: 200)
                ) + "end",
            ] as [CFString: Any],
            kCGImagePropertyExifDictionary: [
                kCGImagePropertyExifDateTimeOriginal: "2024:05:01 12:29:58",
                kCGImagePropertyExifSubsecTimeOriginal: "25",
                kCGImagePropertyExifOffsetTimeOriginal: "+02:00",
                kCGImagePropertyExifExposureTime: 1.0 / Double(1 + numbers.number(below: 4000)),
                kCGImagePropertyExifFNumber: numbers.pick([1.8, 2.4, 8, 22]),
                kCGImagePropertyExifExposureBiasValue: Double(numbers.number(below: 13) - 6) / 3,
                kCGImagePropertyExifShutterSpeedValue: Double(numbers.number(below: 9000)) / 997,
                kCGImagePropertyExifISOSpeedRatings: [numbers.number(below: 6400)],
                kCGImagePropertyExifFlash: numbers.pick([0, 1, 16, 24]),
                kCGImagePropertyExifUserComment: numbers.pick(["By the lake", "Am See, schön", "湖"]
                ),
                kCGImagePropertyExifSubjectArea: [10, 20, 30, 40],
                kCGImagePropertyExifLensSpecification: [4.25, 4.25, 1.6, 1.6],
                kCGImagePropertyExifLensModel: "back camera 4.25mm f/1.6",
                kCGImagePropertyExifVersion: [2, 3, 1],
                kCGImagePropertyExifSceneType: 1,
                kCGImagePropertyExifComponentsConfiguration: [1, 2, 3, 0],
            ] as [CFString: Any],
            kCGImagePropertyGPSDictionary: [
                kCGImagePropertyGPSLatitude: Double(numbers.number(below: 900_000_000)) / 1e7,
                kCGImagePropertyGPSLatitudeRef: sign ? "N" : "S",
                kCGImagePropertyGPSLongitude: Double(numbers.number(below: 1_800_000_000)) / 1e7,
                kCGImagePropertyGPSLongitudeRef: sign ? "W" : "E",
                kCGImagePropertyGPSAltitude: Double(numbers.number(below: 50000)) / 7,
                kCGImagePropertyGPSAltitudeRef: numbers.number(below: 2),
                kCGImagePropertyGPSTimeStamp: "10:29:58",
                kCGImagePropertyGPSDateStamp: "2024:05:01",
                kCGImagePropertyGPSImgDirection: 123.4,
                kCGImagePropertyGPSImgDirectionRef: "T",
            ] as [CFString: Any],
            kCGImagePropertyIPTCDictionary: [
                kCGImagePropertyIPTCObjectName: "A title",
                kCGImagePropertyIPTCCaptionAbstract: "A hut by the lake, <schön> & \"still\"",
                kCGImagePropertyIPTCKeywords: ["hut", "lake", "Größe"],
                kCGImagePropertyIPTCByline: ["Ada Lovelace"],
                kCGImagePropertyIPTCCity: "Wien",
                kCGImagePropertyIPTCProvinceState: "Wien",
                kCGImagePropertyIPTCCountryPrimaryLocationName: "Österreich",
                kCGImagePropertyIPTCCountryPrimaryLocationCode: "AUT",
                kCGImagePropertyIPTCSubLocation: "Prater",
                kCGImagePropertyIPTCHeadline: numbers.pick(["A headline", "湖"]),
                kCGImagePropertyIPTCCopyrightNotice: "© Ada",
                kCGImagePropertyIPTCCredit: "Ada",
                kCGImagePropertyIPTCSource: "Ada's archive",
                kCGImagePropertyIPTCDateCreated: "20240501",
                kCGImagePropertyIPTCTimeCreated: "122958+0200",
                kCGImagePropertyIPTCSupplementalCategory: ["hiking"],
                kCGImagePropertyIPTCWriterEditor: ["Charles"],
            ] as [CFString: Any],
        ]
    }

    /// The properties that were written and are not read back with the same value.
    static func differences(
        _ written: [CFString: Any],
        _ read: NSDictionary,
        within group: String = ""
    ) -> [String] {
        var found: [String] = []
        for (key, value) in written {
            let name = group + String(describing: key)
            if let fields = value as? [CFString: Any] {
                let others = read[key] as? NSDictionary ?? [:]
                found += differences(fields, others, within: name + "/")
            } else if !isEqual(value, read[key]) {
                found.append("\(name): \(value), read \(read[key] ?? "nothing")")
            }
        }
        return found
    }

    private static func isEqual(_ one: Any, _ other: Any?) -> Bool {
        if let list = one as? [Any] {
            guard let others = other as? [Any], list.count == others.count else { return false }
            return zip(list, others).allSatisfy { isEqual($0, $1) }
        }
        if let text = one as? String { return text == other as? String }
        guard let number = (one as? NSNumber)?.doubleValue,
            let second = (other as? NSNumber)?.doubleValue
        else { return false }
        // A position has seven decimals of a second of arc, which are 3 micrometres.
        return abs(number - second) <= 1e-9 * max(1, number.magnitude)
    }
}
