/// What a file's name alone says of the shot that the file belongs to.
///
/// Cameras and exporters write marks into names: an edit's `IMG_E`, `-edited` or `~2`, a motion photo's `.MP`, the parts
/// of a RAW shot. Without its marks and its extension, the names of one shot's files are the same.
struct ShotName: Hashable, Sendable {
    /// How a name says that the file is an edited version; those before others are preferred.
    enum Edit: Hashable, Sendable {
        /// `IMG_E1234` beside `IMG_1234`.
        case apple
        /// `X-edited` beside `X`, in some languages.
        case suffix
        /// `X~2` beside `X`.
        case numbered(Int)

        var rank: Int {
            switch self {
            case .apple: 0
            case .suffix: 1
            // The last version is the one that its maker meant to keep.
            case .numbered(let number): 2 + max(0, 1_000_000 - number)
            }
        }
    }

    /// The same for all files of a shot; in lower case.
    private(set) var key: String
    /// The whole name in lower case.
    let full: String
    /// The name in lower case without its extension.
    let plain: String
    let pathExtension: String
    private(set) var edit: Edit?
    /// `IMG_O1234.AAE`: the recipe that the camera itself applied.
    private(set) var isCameraRecipe = false
    /// Whether a Pixel's mark for motion photos stands in the name.
    private(set) var hasMotionMark = false

    init(_ name: String) {
        full = name.lowercased()
        (plain, pathExtension) = Self.split(full)
        key = plain
        if Self.sidecarExtensions.contains(pathExtension) {
            let (inner, innerExtension) = Self.split(plain)
            if Self.mediaExtensions.contains(innerExtension) { key = inner }
        } else if Self.motionMarks.contains(pathExtension) {
            hasMotionMark = true
        }
        removeParts()
        removeSuffixes()
        removePrefix()
    }

    /// A name's part before its last dot and what stands behind it; a dot at the start is no extension's.
    private static func split(_ name: String) -> (String, String) {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
            return (name, "")
        }
        return (String(name[..<dot]), String(name[name.index(after: dot)...]))
    }

    /// Takes off `.MP`, `.RAW-01.COVER` and the like.
    private mutating func removeParts() {
        while true {
            let (rest, part) = Self.split(key)
            let isMotion = Self.motionMarks.contains(part)
            guard isMotion || part == "cover" || part == "original" || Self.isRawPart(part) else {
                return
            }
            // A cover is only one where the parts before it say of what.
            if part == "cover" || part == "original" {
                let before = Self.split(rest).1
                guard Self.isRawPart(before) || Self.motionMarks.contains(before) else { return }
            }
            if isMotion { hasMotionMark = true }
            key = rest
        }
    }

    private static func isRawPart(_ part: String) -> Bool {
        part.hasPrefix("raw-") && part.utf8.count > 4 && part.dropFirst(4).allSatisfy(isDigit)
    }

    /// Takes off the marks of edits, and moves a copy's number, which may stand before or behind them, to one place.
    private mutating func removeSuffixes() {
        var number = Self.takeNumber(from: &key)
        if key.utf8.contains(UInt8(ascii: "-")),
            let suffix = Self.editSuffixes.first(where: key.hasSuffix), suffix != key
        {
            key.removeLast(suffix.count)
            edit = .suffix
        } else if let tilde = key.utf8.lastIndex(of: UInt8(ascii: "~")), tilde > key.startIndex {
            let digits = key[key.index(after: tilde)...]
            if !digits.isEmpty, digits.utf8.count <= 3, digits.allSatisfy(Self.isDigit),
                let version = Int(digits)
            {
                key = String(key[..<tilde])
                edit = .numbered(version)
            }
        }
        if number == nil { number = Self.takeNumber(from: &key) }
        if let number { key += "(\(number))" }
    }

    /// The digits of `X(1)` and `X (1)`.
    private static func takeNumber(from key: inout String) -> String? {
        guard key.hasSuffix(")"), let bracket = key.lastIndex(of: "("), bracket > key.startIndex
        else { return nil }
        let digits = key[key.index(after: bracket)...].dropLast()
        guard !digits.isEmpty, digits.utf8.count <= 6, digits.allSatisfy(isDigit) else {
            return nil
        }
        var rest = key[..<bracket]
        if rest.hasSuffix(" ") { rest.removeLast() }
        guard !rest.isEmpty else { return nil }
        key = String(rest)
        return String(digits)
    }

    private mutating func removePrefix() {
        guard key.hasPrefix("img_"), edit == nil else { return }
        let rest = key.dropFirst(4)
        guard rest.dropFirst().first.map(Self.isDigit) == true else { return }
        if rest.first == "e" {
            edit = .apple
        } else if rest.first == "o", pathExtension == "aae" {
            isCameraRecipe = true
        } else {
            return
        }
        key = "img_" + rest.dropFirst()
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

    private static let sidecarExtensions: Set<String> = ["xmp", "aae"]

    private static let motionMarks: Set<String> = ["mp", "mv"]

    /// Google Photos' word for an edited copy in the languages that are known of, see Documentation/Grouping.md.
    private static let editSuffixes = [
        "-edited", "-bearbeitet", "-bewerkt", "-edytowane", "-modificato", "-modifié", "-editado",
        "-ha editado", "-editat", "-編集済み",
    ]

    /// Extensions that may stand before `.xmp`.
    private static let mediaExtensions: Set<String> = [
        "jpg", "jpeg", "jpe", "heic", "heif", "hif", "avif", "png", "webp", "gif", "tif", "tiff",
        "bmp", "jxl", "dng", "cr2", "cr3", "crw", "nef", "nrw", "arw", "srf", "sr2", "pef", "orf",
        "rw2", "raf", "raw", "rwl", "srw", "x3f", "3fr", "fff", "iiq", "mrw", "erf", "kdc", "dcr",
        "mos", "mef", "gpr", "mov", "mp4", "m4v", "3gp", "3g2", "avi", "mts", "m2ts", "mkv", "webm",
        "mpg", "mpeg", "m4a", "mp3", "wav", "aif", "aiff",
    ]
}
