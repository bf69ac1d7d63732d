public import Foundation
package import PhotosStore

extension LibraryImport {
    /// The result of an import.
    public struct Report: Hashable, Sendable {
        /// The number of files that became assets.
        public package(set) var importedCount = 0
        /// The number of imported files whose bytes an asset in Recently Deleted has, too.
        ///
        /// Restoring that asset brings back its caption, keywords and albums; the imported one does not have them.
        public package(set) var equalDeletedCount = 0
        /// The number of photos of this library that got properties which they lacked.
        ///
        /// The captions, keywords, ratings, dates or places come from photos with the same bytes in another library's
        /// export.
        public package(set) var filledCount = 0
        /// The number of files that were added to assets of other files.
        public package(set) var joinedCount = 0
        /// The number of files whose bytes were already in the library.
        public package(set) var duplicateCount = 0
        /// The number of files whose bytes are only in files that stay in sources, each reported by
        /// ``Event/inSource(_:of:)``.
        public package(set) var inSourceCount = 0
        /// The number of files that were removed because the library's own folder already had their bytes.
        public package(set) var removedCount = 0
        /// The number of files that restored a lost or damaged file of the library.
        ///
        /// The assets of those files keep their identifiers and properties.
        public package(set) var healedCount = 0
        /// The number of files that an earlier import processed, and that were not read again.
        public package(set) var unchangedCount = 0
        /// The number of files that are neither a photo nor a part of one, such as texts, and sidecars without their photos.
        public package(set) var otherCount = 0
        /// The number of sidecars, settings and recipes among these files, without JSON files: no photo beside them has their names.
        public package(set) var loneSidecarCount = 0
        /// The number of imported files whose content could not be read completely.
        public package(set) var incompleteCount = 0
        /// The number of sidecars among the incomplete files.
        public package(set) var unreadableSidecarCount = 0
        /// The number of imported files that are not as an export wrote them, each reported by ``Event/changed(_:reason:)``.
        public package(set) var changedCount = 0
        /// The number of files of an export of which values were left out, because the library has changed the same properties,
        /// each reported by ``Event/conflict(_:localIdentifier:properties:reason:)``.
        public package(set) var conflictCount = 0
        /// The number of files that the library has and that could not be moved, each reported by ``Event/stayed(_:reason:)``.
        public package(set) var stayedCount = 0
        /// The number of files of exports and of other programs' libraries, from which an import takes copies even if it moves files.
        public package(set) var unmovedCount = 0
        /// The number of sidecars that were read for several photos, each reported by ``Event/sharedSidecar(_:reason:)``.
        public package(set) var sharedSidecarCount = 0
        /// The ends of the changes that the import made, the oldest first, as texts of tokens.
        package var changes: [String] = []
        /// The number of files that were left out because their photos, versions or parts were deleted since, each reported by
        /// ``Event/deleted(_:reason:isChanged:)``.
        public package(set) var deletedCount = 0
        /// The number of files and folders that were left out by a rule.
        public package(set) var passedOverCount = 0
        /// The number of files that were left out, each reported by ``Event/refused(_:reason:)``.
        public package(set) var refusedCount = 0
        /// The number of losses from another program's library, each reported by ``Event/loss(path:reason:)``.
        public package(set) var lossCount = 0
        /// The number of imported assets without a preview, each reported by ``Event/withoutPreview(_:reason:)``, or all together by
        /// ``Event/noPreviews(reason:)`` where the disk had no room.
        public package(set) var withoutPreviewCount = 0
        /// The bytes in the imported files.
        public package(set) var importedBytes: Int64 = 0
        /// The files that left this disk by the rule for space.
        package var releasedPart = RemoteTotals.Part()
        /// Whether the task was cancelled before the end; assets that were imported stay.
        public package(set) var wasCancelled = false
        /// Whether all files were processed, so that a cancelled import lacks previews alone.
        public package(set) var hasAllFiles = false
        /// A file in the library with a JSON object for each problem, one a line.
        ///
        /// The property is nil if there were no problems.
        public package(set) var reportURL: URL?

        package init() {}
    }
}

/// The coding of the result is the JSON of `photokit import`, without the token for the state of the library.
extension LibraryImport.Report: Codable {
    static let counts: CountMembers<Self> = [
        ("imported", \.importedCount),
        ("equalDeleted", \.equalDeletedCount),
        ("filled", \.filledCount),
        ("joined", \.joinedCount),
        ("duplicates", \.duplicateCount),
        ("inSources", \.inSourceCount),
        ("removed", \.removedCount),
        ("healed", \.healedCount),
        ("unchanged", \.unchangedCount),
        ("others", \.otherCount),
        ("loneSidecars", \.loneSidecarCount),
        ("incomplete", \.incompleteCount),
        ("unreadableSidecars", \.unreadableSidecarCount),
        ("changed", \.changedCount),
        ("conflicts", \.conflictCount),
        ("stayed", \.stayedCount),
        ("unmoved", \.unmovedCount),
        ("sharedSidecars", \.sharedSidecarCount),
        ("deleted", \.deletedCount),
        ("passedOver", \.passedOverCount),
        ("refused", \.refusedCount),
        ("losses", \.lossCount),
        ("withoutPreview", \.withoutPreviewCount),
    ]

    /// Writes the result as the event `finished`.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(event: "finished")
        try members.encode(Self.counts, of: self)
        try members.encode(importedBytes, forKey: "bytes")
        try members.encode(releasedPart.count, forKey: "releasedFiles")
        try members.encode(releasedPart.bytes, forKey: "releasedBytes")
        try members.encode(wasCancelled, forKey: "wasCancelled")
        try members.encode(hasAllFiles, forKey: "hasAllFiles")
        try members.encode(reportURL?.path, forKey: "report")
        try members.encode(changes, forKey: "changes")
    }

    /// Reads the result from the event `finished`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        try members.checkEvent(is: "finished")
        self.init()
        try members.read(Self.counts, into: &self)
        importedBytes = try members.amount("bytes")
        releasedPart.count = try members.amount("releasedFiles")
        releasedPart.bytes = try members.amount("releasedBytes")
        wasCancelled = try members.value("wasCancelled")
        hasAllFiles = try members.value("hasAllFiles")
        reportURL = try members.urlOrNil("report")
        changes = try members.value("changes")
        guard changes.allSatisfy({ ChangeToken($0) != nil }) else {
            throw members.unsuitable("changes", "A text is no token.")
        }
    }
}
