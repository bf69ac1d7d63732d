/// A row of the table of facts: a fact, a tag that the fact may come from, and how to read the tag's text.
package struct FactRow: Sendable {
    /// The form of a date tag's text.
    package enum DateForm: Sendable, Equatable {
        /// Exif's local time.
        ///
        /// Other tags have the fraction of the second and the zone.
        case exif(subSeconds: String, offset: String)
        /// A local time that may include its zone.
        case local
        /// A time in a text that people may read, with its zone; GMT is no zone of a place there.
        case text
        /// A time in GMT, even if the text states a zone.
        case utc
        /// IPTC's date.
        ///
        /// Another tag has the time.
        case iptc(time: String)
        /// The satellites' date and time, in GMT.
        case satellites(time: String)
        /// A date outside the file's content: found by `FileNameDate`, or stated by the file system.
        case outside

        /// Whether the tag states a local time, with or without its zone.
        var isLocal: Bool {
            switch self {
            case .exif, .local, .text, .iptc: true
            case .utc, .satellites, .outside: false
            }
        }
    }

    /// The condition under which a tag counts as evidence.
    package enum Evidence: Sendable, Equatable {
        case present
        case oneOf([String])
        case ending(String)
        case atLeast(Double)
        case below(Double)
    }

    package enum Form: Sendable, Equatable {
        case text
        /// A text that a person wrote.
        ///
        /// The text that a camera writes by itself is none, see ``CameraText``.
        case words
        /// Each text is one keyword.
        case texts
        /// The last component of a path of keywords with the given separator.
        case leaf(Unicode.Scalar)
        /// A text of several keywords with the given separator.
        case list(Unicode.Scalar)
        /// A whole number or a fraction.
        case number
        /// A fraction, and the factor for each value of its reference tag.
        ///
        /// Other references are ignored.
        case scaled(reference: String, [String: Double])
        /// A fraction whose sign another tag states: "1" means below sea level.
        case signed(reference: String)
        /// A point in time.
        case date(DateForm)
        /// The latitude in the form of Exif or XMP.
        ///
        /// Tags with similar names have the longitude.
        case exifPlace
        case xmpPlace
        /// Degrees and metres as "+48.2000+016.3750+170.500/".
        case iso6709
        /// The position of a movie: bytes from the end of the file, or a range in the file's structure.
        case movieFromEnd
        case movieInDirectory
        case movieRange
        case evidence(Evidence)
        /// Evidence in files of one maker only.
        ///
        /// The meaning of the value in other files is unknown.
        case makersEvidence(String, [String])
    }

    package let field: FactField
    package let tag: String
    package let form: Form

    init(_ field: FactField, _ tag: String, _ form: Form = .text) {
        self.field = field
        self.tag = tag
        self.form = form
    }
}
