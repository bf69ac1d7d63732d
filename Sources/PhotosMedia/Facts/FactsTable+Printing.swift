extension FactsTable {
    /// The table in Markdown, as in the documentation and the output of `photokit facts --table`.
    package static var markdown: String {
        var lines = [
            "| fact | source, the best first | where it stands | read as |", "|---|---|---|---|",
        ]
        for field in FactField.allCases {
            for (index, row) in rows(of: field).enumerated() {
                let name = index == 0 ? "`\(field.rawValue)`" : ""
                lines.append("| \(name) | `\(row.tag)` | \(row.container) | \(row.reading) |")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension FactRow {
    /// The form in which the tag is read, in words.
    var reading: String {
        switch form {
        case .text: "text"
        case .words: "text, unless a camera wrote it"
        case .texts: field == .keywords ? "each text a keyword" : "each text a name"
        case .leaf(let mark): "the part behind the last `\(mark == "|" ? "\\|" : String(mark))`"
        case .list(let mark):
            (field == .keywords ? "keywords" : "names") + " parted by `\(mark)`"
        case .number: "number"
        case .scaled(let reference, let factors):
            "number, where `\(Self.short(reference))` is \(factors.keys.sorted().joined(separator: ", "))"
        case .signed(let reference): "metres, below the sea where `\(Self.short(reference))` is 1"
        case .date(let form): Self.reading(form)
        case .exifPlace, .xmpPlace: "degrees, with the longitude and their signs"
        case .iso6709: "ISO 6709"
        case .movieFromEnd: "bytes from the end of the file"
        case .movieInDirectory: "the item whose `Semantic` is `MotionPhoto`"
        case .movieRange: "place in the file"
        case .evidence(.present): "is there"
        case .evidence(.oneOf(let values)): values.joined(separator: ", ")
        case .evidence(.ending(let end)): "ends with \(end)"
        case .evidence(.atLeast(let limit)): "\(Int(limit)) or more"
        case .evidence(.below(let limit)): "less than \(Int(limit))"
        case .makersEvidence(let maker, let values):
            "\(values.joined(separator: ", ")), of \(maker)'s cameras"
        }
    }

    private static func reading(_ form: DateForm) -> String {
        switch form {
        case .exif(let subSeconds, let offset):
            "local time, with `\(short(subSeconds))` and `\(short(offset))`"
        case .local: "local time, with its zone where it says"
        case .text: "local time in RFC 1123's, ISO's or Exif's form, with its zone where it says"
        case .utc: "GMT"
        case .iptc(let time): "local date, with `\(short(time))`"
        case .satellites(let time): "GMT, with `\(short(time))`"
        case .outside: "see below"
        }
    }

    private static func short(_ tag: String) -> String {
        tag.split(separator: ".").last.map(String.init) ?? tag
    }
}
