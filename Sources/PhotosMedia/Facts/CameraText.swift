/// The texts that cameras and programs write to the fields of titles and captions by themselves.
///
/// Gathered from the lists that other programs leave out: PhotoPrism (`internal/meta/sanitize.go`:
/// <https://github.com/photoprism/photoprism>), iNaturalist (`app/models/local_photo.rb`, `BRANDED_DESCRIPTIONS`:
/// <https://github.com/inaturalist/inaturalist>).
enum CameraText {
    /// Whether no person wrote the text.
    static func isMachineMade(_ text: String) -> Bool {
        let folded = folded(text)
        if folded.isEmpty || texts.contains(folded) { return true }
        if beginnings.contains(where: { folded.hasPrefix($0) }) { return true }
        return isModelInBrackets(folded) || isCameraPath(text) || isData(text)
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
        // The modes of phones of Huawei and Honor.
        "rhdr", "hdrpl", "oznorwo", "frontbhdp", "fbt", "rbt", "ptr", "fbthdr", "btr", "mon",
        "nor", "dav", "mde", "mde_soft", "edf", "btfmdn", "btf", "btfhdr", "frem", "oznor", "rpt",
        "burst", "sdr_hdrb", "cof", "qrf", "fshbty",
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

    /// Whether the text is the path of the file on the camera's card: "DCIM\\100MEDIA\\DJI_0001.JPG".
    private static func isCameraPath(_ text: String) -> Bool {
        let plain = text.trimmingBlanks().replacing("\\", with: "/")
        guard !plain.contains(where: \.isWhitespace) else { return false }
        let parts = plain.split(separator: "/").map { $0.lowercased() }
        return parts.count > 1 && parts.dropLast().contains("dcim")
    }

    /// Whether the text is data of a program, such as a phone's settings in JSON.
    private static func isData(_ text: String) -> Bool {
        let plain = text.trimmingBlanks()
        return plain.hasPrefix("{") && plain.hasSuffix("}") && plain.contains(":")
            || plain.hasPrefix("[{") && plain.hasSuffix("}]")
    }
}
