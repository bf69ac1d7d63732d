import Foundation

/// The values that a sidecar of an export states in several properties each, of which another program may change one alone.
///
/// `dc:subject` and `digiKam:TagsList` have all keywords, and `photoshop:DateCreated` has the date of
/// `exif:DateTimeOriginal`. A favorite has three marks.
package struct DoubledValues: Sendable, Hashable, Codable {
    /// The keywords of `dc:subject`.
    package var subjects: [String] = []
    /// The keywords of `digiKam:TagsList`; nil if the sidecar has none.
    ///
    /// A path with "/" in one of its words is missing there, so the keywords of such paths in `lr:hierarchicalSubject` are
    /// among these.
    package var tags: [String]?
    /// The date of `photoshop:DateCreated` where `exif:DateTimeOriginal` has one as well; nil otherwise.
    package var createdDate: CreationDate?
    /// Whether `photoshop:DateCreated` states a day without a time.
    package var isDayAlone = false
    /// For each favorite mark of the sidecar, whether it says that the photo is one; nil where nobody knows whether an
    /// export wrote the marks.
    package var favoriteMarks: [Bool]? = []

    /// Whether the sidecar has all marks of a favorite, as an export writes them.
    package var hasAllFavoriteMarks: Bool {
        favoriteMarks?.count == Self.favoriteTexts.count && favoriteMarks?.contains(false) == false
    }

    /// The texts of a favorite, by their tags.
    private static let favoriteTexts = [
        FactsTable.favoriteTag: "True",
        FactsTable.pickLabelTag: WrittenMetadata.acceptedLabel,
        FactsTable.pickFlagTag: WrittenMetadata.pickedFlag,
    ]

    package init() {}

    /// Reads the values from the tags of a sidecar.
    init(_ all: MediaTags, header: MediaHeader, zone: TimeZone) {
        subjects = (all.values["Xmp.dc.subject"] ?? []).map { $0.trimmingBlanks() }
        if let paths = all.values["Xmp.digiKam.TagsList"] {
            let others = (all.values["Xmp.lr.hierarchicalSubject"] ?? []).filter {
                $0.contains("/")
            }
            tags =
                paths.compactMap { KeywordPaths.titles(in: $0, mark: "/").last }
                + others.compactMap { KeywordPaths.titles(in: $0, mark: "|").last }
        }
        favoriteMarks = Self.favoriteTexts.compactMap { tag, text in all[tag].map { $0 == text } }
            .sorted { $0 && !$1 }
        let name = "Xmp.photoshop.DateCreated"
        guard all["Xmp.exif.DateTimeOriginal"] != nil, let text = all[name] else { return }
        let facts = MediaFacts(header: header, tags: MediaTags([name: [text]]), zone: zone)
        createdDate = facts.creationDate.map {
            CreationDate(
                date: $0,
                zoneOffset: facts.zoneOffset,
                assumedZoneOffset: facts.assumedZoneOffset,
                source: facts.dateSource ?? name
            )
        }
        isDayAlone = !text.contains(":")
    }
}
