import Foundation

/// The name of a JSON file, and the rules for which photos it may belong to.
///
/// Until 2024 a JSON file was named after its photo, `IMG_1.jpg.json`. Since then the name is
/// `IMG_1.jpg.supplemental-metadata.json`. The part before `.json` is cut to 46 characters, and a counter
/// follows the cut. Documentation/Imports.md names the sources.
package struct TakeoutPartnerName: Hashable, Sendable {
    /// The part before the counter and `.json`.
    package var base: String
    package var counter: Int?

    /// Parses a name.
    ///
    /// Returns nil for a name that does not end with `.json`.
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
    /// The maximum number of characters before the counter.
    package static let limit = 46

    /// Returns possible names of a photo's JSON file, before the counter, the most likely first.
    ///
    /// Some exports cut the long suffix, others do not, and limits differ slightly. So any prefix that keeps
    /// the whole name of the photo is accepted.
    ///
    /// - Parameter name: The photo's name without the counter of the JSON file.
    /// - Returns: Names without counter and `.json`.
    package static func bases(of name: String) -> some Sequence<String> {
        let full = name + suffix
        let length = name.utf16.count
        let lengths =
            [max(limit, length), length]
            + stride(from: full.utf16.count, to: length, by: -1)
        // For most photos the first or second name matches.
        return lengths.lazy.map { TakeoutName.clip(full, to: $0) }
    }

    /// Returns possible names where the photo's own name was cut.
    ///
    /// The title must then match, too.
    ///
    /// - Parameter name: The photo's name without the counter of the JSON file.
    /// - Returns: Names without counter and `.json`.
    package static func cutBases(of name: String) -> some Sequence<String> {
        let longest = min(name.utf16.count - 1, limit + 5)
        return stride(from: longest, through: limit - 1, by: -1).lazy
            .map { TakeoutName.clip(name, to: $0) }
    }

    /// The photo's name without its extension, as far as the JSON file's name contains it.
    package var photoStem: String {
        let ending = (2...Self.suffix.count).reversed().map { Self.suffix.prefix($0) }
            .first { base.hasSuffix($0) }
        let stem = TakeoutName.splitExtension(String(base.dropLast(ending?.count ?? 0))).stem
        return counter.map { "\(stem)(\($0))" } ?? stem
    }
}
