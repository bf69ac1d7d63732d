/// Reads the table's facts of one file, and notes the tag that each fact came from.
struct TagReading {
    let tags: MediaTags
    private(set) var sources: [FactField: String] = [:]

    init(_ tags: MediaTags) {
        self.tags = tags
    }

    /// Returns the value of a field's first row whose tag exists and can be read.
    mutating func firstValue<Value>(
        of field: FactField,
        read: (FactRow, String) -> Value?
    ) -> Value? {
        for row in FactsTable.rows(of: field) {
            guard let text = tags[row.tag], let value = read(row, text) else { continue }
            sources[field] = row.tag
            return value
        }
        return nil
    }

    mutating func text(of field: FactField) -> String? {
        firstValue(of: field) { row, text in
            row.form == .words && CameraText.isMachineMade(text, in: field) ? nil : text
        }
    }

    mutating func number(of field: FactField, in range: ClosedRange<Double>) -> Double? {
        let tags = tags
        return firstValue(of: field) { row, text in
            let value: Double?
            switch row.form {
            case .number:
                value = Rational.firstNumber(in: text)
            case .signed(let reference):
                // Since version 3, Exif also states heights over the ellipsoid: 3 means below it.
                let isBelow = ["1", "3"].contains(tags[reference] ?? "0")
                value = Rational.firstNumber(in: text).map { isBelow ? -$0.magnitude : $0 }
            case .scaled(let reference, let factors):
                guard let factor = tags[reference].flatMap({ factors[$0.uppercased()] }) else {
                    return nil
                }
                value = Rational.firstNumber(in: text).map { $0 * factor }
            case .iso6709:
                value = ISO6709.place(in: text)?.altitude
            default:
                return nil
            }
            return value.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// Returns the texts of all rows of a field, each once.
    mutating func texts(of field: FactField) -> [String] {
        var seen: Set<String> = []
        var found: [String] = []
        for row in FactsTable.rows(of: field) {
            for text in tags.values[row.tag] ?? [] {
                // A mark before a combining character is a mark, although both are one `Character`.
                let scalars = text.unicodeScalars
                let words: [Substring.UnicodeScalarView]
                switch row.form {
                case .leaf(let mark): words = scalars.split(separator: mark).suffix(1)
                case .list(let mark): words = scalars.split(separator: mark)
                default: words = [scalars[...]]
                }
                for word in words.map({ String($0).trimmingBlanks() })
                where !word.isEmpty && seen.insert(word).inserted {
                    found.append(word)
                    if sources[field] == nil { sources[field] = row.tag }
                }
            }
        }
        return found
    }

    mutating func subtypes(make: String?) -> MediaSubtypes {
        var found: MediaSubtypes = []
        for field in FactField.allCases {
            guard let subtype = field.subtype else { continue }
            let isEvident: Bool? = firstValue(of: field) { row, text in
                switch row.form {
                case .evidence(let evidence): evidence.isMet(by: text) ? true : nil
                case .makersEvidence(let maker, let values):
                    maker == make && values.contains(text) ? true : nil
                default: nil
                }
            }
            if isEvident == true { found.insert(subtype) }
        }
        return found
    }

    mutating func recordSource(of field: FactField, tag: String) {
        sources[field] = tag
    }
}

extension FactRow.Evidence {
    func isMet(by text: String) -> Bool {
        switch self {
        case .present: true
        case .oneOf(let values): values.contains(text)
        case .ending(let end): text.hasSuffix(end)
        case .atLeast(let limit): Double(text).map { $0 >= limit } ?? false
        case .below(let limit): Double(text).map { $0 > 0 && $0 < limit } ?? false
        }
    }
}
