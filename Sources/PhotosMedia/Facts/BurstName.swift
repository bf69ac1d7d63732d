import Foundation

/// The burst that a picture belongs to by the name that its phone gave it.
///
/// | phones | names |
/// |---|---|
/// | Honor, Huawei, Motorola, Xiaomi, LG | `IMG_20231014_183246_BURST001_COVER`, `IMG_20231014_183246789_BURST000_COVER_TOP`, `20231014_183246_Burst01` |
/// | Sony, Nexus, Pixel, Nothing | `DSC_0001_BURST20230709220904977`, `DSCPDC_0003_BURST20180619163426901_COVER`, `00001IMG_00001_BURST1723801037429` |
/// | Fairphone | `IMG_BURST_20231014183246_01` |
/// | Samsung | `20231207_101605_001` |
/// | HTC | `IMAG0123_BURST001` |
///
/// Sources: https://github.com/simulot/immich-go/blob/main/docs/technical.md, https://github.com/deckerst/aves/issues/562,
/// 598 and 1780, https://github.com/simulot/immich-go/issues/100 and 1259.
package struct BurstName: Hashable, Sendable {
    /// The part of the name that all pictures of the burst share.
    package let key: String
    /// Whether the name has the word "burst".
    ///
    /// Scanners and cameras of cars use Samsung's form, too, which has a day, a time and a number alone.
    private let isMarked: Bool
    /// Whether the key has the burst's time.
    ///
    /// Otherwise it is a camera's counter, which begins again one day.
    package let isDated: Bool

    /// Reads a file's name; nil if it is that of no burst.
    package init?(_ name: String) {
        guard var stem = name.split(separator: "/").last.map(String.init)?.uppercased() else {
            return nil
        }
        if let dot = stem.lastIndex(of: "."), dot > stem.startIndex { stem = String(stem[..<dot]) }
        stem = Self.withoutCounter(stem)
        for mark in ["_TOP", "_COVER", "-COVER", ".COVER"] where stem.hasSuffix(mark) {
            stem.removeLast(mark.count)
        }
        let marked = Self.markedStem(of: stem)
        guard let found = marked ?? Self.samsungStem(of: stem) else { return nil }
        key = found
        isMarked = marked != nil
        isDated = Self.digits(in: found) >= 12
    }

    /// Returns the key of a name with the word "BURST".
    private static func markedStem(of stem: String) -> String? {
        guard let word = stem.ranges(of: "BURST").last else { return nil }
        let before = stem[..<word.lowerBound]
        let after = stem[word.upperBound...]
        let number = after.drop { "_-".contains($0) }
        guard before.last.map({ !$0.isLetter }) ?? true else { return nil }
        if !number.isEmpty, number.allSatisfy(isDigit) {
            switch number.utf8.count {
            // The time of the burst, in digits or as a count of milliseconds. The number of the picture stands before.
            case 13, 14, 17: return "BURST" + number
            case 1...4 where digits(in: before) >= 4:
                return before.last.map { "_-".contains($0) } == true
                    ? String(before.dropLast()) : nil
            default: return nil
            }
        }
        // The time of the burst, and then the number of the picture.
        guard let mark = number.lastIndex(where: { "_-".contains($0) }) else { return nil }
        let time = number[..<mark].filter { !"_-".contains($0) }
        let picture = number[number.index(after: mark)...]
        guard [14, 17].contains(time.utf8.count), time.allSatisfy(isDigit),
            (1...4).contains(picture.utf8.count), picture.allSatisfy(isDigit)
        else { return nil }
        return "BURST" + time
    }

    /// Returns the key of Samsung's names: day, time and three digits for the number of the picture.
    private static func samsungStem(of stem: String) -> String? {
        let parts = stem.split(separator: "_", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [8, 6, 3],
            parts.allSatisfy({ $0.allSatisfy(isDigit) }), FileNameDate.read(stem)?.hasTime == true
        else { return nil }
        return "\(parts[0])_\(parts[1])"
    }

    /// Returns a name without the number of a copy, as in "X(1)".
    private static func withoutCounter(_ stem: String) -> String {
        guard stem.hasSuffix(")"), let bracket = stem.lastIndex(of: "("),
            stem[stem.index(after: bracket)...].dropLast().allSatisfy(isDigit)
        else { return stem }
        return stem[..<bracket].hasSuffix(" ")
            ? String(stem[..<bracket].dropLast()) : String(stem[..<bracket])
    }

    private static func digits(in text: some StringProtocol) -> Int {
        text.count(where: isDigit)
    }

    private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }

    /// Returns the identifier of the burst, the same for all its pictures and for no other burst.
    ///
    /// Two cameras may take bursts in the same second, so the camera counts. A counter of pictures needs the day, too.
    ///
    /// - Parameter facts: The facts of the picture.
    /// - Returns: The identifier; nil for a counter in a picture without a date, and for a name without the word "burst" that
    ///   the file contradicts.
    func identifier(_ facts: MediaFacts) -> String? {
        guard isMarked || isStated(by: facts) else { return nil }
        var parts = [key, facts.cameraModel ?? ""]
        if !isDated {
            guard let date = facts.creationDate else { return nil }
            let offset = Double(facts.zoneOffset ?? facts.assumedZoneOffset ?? 0)
            parts.append("\(Int(((date.timeIntervalSince1970 + offset) / 86_400).rounded(.down)))")
        }
        return parts.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Whether a file agrees with a name in Samsung's form: it states no other maker, and no other time than the name has.
    private func isStated(by facts: MediaFacts) -> Bool {
        if let make = facts.cameraMake, !make.lowercased().contains("samsung") { return false }
        guard let date = facts.creationDate, let time = FileNameDate.read(key) else { return true }
        let offset = Double(facts.zoneOffset ?? facts.assumedZoneOffset ?? 0)
        let difference = date.timeIntervalSince1970 + offset - time.localSeconds
        return difference.magnitude <= Self.longestBurst
    }

    /// The most seconds between the time in the name, which is that of the first picture, and that of a picture.
    private static let longestBurst = 120.0
}
