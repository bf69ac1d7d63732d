import Foundation
import PhotosStore
import PhotosTestSupport

/// A predicate as people write it about captions, lists of texts and facts of cameras, with a slow evaluation of its own.
struct FactPredicate: CustomStringConvertible {
    let format: String
    let holds: (ReferencePhoto) -> Bool

    var description: String { format }

    var condition: Condition {
        get throws { try ParsedPredicate(format: format).resolve(for: .asset, format: format) }
    }

    static func random(_ numbers: inout SeededNumbers) -> FactPredicate {
        let number = numbers.pick([1.4, 1.8, 2.8, 50, 100, 400])
        let text = numbers.pick([
            "Z 6", "NIKON", "nikon", "Lake Como", "beach", "anna", "Anna", "東京",
        ])
        switch numbers.number(below: 9) {
        case 0:
            return FactPredicate(format: "aperture <= \(number)") { ($0.aperture ?? 1e9) <= number }
        case 1:
            return FactPredicate(format: "iso > \(number) OR iso == nil") {
                $0.camera?.iso.map { $0 > number } ?? true
            }
        case 2:
            return FactPredicate(format: "NOT focalLength == \(number)") {
                $0.camera?.focalLength != number
            }
        case 3:
            return FactPredicate(format: "cameraModel CONTAINS[c] '\(text)'") {
                Self.contains($0.camera?.model, text)
            }
        case 4:
            return FactPredicate(
                format: "lensModel != nil AND NOT lensModel BEGINSWITH[c] '\(text)'"
            ) {
                guard let lens = $0.camera?.lens else { return false }
                return !lens.lowercased().hasPrefix(text.lowercased())
            }
        case 5:
            return FactPredicate(format: "'\(text)' IN keywords") {
                $0.record.keywords.contains(text)
            }
        case 6:
            return FactPredicate(format: "persons CONTAINS[c] '\(text)'") { photo in
                photo.persons.contains { $0.caseInsensitiveCompare(text) == .orderedSame }
            }
        case 7: return FactPredicate(format: "persons == nil") { $0.persons.isEmpty }
        default:
            return FactPredicate(format: "caption CONTAINS[c] '\(text)' AND keywords != nil") {
                Self.contains($0.record.caption, text) && !$0.record.keywords.isEmpty
            }
        }
    }

    private static func contains(_ text: String?, _ part: String) -> Bool {
        text?.range(of: part, options: .caseInsensitive) != nil
    }
}
