import Foundation

/// The name of a JSON file, and which photos it may speak of.
///
/// Until 2024 a partner was called after its photo, `IMG_1.jpg.json`; since then it is
/// `IMG_1.jpg.supplemental-metadata.json`. What stands before `.json` is cut to 46 characters, a counter comes after
/// the cut. Documentation/Takeout.md names the sources.
package struct TakeoutPartnerName: Hashable, Sendable {
    /// What stands before the counter and `.json`.
    package var base: String
    package var counter: Int?

    /// Nil for what is no JSON file.
    package init?(_ name: String) {
        guard name.lowercased().hasSuffix(".json") else { return nil }
        let rest = String(name.dropLast(5)).precomposedStringWithCanonicalMapping
        (base, counter) = TakeoutName.splitCounter(rest)
    }

    package init(base: String, counter: Int?) {
        self.base = base
        self.counter = counter
    }

    package static let suffix = ".supplemental-metadata"
    /// Characters before the counter that a partner's name may have.
    package static let limit = 46

    /// What the partner of a photo may be called before its counter, the likeliest first.
    ///
    /// One export cuts the long suffix, another does not, and people met limits a little off: any prefix that keeps
    /// the whole name of the photo is as good as the right one.
    ///
    /// - Parameter name: The photo's name without the counter that the partner is to have.
    /// - Returns: Names without counter and `.json`.
    package static func bases(of name: String) -> some Sequence<String> {
        let full = name + suffix
        let length = name.utf16.count
        let lengths =
            [max(limit, length), length]
            + stride(from: full.utf16.count, to: length, by: -1)
        // Most photos are done with the first or second.
        return lengths.lazy.map { TakeoutName.clip(full, to: $0) }
    }

    /// The same where the photo's own name had to be cut; then the title must confirm it.
    ///
    /// - Parameter name: The photo's name without the counter that the partner is to have.
    /// - Returns: Names without counter and `.json`.
    package static func cutBases(of name: String) -> some Sequence<String> {
        let longest = min(name.utf16.count - 1, limit + 5)
        return stride(from: longest, through: limit - 1, by: -1).lazy
            .map { TakeoutName.clip(name, to: $0) }
    }

    /// The photo's name up to its extension, as far as this name tells it.
    package var photoStem: String {
        let ending = (2...Self.suffix.count).reversed().map { Self.suffix.prefix($0) }
            .first { base.hasSuffix($0) }
        let stem = TakeoutName.splitExtension(String(base.dropLast(ending?.count ?? 0))).stem
        return counter.map { "\(stem)(\($0))" } ?? stem
    }
}
