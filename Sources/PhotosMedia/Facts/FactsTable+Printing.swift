extension FactsTable {
    /// The table in Markdown, as in the documentation and the output of `photokit facts --table`.
    ///
    /// Tags of a fact that follow each other and are read alike are in one row.
    package static var markdown: String {
        var lines = ["| fact | sources, the best first | read as |", "|---|---|---|"]
        for field in FactField.allCases {
            var name = "`\(field.rawValue)`"
            var rest = rows(of: field)[...]
            while let reading = rest.first?.reading {
                let run = rest.prefix { $0.reading == reading }
                let tags = run.map { "`\($0.tag)`" }.joined(separator: ", ")
                lines.append("| \(name) | \(tags) | \(reading) |")
                rest = rest.dropFirst(run.count)
                name = ""
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
        case .words: "a person's text"
        case .texts: field == .keywords ? "each text a keyword" : "each text a name"
        case .leaf(let mark): "the part behind the last `\(mark == "|" ? "\\|" : String(mark))`"
        case .list(let mark):
            (field == .keywords ? "keywords" : "names") + " parted by `\(mark)`"
        case .number: "number"
        case .scaled(let reference, let factors):
            "number, where `\(Self.shortName(of: reference))` is \(factors.keys.sorted().joined(separator: ", "))"
        case .signed(let reference):
            "metres, below the sea where `\(Self.shortName(of: reference))` is 1"
        case .date(let form): Self.readingText(of: form)
        case .exifPlace, .xmpPlace: "degrees, with the longitude and their signs"
        case .iso6709: "ISO 6709"
        case .movieFromEnd: "bytes from the end of the file"
        case .movieInDirectory: "the item whose `Semantic` is `MotionPhoto`"
        case .movieRange: "range in the file"
        case .evidence(.present): "is there"
        case .evidence(.oneOf(let values)): values.joined(separator: ", ")
        case .evidence(.ending(let end)): "ends with \(end)"
        case .evidence(.atLeast(let limit)): "\(Int(limit)) or more"
        case .evidence(.below(let limit)): "less than \(Int(limit))"
        case .makersEvidence(let maker, let values):
            "\(values.joined(separator: ", ")), of \(maker)'s cameras"
        }
    }

    private static func readingText(of form: DateForm) -> String {
        switch form {
        case .exif(let subSeconds, let offset):
            "local time, with `\(shortName(of: subSeconds))` and `\(shortName(of: offset))`"
        case .local: "local time, and its zone if stated"
        case .text: "local time in RFC 1123's, ISO's or Exif's form, and its zone if stated"
        case .utc: "GMT"
        case .iptc(let time): "local date, with `\(shortName(of: time))`"
        case .satellites(let time): "GMT, with `\(shortName(of: time))`"
        case .outside: "see below"
        }
    }

    private static func shortName(of tag: String) -> String {
        tag.split(separator: ".").last.map(String.init) ?? tag
    }
}
