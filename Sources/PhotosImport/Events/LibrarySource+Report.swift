import Foundation

extension LibrarySource {
    /// The result of a sweep.
    public struct Report: Hashable, Sendable {
        /// The number of files that were checked.
        public package(set) var fileCount = 0
        /// The number of unchanged files.
        public package(set) var sameCount = 0
        /// The number of files that were renamed or moved individually.
        public package(set) var movedCount = 0
        /// The number of folders that were renamed or moved.
        public package(set) var movedFolderCount = 0
        /// The number of files that other programs changed.
        public package(set) var editedCount = 0
        /// The number of files that became assets.
        public package(set) var createdCount = 0
        /// The number of files that became parts of assets of other files.
        public package(set) var joinedCount = 0
        /// The number of files with the same bytes as an asset.
        public package(set) var duplicateCount = 0
        /// The number of files that became assets although Recently Deleted has an equal asset.
        public package(set) var equalDeletedCount = 0
        /// The number of files whose copies restored lost files of the library.
        public package(set) var healedCount = 0
        /// The number of files that were left out, each reported by an event.
        public package(set) var refusedCount = 0
        /// The number of sidecars among the refused files: nothing is taken from them.
        public package(set) var refusedSidecarCount = 0
        /// The number of files that became assets, and whose content could not be read completely.
        public package(set) var incompleteCount = 0
        /// The number of files that are neither a photo nor a part of one, such as texts, and sidecars without their photos.
        public package(set) var otherCount = 0
        /// The number of sidecars, settings and recipes among these files, without JSON files: no photo beside them has their names.
        public package(set) var loneSidecarCount = 0
        /// The number of files and folders that were left out by a rule.
        public package(set) var passedOverCount = 0
        /// The number of new and edited assets without a preview.
        public package(set) var withoutPreviewCount = 0
        /// The number of files of assets that are gone.
        ///
        /// Their assets are offline. Files of deleted assets do not count.
        public package(set) var vanishedCount = 0
        /// The number of files that were gone and exist again.
        public package(set) var returnedCount = 0
        /// The number of files that are still being written, which a later sweep reads.
        public package(set) var busyCount = 0
        /// The reason why the sweep changed nothing; nil if the source was available.
        public package(set) var offlineReason: String?
        /// Whether the task was cancelled before the end; changes that were written stay.
        public package(set) var wasCancelled = false

        package init() {}
    }
}

/// The coding of the result is the JSON of `photokit source`, without the path of the folder.
extension LibrarySource.Report: Codable {
    private static let counts: CountMembers<Self> = [
        ("files", \.fileCount),
        ("same", \.sameCount),
        ("created", \.createdCount),
        ("joined", \.joinedCount),
        ("moved", \.movedCount),
        ("movedFolders", \.movedFolderCount),
        ("edited", \.editedCount),
        ("duplicates", \.duplicateCount),
        ("equalDeleted", \.equalDeletedCount),
        ("healed", \.healedCount),
        ("refused", \.refusedCount),
        ("refusedSidecars", \.refusedSidecarCount),
        ("incomplete", \.incompleteCount),
        ("others", \.otherCount),
        ("loneSidecars", \.loneSidecarCount),
        ("passedOver", \.passedOverCount),
        ("withoutPreview", \.withoutPreviewCount),
        ("vanished", \.vanishedCount),
        ("returned", \.returnedCount),
        ("busy", \.busyCount),
    ]

    /// Writes the result as the event `swept`.
    public func encode(to encoder: any Encoder) throws { try encode(to: encoder, at: nil) }

    /// Writes the result, and the path of the folder if there is one.
    func encode(to encoder: any Encoder, at url: URL?) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(event: "swept", at: url)
        try members.encode(Self.counts, of: self)
        try members.encode(offlineReason, forKey: "offlineReason")
        try members.encode(wasCancelled, forKey: "wasCancelled")
    }

    /// Reads the result from the event `swept`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        try members.checkEvent(is: "swept")
        self.init()
        try members.read(Self.counts, into: &self)
        offlineReason = try members.value("offlineReason")
        wasCancelled = try members.value("wasCancelled")
    }
}
