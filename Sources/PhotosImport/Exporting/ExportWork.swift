import Foundation
import PhotosMedia
import PhotosStore

/// The files of one asset that an export writes in one block.
struct ExportWork: Sendable {
    var uuid: UUID
    /// The checksum of the asset's state, which the record gets if nothing fails.
    var state: [UInt8]
    var number: Int
    var base: String
    var files: [File] = []
    /// Whether a file could not be planned.
    var hasFailed = false
    /// Whether the next export plans the asset again although nothing has failed: a file stays that states another
    /// state of it, or its files keep paths that are not its own any more.
    var isPlannedAgain = false
    /// The parts of earlier files that the asset has not any more.
    var removed: [String] = []
    /// The parts, with their marks, of files without which the asset goes on since the last export.
    var newlyGivenUp: Set<String> = []
    /// The earlier files that are removed when the new ones are there.
    var retired: [RecordLine] = []
    /// The bytes of all files of the asset, for the progress.
    var assetBytes: Int64 = 0
    /// The withheld properties that copies still state, because their bytes stay as they are.
    var remaining: ExportOptions.Withheld = []
    /// The paths of these copies.
    var statingPaths: [String] = []
    /// Whether the files state less than what people said about the asset.
    var leavesWordsOut = false
    /// The capture time, for the files' modification time.
    var date: Date?

    struct File: Sendable {
        enum Content: Sendable {
            case copy(ResourceRecord)
            case bytes([UInt8])
            case embed(ResourceRecord, WrittenMetadata)
            /// A symbolic link with this target.
            case link(String)
        }

        var part: String
        var path: String
        /// The name in the library, for messages.
        var name: String
        var content: Content
        var source: [UInt8]
        /// The file of the library from which it is made.
        var origin: RecordedFile.Origin?
        /// The checksum that the written file must have; nil where it is not known before.
        var checksum: [UInt8]?
        var byteCount: Int64
        /// The file of an earlier export that this one takes the place of.
        var previous: RecordedFile?
        /// Whether the earlier file is renamed, because its bytes are the same.
        var moves = false
        /// The part into whose copy the metadata are to be embedded; this file is written only if that is refused.
        var fallbackFor: String?
        /// The name of the draft.
        var draft = ""
    }
}

/// A file that was written under a temporary name, or the reason why not.
enum ExportDraft: Sendable {
    case written(checksum: [UInt8], byteCount: Int64)
    /// The draft has metadata inside; the quick checksum is that of the bytes that the worker made.
    case embedded(quick: UInt64, byteCount: Int64)
    /// The draft has the bytes of the original, because metadata cannot be embedded into it.
    case plain
    case failed(String)
    /// An error that concerns every other file, too.
    case obstacle(StoreError)
}
