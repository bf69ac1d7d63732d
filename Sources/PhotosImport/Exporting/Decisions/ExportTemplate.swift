/// The pattern of the paths that an export gives to files, such as `{created:%Y/%m}/{original}`.
///
/// A field in braces is replaced by a value of the photo. `{created:%Y}` has a format, `{album|No album}` a text for
/// photos without the value, and `{{` and `}}` stand for braces. A `/` begins a subfolder. The last part is the name
/// of the file without its extension, which each file keeps.
package struct ExportTemplate: Hashable, Sendable {
    /// A value of a photo.
    package enum Field: String, CaseIterable, Hashable, Sendable {
        /// The name of the original without its extension.
        case original
        /// The local time of the capture; the format is required.
        case created
        /// The time at which the library got the photo, in GMT; the format is required.
        case added
        /// The titles of the first album's folders, and its own title, each a folder.
        case album
        /// The maker and model of the camera.
        case camera
        /// The rating from 1 to 5; no value for an unrated photo.
        case rating
        /// `image`, `video` or `audio`.
        case type
        /// `favorite`; no value for other photos.
        case favorite
        case caption
        /// The first eight characters of the identifier.
        case id

        var isDate: Bool { self == .created || self == .added }
    }

    enum Piece: Hashable, Sendable {
        case text(String)
        case field(Field, format: [DateFormatPart], fallback: String?)
    }

    /// A text that is no pattern, with a sentence for the person who wrote it.
    package struct Fault: Error, Hashable, Sendable {
        package var message: String
    }

    /// The pattern as it was written.
    package let text: String
    let pieces: [Piece]

    /// The pattern that puts all files into one folder, with their own names.
    package static let original = ExportTemplate(
        text: "{original}",
        pieces: [.field(.original, format: [], fallback: nil)]
    )

    private init(text: String, pieces: [Piece]) {
        self.text = text
        self.pieces = pieces
    }

    /// Parses a pattern.
    ///
    /// - Throws: ``Fault`` for an unknown field, an unknown format, a missing brace, or a pattern that gives no name.
    package init(_ text: String) throws(Fault) {
        var parser = ExportTemplateParser(text)
        pieces = try parser.pieces()
        self.text = text
        var last: Piece?
        for piece in pieces where piece != .text("") { last = piece }
        switch last {
        case nil:
            throw Fault(message: "The pattern of paths is empty. Write one such as {original}.")
        case .text(let end)? where end.hasSuffix("/"):
            throw Fault(
                message:
                    "The pattern \"\(text)\" ends with a folder. Add a name, such as {original}."
            )
        default: break
        }
    }
}

/// A part of the format of a date.
enum DateFormatPart: Hashable, Sendable {
    case text(String)
    /// The letter behind `%`.
    case value(Character)

    static let letters: [Character] = ["Y", "y", "m", "d", "H", "M", "S", "j"]
}

/// Splits the text of a pattern into pieces.
struct ExportTemplateParser {
    private let text: String
    private var rest: Substring

    init(_ text: String) {
        self.text = text
        rest = text[...]
    }

    mutating func pieces() throws(ExportTemplate.Fault) -> [ExportTemplate.Piece] {
        var pieces: [ExportTemplate.Piece] = []
        var literal = ""
        while let character = rest.popFirst() {
            switch character {
            case "{" where rest.first == "{", "}" where rest.first == "}":
                rest.removeFirst()
                literal.append(character)
            case "{":
                if !literal.isEmpty { pieces.append(.text(literal)) }
                literal = ""
                pieces.append(try field())
            case "}":
                throw fault("has a } without its {. Write }} for the character itself.")
            default: literal.append(character)
            }
        }
        if !literal.isEmpty { pieces.append(.text(literal)) }
        return pieces
    }

    private mutating func field() throws(ExportTemplate.Fault) -> ExportTemplate.Piece {
        guard let end = rest.firstIndex(of: "}") else {
            throw fault("has a { without its }. Write {{ for the character itself.")
        }
        let inside = rest[..<end]
        rest = rest[rest.index(after: end)...]
        var head = inside
        var fallback: String?
        if let bar = inside.firstIndex(of: "|") {
            head = inside[..<bar]
            fallback = String(inside[inside.index(after: bar)...])
        }
        var format: Substring?
        if let colon = head.firstIndex(of: ":") {
            format = head[head.index(after: colon)...]
            head = head[..<colon]
        }
        guard let field = ExportTemplate.Field(rawValue: String(head)) else {
            let names = ExportTemplate.Field.allCases.map(\.rawValue).joined(separator: ", ")
            throw fault("has the unknown field {\(head)}. The fields are \(names).")
        }
        guard field.isDate || format == nil else {
            throw fault("gives {\(head)} a format, which only created and added have.")
        }
        guard !field.isDate || format?.isEmpty == false else {
            throw fault("has {\(head)} without a format. Write one such as {\(head):%Y/%m}.")
        }
        return .field(field, format: try parts(of: format ?? ""), fallback: fallback)
    }

    private func parts(of format: Substring) throws(ExportTemplate.Fault) -> [DateFormatPart] {
        var parts: [DateFormatPart] = []
        var rest = format
        while let character = rest.popFirst() {
            guard character == "%" else {
                parts.append(.text(String(character)))
                continue
            }
            let letter = rest.popFirst()
            if letter == "%" {
                parts.append(.text("%"))
            } else if let letter, DateFormatPart.letters.contains(letter) {
                parts.append(.value(letter))
            } else {
                let known = DateFormatPart.letters.map { "%\($0)" }.joined(separator: ", ")
                throw fault(
                    "has the unknown format %\(letter.map(String.init) ?? ""). The formats are \(known) and %%."
                )
            }
        }
        return parts
    }

    private func fault(_ what: String) -> ExportTemplate.Fault {
        ExportTemplate.Fault(message: "The pattern \"\(text)\" \(what)")
    }
}
