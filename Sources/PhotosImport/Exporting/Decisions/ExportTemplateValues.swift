package import Foundation

/// The values of one photo for an ``ExportTemplate``.
package struct ExportTemplateValues: Hashable, Sendable {
    /// The name of the original without its extension.
    package var original: String
    package var creationDate: Date?
    /// Seconds east of GMT.
    package var zone: Int?
    package var addedDate: Date?
    /// The titles of the first album's folders, and its own title; empty for a photo in no album.
    package var album: [String] = []
    package var camera: String?
    package var rating = 0
    package var type: String
    package var isFavorite = false
    package var caption: String?
    package var id: String

    package init(original: String, type: String, id: String) {
        self.original = original
        self.type = type
        self.id = id
    }
}

extension ExportTemplate {
    /// Returns the folders and the name that the pattern gives to a photo.
    ///
    /// A `/` inside a value becomes `_`. A folder without a name is left out, and a photo without a name is called
    /// `photo`. The parts may still have characters and lengths that a file system refuses, see ``TargetRules``.
    package func parts(for values: ExportTemplateValues) -> [String] {
        var parts = [""]
        func add(_ text: String) {
            let split = text.split(separator: "/", omittingEmptySubsequences: false)
            parts[parts.count - 1] += split[0]
            parts += split.dropFirst().map(String.init)
        }
        for piece in pieces {
            switch piece {
            case .text(let text): add(text)
            case .field(let field, let format, let fallback):
                switch field {
                case .created, .added:
                    let date = field == .created ? values.creationDate : values.addedDate
                    let zone = field == .created ? values.zone ?? 0 : 0
                    add(
                        date.flatMap { Self.dateText(of: $0, zone: zone, format: format) }
                            ?? Self.plainText(fallback)
                    )
                case .album where !values.album.isEmpty:
                    add(values.album.map(Self.plainText).joined(separator: "/"))
                default: add(Self.plainText(Self.valueText(of: field, in: values) ?? fallback))
                }
            }
        }
        let trimmed = parts.map { $0.trimmingCharacters(in: .whitespaces) }
        let folders = trimmed.dropLast().filter { !$0.isEmpty }
        let name = trimmed.last ?? ""
        return folders + [name.isEmpty ? "photo" : name]
    }

    private static func valueText(of field: Field, in values: ExportTemplateValues) -> String? {
        let text: String? =
            switch field {
            case .original: values.original
            case .camera: values.camera
            case .rating: values.rating > 0 ? String(values.rating) : nil
            case .type: values.type
            case .favorite: values.isFavorite ? "favorite" : nil
            case .caption: values.caption
            case .id: values.id
            case .created, .added, .album: nil
            }
        return text?.isEmpty == false ? text : nil
    }

    private static func plainText(_ text: String?) -> String {
        // Replaced by bytes: as a character, a slash with a combining mark is not equal to a slash.
        String(decoding: (text ?? "").utf8.map { $0 == 0x2F ? 0x5F : $0 }, as: UTF8.self)
    }

    /// Returns the text of a local time; nil for a year before 1 or after 9999.
    private static func dateText(of date: Date, zone: Int, format: [DateFormatPart]) -> String? {
        let seconds = date.timeIntervalSince1970.rounded(.down) + Double(zone)
        guard seconds > -62_135_596_800, seconds < 253_402_300_800 else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let moment = Date(timeIntervalSince1970: seconds)
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second],
            from: moment
        )
        return format.map { part in
            switch part {
            case .text(let text): return text
            case .value(let letter):
                switch letter {
                case "Y": return paddedNumber(parts.year, digits: 4)
                case "y": return paddedNumber((parts.year ?? 0) % 100, digits: 2)
                case "m": return paddedNumber(parts.month, digits: 2)
                case "d": return paddedNumber(parts.day, digits: 2)
                case "H": return paddedNumber(parts.hour, digits: 2)
                case "M": return paddedNumber(parts.minute, digits: 2)
                case "S": return paddedNumber(parts.second, digits: 2)
                default:
                    return paddedNumber(
                        calendar.ordinality(of: .day, in: .year, for: moment),
                        digits: 3
                    )
                }
            }
        }.joined()
    }

    private static func paddedNumber(_ number: Int?, digits: Int) -> String {
        let text = String(number ?? 0)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
