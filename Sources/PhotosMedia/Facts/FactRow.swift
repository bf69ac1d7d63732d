/// One line of the table of facts: a field, a tag that it may come from, and how the tag's text is read.
package struct FactRow: Sendable {
    /// How the text of a date tag is to be read.
    package enum DateForm: Sendable, Equatable {
        /// Exif's local time; fractions and zone stand in tags of their own.
        case exif(subSeconds: String, offset: String)
        /// A local time that may carry its zone.
        case local
        /// GMT, whatever the text says.
        case utc
        /// IPTC's date, its time in a tag of its own.
        case iptc(time: String)
        /// The satellites' date and time, in GMT.
        case satellites(time: String)
        /// Found by `FileNameDate`, or told by the file system: not in the file.
        case outside
    }

    /// What a tag must say so that it is evidence.
    package enum Evidence: Sendable, Equatable {
        case present
        case oneOf([String])
        case ending(String)
        case atLeast(Double)
        case below(Double)
    }

    package enum Form: Sendable, Equatable {
        case text
        /// Each text is one keyword.
        case texts
        /// The last part of a path of keywords, parted by the mark.
        case leaf(Character)
        /// One text of keywords with marks between them.
        case list(Character)
        /// Whole numbers and fractions.
        case number
        /// A fraction that means something under certain references alone; their factors.
        case scaled(reference: String, [String: Double])
        /// A fraction whose sign a tag gives: "1" stands for below.
        case signed(reference: String)
        /// A point in time.
        case date(DateForm)
        /// Exif's degrees, and XMP's; the other half stands in tags named alike.
        case exifPlace
        case xmpPlace
        /// Degrees and metres as "+48.2000+016.3750+170.500/".
        case iso6709
        /// Bytes from the end of the file, or a place in its structure.
        case movieFromEnd
        case movieInDirectory
        case moviePlace
        case evidence(Evidence)
        /// Evidence in files of one maker alone: what others mean by the value is not known.
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

    /// Where the tag stands, told by how its name begins.
    package var container: String {
        switch tag.prefix(while: { $0 != "." }) {
        case "Exif": "Exif block"
        case "Xmp": "XMP packet or sidecar"
        case "Iptc": "IPTC records"
        case "Apple": "Apple's maker note"
        case "QuickTime": "MOV, MP4 and relatives"
        case "Matroska": "Matroska, WebM"
        case "RIFF": "AVI"
        case "MDPM": "AVCHD, MPEG transport streams"
        case "ASF": "WMV, ASF"
        case "OpenEXR": "OpenEXR"
        case "HEIF": "HEIC, AVIF"
        case "Samsung": "Samsung's trailer"
        case "Video": "any movie"
        case "Frames": "GIF, PNG, WebP, AVIF, HEICS, JPEG XL"
        default: "beside the file's content"
        }
    }
}
