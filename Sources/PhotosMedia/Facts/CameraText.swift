/// The texts that cameras and programs write to the fields of titles and captions by themselves.
///
/// Gathered from the lists that other programs leave out: PhotoPrism (`internal/meta/sanitize.go`:
/// <https://github.com/photoprism/photoprism>), iNaturalist (`app/models/local_photo.rb`, `BRANDED_DESCRIPTIONS`:
/// <https://github.com/inaturalist/inaturalist>).
enum CameraText {
    /// Whether no person wrote the text of a field.
    static func isMachineMade(_ text: String, in field: FactField) -> Bool {
        let folded = folded(text)
        if folded.isEmpty || texts.contains(folded) { return true }
        if beginnings.contains(where: { folded.hasPrefix($0) }) { return true }
        if [.caption, .title].contains(field), isMode(text) { return true }
        return isDigitalCamera(text) || isModelInBrackets(folded) || isCameraPath(text)
            || isData(text)
    }

    /// Whether the text names the mode of a phone, as those of Huawei and Honor write it to captions: "mon", "oznorWO",
    /// "cof_soft".
    ///
    /// "Mon" and "Burst" are words, too, so the case counts.
    private static func isMode(_ text: String) -> Bool {
        let parts = text.trimmingBlanks().split(separator: "_", omittingEmptySubsequences: false)
        return parts.first.map { modes.contains(String($0)) || $0.hasPrefix("oznor") } == true
            && parts.dropFirst().allSatisfy { ["soft", "hdr", "hdrb", "hdrpl"].contains($0) }
    }

    private static let modes: Set<String> = [
        "rhdr", "hdrpl", "frontbhdp", "fbt", "rbt", "ptr", "fbthdr", "btr", "mon", "nor", "dav",
        "mde", "edf", "btfmdn", "btf", "btfhdr", "frem", "rpt", "burst", "sdr", "cof", "qrf",
        "fshbty",
    ]

    /// Whether the text is a maker's name and what it makes, all in capitals: "SANYO DIGITAL CAMERA", "CASIO DIGITAL CAMERA".
    private static func isDigitalCamera(_ text: String) -> Bool {
        let words = text.split(whereSeparator: \.isWhitespace)
        return words.count <= 5 && text == text.uppercased()
            && ["DIGITAL CAMERA", "DIGITAL STILL CAMERA"].contains {
                text.trimmingBlanks().hasSuffix($0)
            }
    }

    /// The text in lower case, with one blank between words.
    private static func folded(_ text: String) -> String {
        text.lowercased().split { $0.isWhitespace || $0 == "\0" }.joined(separator: " ")
    }

    /// The whole texts in lower case.
    private static let texts: Set<String> = [
        // Cameras.
        "olympus digital camera", "om digital camera", "sony dsc", "samsung",
        "samsung camera pictures", "samsung digital camera", "konica minolta digital camera",
        "minolta digital camera", "kodak digital still camera", "moultrie digital game camera",
        "casio computer co.,ltd", "casio computer co.,ltd.", "digital camera",
        "digital still camera", "exif_jpeg_picture", "exif jpeg picture", "exif-jpeg-picture",
        "jpeg_picture", "dvc 10.1 hdmi", "scanner", "screenshot",
        // Programs, and fields that nobody filled.
        "created by imlib", "iclarified", "picasa", "binary comment", "default", "x-default",
        "user comments", "charset=ascii", "charset=unicode", "charset=undefined",
        "created with gimp", "created with the gimp",
    ]

    /// The beginnings of texts that go on with data, in lower case.
    private static let beginnings = [
        "charset=ascii ", "charset=\"ascii\"", "string with binary data", "(binary data",
    ]

    /// Whether the text is a camera's name in brackets: "<Digimax i5, Samsung #1>", "<KENOX S1050 / Samsung S1050>".
    private static func isModelInBrackets(_ folded: String) -> Bool {
        folded.hasPrefix("<") && folded.hasSuffix(">")
            && (folded.contains("samsung") || folded.contains("digimax"))
    }

    /// Whether the text is the path of the file on the camera's card: "DCIM\\100MEDIA\\DJI_0001.JPG", "100MEDIA/DJI_0005.JPG".
    private static func isCameraPath(_ text: String) -> Bool {
        let plain = text.trimmingBlanks().replacing("\\", with: "/")
        guard !plain.contains(where: \.isWhitespace) else { return false }
        let parts = plain.split(separator: "/").map { $0.lowercased() }
        guard let file = parts.last, parts.count > 1 else { return false }
        return parts.dropLast().contains("dcim")
            || file.contains(".") && isCameraFolder(parts[parts.count - 2])
    }

    /// Whether a folder has a name by the Design rule for Camera File system: three digits and five characters.
    private static func isCameraFolder(_ name: String) -> Bool {
        name.utf8.count == 8 && name.prefix(3).allSatisfy(\.isNumber)
            && name.dropFirst(3).allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_")
            }
    }

    /// Whether the text is data of a program, such as a phone's settings in JSON.
    private static func isData(_ text: String) -> Bool {
        let plain = text.trimmingBlanks()
        return plain.hasPrefix("{") && plain.hasSuffix("}") && plain.contains(":")
            || plain.hasPrefix("[{") && plain.hasSuffix("}]")
    }
}
