public import Foundation

extension LibraryExport {
    /// The result of an export.
    public struct Report: Hashable, Sendable {
        /// The number of photos and videos that were looked at.
        public package(set) var assetCount = 0
        /// The number of pictures, movies, sounds and recipes that were written.
        public package(set) var writtenCount = 0
        /// The bytes in those files.
        public package(set) var writtenBytes: Int64 = 0
        /// The number of sidecars that were written.
        public package(set) var sidecarCount = 0
        /// The number of files and links in folders of albums that were written.
        public package(set) var albumFileCount = 0
        /// The number of files of earlier exports that got another path.
        public package(set) var movedCount = 0
        /// The number of files that were there already.
        public package(set) var presentCount = 0
        /// The number of photos and videos all of whose files are unchanged since an earlier export.
        public package(set) var unchangedAssetCount = 0
        /// The number of files that stay because of another program, each reported by ``Event/kept(_:localIdentifier:reason:)``.
        public package(set) var keptCount = 0
        /// The number of files that stay because the library has them no more, each reported by
        /// ``Event/givenUp(_:localIdentifier:reason:)``.
        public package(set) var givenUpCount = 0
        /// The number of files that were not exported, each reported by
        /// ``Event/failed(name:localIdentifier:reason:)``.
        public package(set) var failedCount = 0
        /// The number of files that still state what was to be kept back.
        public package(set) var remainingCount = 0
        /// The number of exported photos and videos of which captions, keywords, ratings, dates, places or titles are in no
        /// exported file, because ``LibraryExport/Options/metadata`` is `none`.
        ///
        /// Properties that the original states itself, or a file that came in beside it, do not count.
        public package(set) var unstatedAssetCount = 0
        /// The number of smart albums that the manifest leaves out, each reported by
        /// ``Event/leftOut(title:localIdentifier:reason:)``.
        public package(set) var leftOutCount = 0
        /// The number of files of what the library has deleted since, without those that were to be removed and were kept.
        public package(set) var deletedCount = 0
        /// The number of those files that were removed.
        public package(set) var removedCount = 0
        /// The number of photos and videos with a value that no sidecar can state, by the value's name.
        public package(set) var losses: [String: Int] = [:]
        /// Whether the task was cancelled before the end; written files stay, and the next export continues.
        public package(set) var wasCancelled = false
        /// The manifest, from which an import restores the library; nil if none was to be written.
        public package(set) var manifestURL: URL?

        package init() {}
    }
}

/// The coding of the result is the JSON of `photokit export`.
extension LibraryExport.Report: Codable {
    private static let counts: CountMembers<Self> = [
        ("assets", \.assetCount),
        ("written", \.writtenCount),
        ("sidecars", \.sidecarCount),
        ("albumFiles", \.albumFileCount),
        ("moved", \.movedCount),
        ("present", \.presentCount),
        ("unchangedAssets", \.unchangedAssetCount),
        ("kept", \.keptCount),
        ("givenUp", \.givenUpCount),
        ("failed", \.failedCount),
        ("remains", \.remainingCount),
        ("leftOut", \.leftOutCount),
        ("unstated", \.unstatedAssetCount),
        ("deleted", \.deletedCount),
        ("removed", \.removedCount),
    ]

    /// Writes the result as the event `finished`.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(event: "finished")
        try members.encode(Self.counts, of: self)
        try members.encode(writtenBytes, forKey: "bytes")
        var names = members.nestedContainer(keyedBy: MemberName.self, forKey: "losses")
        for (name, count) in losses.sorted(by: { $0.key < $1.key }) {
            try names.encode(count, forKey: MemberName(stringValue: name))
        }
        try members.encode(wasCancelled, forKey: "wasCancelled")
        try members.encode(manifestURL?.path, forKey: "manifest")
    }

    /// Reads the result from the event `finished`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        try members.checkEvent(is: "finished")
        self.init()
        try members.read(Self.counts, into: &self)
        writtenBytes = try members.amount("bytes")
        losses = try members.value("losses")
        wasCancelled = try members.value("wasCancelled")
        manifestURL = try members.urlOrNil("manifest")
    }
}
