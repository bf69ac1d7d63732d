public import Foundation
import PhotosStore

/// The previews that a library stores: about 256 and about 1024 pixels on the longer side.
public enum LibraryPreviews {
    /// The size of a preview.
    public enum Size: String, Hashable, Sendable, CaseIterable {
        /// About 256 pixels on the longer side.
        case grid
        /// About 1024 pixels on the longer side.
        case screen
    }

    /// A preview as the library stores it: upright and in sRGB.
    public struct Picture: Hashable, Sendable {
        /// The width in pixels.
        public let width: Int
        /// The height in pixels.
        public let height: Int
        /// The bytes of the JPEG file.
        public let jpeg: Data
    }

    /// The mean colour of a picture, in sRGB.
    public struct Color: Hashable, Sendable {
        /// The red, from 0 to 255.
        public let red: UInt8
        /// The green, from 0 to 255.
        public let green: UInt8
        /// The blue, from 0 to 255.
        public let blue: UInt8
    }

    /// The version of the rules for making previews.
    ///
    /// Two previews of the same size, version of content and version of rules have the same bytes.
    public static var rulesVersion: Int { Int(PreviewRecipe.version) }

    /// The previews that are currently stored.
    public struct Inventory: Hashable, Sendable {
        /// The number of previews of about 256 pixels.
        public let gridCount: Int
        /// The number of previews of about 1024 pixels.
        public let screenCount: Int
        /// The bytes of all previews on disk.
        public let byteCount: Int64
    }

    /// The result of making previews.
    public struct Report: Hashable, Sendable {
        /// The number of photos and videos that got previews.
        public let madeCount: Int
        /// The number of photos and videos that already had previews.
        public let presentCount: Int
        /// The files without a preview, with the reasons.
        public let failures: [Failure]
        /// Whether the task was cancelled before the end; previews that were made stay.
        public let wasCancelled: Bool
    }

    /// A file of which no preview can be made.
    public struct Failure: Hashable, Sendable {
        /// The original name of the file.
        public let filename: String
        /// A sentence with the cause and the solution.
        public let reason: String
        /// Whether the disk of the library had no room for the preview; the reason is the same for all such files.
        public let isForSpace: Bool
    }
}
