import PhotosMedia

/// The facts about a shot that can be derived from a file's name alone.
///
/// Cameras and exporters write marks into names. Edits have `IMG_E`, `-edited` or `~2`, motion photos have `.MP`, and
/// RAW shots have marks for their parts. Without these marks and its extension, the name is the same for all files of a
/// shot.
package struct ShotName: Hashable, Sendable {
    /// The mark of an edited version in a name; marks with a lower rank are preferred.
    package enum Edit: Hashable, Sendable {
        /// The mark in `IMG_E1234` beside `IMG_1234`.
        case apple
        /// The mark in `X-edited` beside `X`, in several languages.
        case suffix
        /// The mark in `X~2` beside `X`.
        case numbered(Int)

        package var rank: Int {
            switch self {
            case .apple: 0
            case .suffix: 1
            // The version with the highest number is the one that its maker meant to keep.
            case .numbered(let number): 2 + max(0, 1_000_000 - number)
            }
        }
    }

    /// The name in lower case without marks, which is the same for all files of a shot.
    package private(set) var key: String
    /// The whole name in lower case.
    package let full: String
    /// The name in lower case without its extension.
    package let plain: String
    package let pathExtension: String
    package private(set) var edit: Edit?
    /// Whether the file is a recipe that the camera itself applied, such as `IMG_O1234.AAE`.
    package private(set) var isCameraRecipe = false
    /// Whether the name contains the mark of a Pixel's motion photos.
    package private(set) var hasMotionMark = false

    package init(_ name: String) {
        full = name.lowercased()
        (plain, pathExtension) = Self.splitName(full)
        key = plain
        if Self.sidecarExtensions.contains(pathExtension) {
            let (inner, innerExtension) = Self.splitName(plain)
            if MediaType.isExpected(inFileWith: innerExtension) { key = inner }
        } else if Self.motionMarks.contains(pathExtension) {
            hasMotionMark = true
        }
        removeParts()
        removeSuffixes()
        removePrefix()
    }

    /// Splits a name at its last dot, except for a dot at the start.
    private static func splitName(_ name: String) -> (String, String) {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
            return (name, "")
        }
        return (String(name[..<dot]), String(name[name.index(after: dot)...]))
    }

    /// Removes marks such as `.MP` and `.RAW-01.COVER`.
    private mutating func removeParts() {
        while true {
            let (rest, part) = Self.splitName(key)
            let isMotion = Self.motionMarks.contains(part)
            guard isMotion || part == "cover" || part == "original" || Self.isRawPart(part) else {
                return
            }
            // A cover mark counts only if the part before it names a RAW part or a motion photo.
            if part == "cover" || part == "original" {
                let before = Self.splitName(rest).1
                guard Self.isRawPart(before) || Self.motionMarks.contains(before) else { return }
            }
            if isMotion { hasMotionMark = true }
            key = rest
        }
    }

    private static func isRawPart(_ part: String) -> Bool {
        part.hasPrefix("raw-") && part.utf8.count > 4 && part.dropFirst(4).allSatisfy(isDigit)
    }

    /// Removes the marks of edits, and moves a copy's number from before or behind them to the end.
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

    /// Removes the number of a copy, as in `X(1)` and `X (1)`, and returns its digits.
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

    /// The extensions of files in which other programs keep what they know of a picture, beside XMP and Apple's recipes.
    ///
    /// RawTherapee (`pp3`), ART (`arp`), DxO PhotoLab (`dop`), ON1 (`on1`), NX Studio (`nksc`), Digital Photo Professional
    /// (`vrd`, `dr4`), Capture One (`cos`), and exporters such as Google's and osxphotos (`json`).
    package static let settingsExtensions: Set<String> = [
        "pp3", "arp", "dop", "on1", "nksc", "vrd", "dr4", "cos", "json",
    ]

    /// Returns whether a file name has the extension of a sidecar.
    package static func namesSidecar(_ name: String) -> Bool {
        sidecarExtensions.contains(splitName(name.lowercased()).1)
    }

    /// Returns whether a file name has the extension of another program's settings.
    package static func namesSettings(_ name: String) -> Bool {
        settingsExtensions.contains(splitName(name.lowercased()).1)
    }

    /// Returns whether a file name has the extension of the recipe of an edit.
    package static func namesRecipe(_ name: String) -> Bool {
        splitName(name.lowercased()).1 == "aae"
    }

    private static let sidecarExtensions = settingsExtensions.union(["xmp", "aae"])

    private static let motionMarks: Set<String> = ["mp", "mv"]

    /// The suffixes of edited copies from Google Photos in the known languages, see Documentation/Imports.md.
    private static let editSuffixes = [
        "-edited", "-bearbeitet", "-bewerkt", "-edytowane", "-modificato", "-modifié", "-editado",
        "-ha editado", "-editat", "-編集済み",
    ]
}
