/// What one change of the library did to its photos, albums and folders, as the history states it.
public struct ActivityDifferences: Hashable, Sendable {
    /// What became of a photo or video.
    public enum PhotoKind: Hashable, Sendable {
        case inserted, updated, trashed, restored, purged
    }

    /// A photo or video.
    public struct Photo: Hashable, Sendable {
        /// Each thing that became of it; a block can change a photo and delete it.
        public var kinds: Set<PhotoKind>
        /// The names of the properties that changed.
        public var properties: Set<String>
        /// The marks among them that were set before.
        public var marksBefore: Set<String>
        /// Whether it is a video; nil where nobody knows any more.
        public var isVideo: Bool?

        /// Makes a photo or video.
        public init(
            _ kinds: Set<PhotoKind>,
            properties: Set<String> = [],
            marksBefore: Set<String> = [],
            isVideo: Bool? = nil
        ) {
            self.kinds = kinds
            self.properties = properties
            self.marksBefore = marksBefore
            self.isVideo = isVideo
        }
    }

    /// What became of an album or folder.
    public enum CollectionKind: Hashable, Sendable {
        case inserted, updated, deleted
    }

    /// An album or folder.
    public struct Collection: Hashable, Sendable {
        /// What became of it.
        public var kind: CollectionKind
        /// Whether it is a folder.
        public var isFolder: Bool
        /// Its present title, or the last one.
        public var title: String?
        /// Its title before, if that changed.
        public var titleBefore: String?
        /// The names of the properties that changed.
        public var properties: Set<String>
        /// The number of photos and videos that it got.
        public var entered: Int
        /// The number of photos and videos that left it.
        public var left: Int
        /// The number of photos and videos that moved within it.
        public var moved: Int

        /// Makes an album or folder.
        public init(
            _ kind: CollectionKind,
            isFolder: Bool = false,
            title: String? = nil,
            titleBefore: String? = nil,
            properties: Set<String> = [],
            entered: Int = 0,
            left: Int = 0,
            moved: Int = 0
        ) {
            self.kind = kind
            self.isFolder = isFolder
            self.title = title
            self.titleBefore = titleBefore
            self.properties = properties
            self.entered = entered
            self.left = left
            self.moved = moved
        }
    }

    /// The photos and videos.
    public var photos: [Photo]
    /// The albums and folders.
    public var collections: [Collection]

    /// Makes the differences.
    public init(photos: [Photo] = [], collections: [Collection] = []) {
        self.photos = photos
        self.collections = collections
    }
}
