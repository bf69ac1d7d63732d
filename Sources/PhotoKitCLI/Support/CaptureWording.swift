import Foundation
import OpenPhotoKit

/// The camera, the lens and the exposure of a photo, as text and as JSON.
struct CaptureWording {
    let facts: PHAsset.CaptureFacts?

    init(_ asset: PHAsset) { facts = asset.captureFacts }

    /// The lines of `photokit show`.
    var lines: [(String, String)] {
        guard let facts else { return [] }
        var lines: [(String, String)] = []
        let camera = [facts.cameraMake, facts.cameraModel].compactMap(\.self)
        // Many cameras repeat the maker in the model: "Canon", "Canon EOS R5".
        let repeats = camera.count == 2 && camera[1].lowercased().hasPrefix(camera[0].lowercased())
        let name = repeats ? camera[1] : camera.joined(separator: " ")
        if !name.isEmpty { lines.append(("Camera", name)) }
        if let lens = facts.lensModel { lines.append(("Lens", lens)) }
        let exposure = [
            facts.exposureTime.map(Self.exposureText),
            facts.aperture.map { "f/" + Self.numberText($0) },
            facts.iso.map { "ISO " + Self.numberText($0) },
            facts.focalLength.map { Self.numberText($0) + " mm" },
        ].compactMap(\.self)
        if !exposure.isEmpty { lines.append(("Exposure", exposure.joined(separator: ", "))) }
        return lines
    }

    /// The members of `photokit show --json`.
    var json: [(String, JSON)] {
        [
            ("cameraMake", JSON(facts?.cameraMake)), ("cameraModel", JSON(facts?.cameraModel)),
            ("lensModel", JSON(facts?.lensModel)), ("exposureTime", JSON(facts?.exposureTime)),
            ("aperture", JSON(facts?.aperture)), ("iso", JSON(facts?.iso)),
            ("focalLength", JSON(facts?.focalLength)),
        ]
    }

    /// Returns an exposure time as a fraction of a second, or in seconds from 0.3 s on, as cameras show it.
    private static func exposureText(_ seconds: Double) -> String {
        guard seconds > 0, seconds < 0.3, (1 / seconds).isFinite else {
            return numberText(seconds) + " s"
        }
        return "1/\(numberText((1 / seconds).rounded())) s"
    }

    private static func numberText(_ value: Double) -> String {
        value.formatted(
            .number.precision(.fractionLength(0...1)).grouping(.never)
                .locale(Locale(identifier: "en_US_POSIX"))
        )
    }
}
