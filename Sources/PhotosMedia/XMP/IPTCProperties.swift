import PhotosBase

/// The fields of IPTC as properties of XMP, for files that have no place for IPTC's records.
///
/// "IPTC Photo Metadata Standard 2023.2" has the names: https://iptc.org/std/photometadata/specification/
enum IPTCProperties {
    private enum Form {
        case text
        case bag
        case sequence
        case defaultLanguage
    }

    private struct Place {
        var schema: XMPSchema
        var local: String
        var form: Form

        init(_ schema: XMPSchema, _ local: String, _ form: Form = .text) {
            self.schema = schema
            self.local = local
            self.form = form
        }

        /// The name under which the reader of XMP returns the texts.
        var path: String { "Xmp.\(schema == .iptcCore ? "iptc" : schema.prefix).\(local)" }
    }

    /// The places by ImageIO's names of the fields.
    private static let places: [String: Place] = [
        "ObjectName": Place(.dc, "title", .defaultLanguage),
        "Caption/Abstract": Place(.dc, "description", .defaultLanguage),
        "CopyrightNotice": Place(.dc, "rights", .defaultLanguage),
        "Keywords": Place(.dc, "subject", .bag),
        "Byline": Place(.dc, "creator", .sequence),
        "BylineTitle": Place(.photoshop, "AuthorsPosition"),
        "Category": Place(.photoshop, "Category"),
        "SupplementalCategory": Place(.photoshop, "SupplementalCategories", .bag),
        "City": Place(.photoshop, "City"),
        "Province/State": Place(.photoshop, "State"),
        "Country/PrimaryLocationName": Place(.photoshop, "Country"),
        "Country/PrimaryLocationCode": Place(.iptcCore, "CountryCode"),
        "SubLocation": Place(.iptcCore, "Location"),
        "Headline": Place(.photoshop, "Headline"),
        "Credit": Place(.photoshop, "Credit"),
        "Source": Place(.photoshop, "Source"),
        "SpecialInstructions": Place(.photoshop, "Instructions"),
        "OriginalTransmissionReference": Place(.photoshop, "TransmissionReference"),
        "Writer/Editor": Place(.photoshop, "CaptionWriter"),
    ]

    /// The date and the time of records are one property.
    private static let date = Place(.photoshop, "DateCreated")

    /// The names of the properties, for the reader of XMP.
    static let paths = Set(places.values.map(\.path) + [date.path])

    /// Returns a packet that states fields; nil if none of them has a place in XMP.
    static func xmpPacket(
        of fields: [String: PictureValue]
    ) throws(XMPWritingError) -> [UInt8]? {
        var properties: [XMPProperty] = []
        for (name, place) in places.sorted(by: { $0.value.path < $1.value.path }) {
            guard let texts = fields[name]?.texts, let first = texts.first else { continue }
            let value: XMPProperty.Value =
                switch place.form {
                case .text: .text(first)
                case .bag: .bag(texts)
                case .sequence: .sequence(texts)
                case .defaultLanguage: .defaultLanguage(first)
                }
            properties.append(XMPProperty(place.schema, place.local, value))
        }
        if let day = fields["DateCreated"]?.texts.first.flatMap(Self.iptcDay) {
            let time = fields["TimeCreated"]?.texts.first.flatMap(Self.iptcTime)
            let text = day + (time.map { "T" + $0 } ?? "")
            properties.append(XMPProperty(date.schema, date.local, .text(text)))
        }
        guard !properties.isEmpty else { return nil }
        return try XMPPacket.bytes(stating: properties)
    }

    /// Returns the fields that a packet's tags state, under ImageIO's names.
    static func fields(of tags: MediaTags) -> [String: PictureValue] {
        var fields: [String: PictureValue] = [:]
        for (name, place) in places {
            guard let texts = tags.values[place.path], let first = texts.first else { continue }
            fields[name] =
                PropertyNames.lists.contains(name)
                ? .list(texts.map { .text($0) }) : .text(first)
        }
        if let text = tags.values[date.path]?.first {
            let parts = text.split(separator: "T", maxSplits: 1)
            let day = parts[0].filter(\.isNumber)
            if day.count == 8 { fields["DateCreated"] = .text(String(day)) }
            if day.count == 8, parts.count == 2 {
                let time = parts[1].replacing("Z", with: "+00:00").filter { $0 != ":" }
                fields["TimeCreated"] = .text(time)
            }
        }
        return fields
    }

    /// Converts "20240501".
    private static func iptcDay(of text: String) -> String? {
        guard let match = text.wholeMatch(of: /(\d{4})(\d\d)(\d\d)/) else { return nil }
        return "\(match.1)-\(match.2)-\(match.3)"
    }

    /// Converts "123000+0200", or the same without a zone.
    private static func iptcTime(of text: String) -> String? {
        guard let match = text.wholeMatch(of: /(\d\d)(\d\d)(\d\d)(?:([+-]\d\d)(\d\d))?/) else {
            return nil
        }
        let zone = match.4.flatMap { hours in match.5.map { "\(hours):\($0)" } } ?? ""
        return "\(match.1):\(match.2):\(match.3)\(zone)"
    }
}

extension PictureValue {
    /// The text, the digits of a whole number, or those of a list's members.
    fileprivate var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .integer(let number): [String(number)]
        case .list(let values): values.flatMap(\.texts)
        case .number, .group: []
        }
    }
}
