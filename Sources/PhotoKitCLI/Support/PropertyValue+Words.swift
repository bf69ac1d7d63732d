import OpenPhotoKit

extension PropertyValue {
    /// The value as text, with dates in the zone of this process.
    var words: String {
        switch self {
        case .none: "none"
        case .flag(let flag): flag ? "yes" : "no"
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .text(let text): "\"\(Table.printableText(text))\""
        case .texts(let texts):
            texts.isEmpty ? "none" : Table.printableText(texts.joined(separator: ", "))
        case .date(let date): Wording.formattedDate(date)
        case .position: "another position"
        }
    }
}

extension JSON {
    /// Makes the JSON of a value.
    init(_ value: PropertyValue) {
        self =
            switch value {
            case .none, .position: .null
            case .flag(let flag): JSON(flag)
            case .integer(let number): JSON(number)
            case .number(let number): JSON(number)
            case .text(let text): JSON(text)
            case .texts(let texts): JSON(texts)
            case .date(let date): JSON(date)
            }
    }
}
