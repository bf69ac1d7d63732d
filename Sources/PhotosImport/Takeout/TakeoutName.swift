import Foundation

/// The name of a file in an export, divided into its parts.
///
/// `IMG_1(2).jpg` has the stem `IMG_1`, the counter 2 of a repeated name, and the extension `jpg`. A counter
/// may also be part of the photo's own name. Code that compares names tries both readings.
package struct TakeoutName: Hashable, Sendable {
    /// The name without counter and extension.
    package var stem: String
    package var counter: Int?
    /// The extension without its dot; empty when there is none.
    package var pathExtension: String

    package init(_ name: String) {
        let (rest, pathExtension) = Self.splitExtension(name.precomposedStringWithCanonicalMapping)
        (stem, counter) = Self.splitCounter(rest)
        self.pathExtension = pathExtension
    }

    /// The name without its counter.
    package var withoutCounter: String { Self.joined(stem: stem, with: pathExtension) }

    /// The name without its extension.
    package var fileStem: String { counter.map { "\(stem)(\($0))" } ?? stem }

    package static func joined(stem: String, with pathExtension: String) -> String {
        pathExtension.isEmpty ? stem : "\(stem).\(pathExtension)"
    }

    package static func splitExtension(_ name: String) -> (stem: String, pathExtension: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[name.index(after: dot)...]))
    }

    /// Splits off a counter such as `(12)` at the end.
    package static func splitCounter(_ name: String) -> (rest: String, counter: Int?) {
        guard name.hasSuffix(")"), let open = name.lastIndex(of: "("), open != name.startIndex
        else {
            return (name, nil)
        }
        let digits = name[name.index(after: open)...].dropLast()
        guard (1...6).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (48...57).contains($0) }),
            let counter = Int(digits)
        else { return (name, nil) }
        return (String(name[..<open]), counter)
    }

    /// Returns the first characters of a name, counted as Google does: in UTF-16 units, without splitting a
    /// character.
    package static func clip(_ name: String, to limit: Int) -> String {
        let units = name.utf16
        guard units.count > limit else { return name }
        let end = units.index(units.startIndex, offsetBy: limit)
        return String(name[..<name.unicodeScalars.index(scalarBefore: end, in: name)])
    }

    /// Returns the name with `_` in place of every character that Google may have replaced by `_`.
    package static func loosened(_ name: String) -> String {
        String(
            String.UnicodeScalarView(
                name.precomposedStringWithCanonicalMapping.unicodeScalars.map { scalar in
                    replaced.contains(scalar) || scalar.value < 0x20 ? "_" : scalar
                }
            )
        )
    }

    private static let replaced = Set("'\"&/\\:*?<>|%@#$!;=+^{}[],`~".unicodeScalars)
}

extension String.UnicodeScalarView {
    /// Returns the index, moved back to the start of a scalar if it is inside one.
    fileprivate func index(scalarBefore position: String.Index, in text: String) -> String.Index {
        position.samePosition(in: text.unicodeScalars) ?? text.utf16.index(before: position)
    }
}
