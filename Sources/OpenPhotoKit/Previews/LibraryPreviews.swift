import PhotosStore

/// The small pictures that a library keeps ready: about 256 and about 1024 pixels on the longer side.
public enum LibraryPreviews {
    /// What is kept at present.
    public struct Inventory: Hashable, Sendable {
        /// Previews of about 256 pixels.
        public let gridCount: Int
        /// Previews of about 1024 pixels.
        public let screenCount: Int
        /// Bytes that all of them take on disk.
        public let byteCount: Int64
    }

    /// What making previews came to.
    public struct Report: Hashable, Sendable {
        /// Photos and videos that got previews.
        public let madeCount: Int
        /// Photos and videos that had them.
        public let presentCount: Int
        /// Names of files that give none, each with a sentence that says why.
        public let failures: [Failure]
        /// Whether the task was cancelled before the end; what has been made stays.
        public let wasCancelled: Bool
    }

    /// A file that gives no preview.
    public struct Failure: Hashable, Sendable {
        /// The name that the file had where it came from.
        public let filename: String
        /// A sentence that says why, and what to do.
        public let reason: String
    }
}
