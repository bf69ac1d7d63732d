public import CoreLocation
public import Foundation
public import Photos
import PhotosStore

/// Duplicates: photos and videos that are the same, or copies of the same picture.
public enum PhotoDuplicates {
    /// How much of two photos or videos is the same.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The files that show them have the same bytes.
        case bytes
        /// The files have the same size and pixels, in sRGB with 8 bits a channel. Format and metadata may differ.
        case pixels
        /// The pictures are copies of one picture: scaled, compressed again, brighter, or with a little cut off.
        case alike
    }

    /// Why the first photo of a group comes before another one, the strongest reason first.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// The first one is not edited.
        case original
        /// The first one has a RAW file.
        case raw
        /// The first one is a Live Photo.
        case livePhoto
        /// The first one has more pixels.
        case morePixels
        /// The file of the first one has more facts, such as the date, the place and the camera.
        case moreFacts
        /// The file of the first one has more bits for each pixel.
        ///
        /// More than 1.5 bits count as 1.5. Bits of HEIC, AVIF, JPEG XL and WebP count twice.
        case largerFile
        /// The files of the first one are in the library, and a file of the other one stays in a source.
        case inLibrary
        /// The first one is a favorite.
        case favorite
        /// The first one was added earlier.
        case addedEarlier
    }

    /// A photo or video that duplicates the first one of its group.
    public struct Member: Sendable {
        /// The photo or video.
        public let asset: PHAsset
        /// The likeness to the first one.
        public let kind: Kind
        /// The number of bits, from 0 to 64, in which the hashes of both pictures differ; nil where they were not compared.
        public let distance: Int?
        /// Why the first one comes before it; nil if both are equal in all that is compared, or if it comes before the first one
        /// by itself.
        public let reason: Reason?
        /// Whether it has a file that the first one lacks: an edit, a RAW file, or the movie of a Live Photo.
        ///
        /// Merging the group then leaves it where it is.
        public let hasOwnFiles: Bool
        /// Whether its files are in the library, and a file of the first one stays in a source.
        ///
        /// Neither backups nor remotes have files of sources, so merging the group leaves it where it is.
        public let isInLibraryAlone: Bool
    }

    /// Duplicates of one photo or video.
    ///
    /// Each member is a duplicate of the first one. So two members need not be duplicates of each other, and no group grows
    /// from copy to copy. Hidden and visible photos are never in one group.
    public struct Group: Sendable {
        /// The best one, or the one that a person chose; merging keeps it.
        public let first: PHAsset
        /// The others, the best one first.
        public let others: [Member]

        /// The weakest kind of the members.
        public var kind: Kind {
            others.map(\.kind).max { one, other in
                Kind.allCases.firstIndex(of: one) ?? 0 < Kind.allCases.firstIndex(of: other) ?? 0
            } ?? .bytes
        }
    }

    /// The result of a search for duplicates.
    public struct Report: Sendable {
        /// The groups, the one with the best first photo first.
        ///
        /// No photo is in two groups.
        public let groups: [Group]
        /// The number of photos and videos that were searched.
        public let assetCount: Int
        /// The pictures that could not be compared with all that may be duplicates of them, with the reasons.
        public let failures: [Failure]
    }

    /// A picture that could not be compared with all that may be duplicates of it, because a file cannot be read.
    public struct Failure: Hashable, Sendable {
        /// The local identifier of the photo.
        public let localIdentifier: String
        /// The comparison that was not possible: ``Kind/pixels``, or ``Kind/alike`` if its bytes alone were compared.
        public let kind: Kind
        /// The original name of the file.
        public let filename: String
        /// A sentence with the cause.
        public let reason: String
    }

    /// How far a search is.
    public enum Progress: Hashable, Sendable {
        /// Hashes of pictures are made or read.
        case hashing(done: Int, all: Int)
        /// Photos are compared.
        case comparing(done: Int, all: Int)
    }

    /// The distance of hashes up to which pictures are compared, unless a search states another one.
    public static var usualDistance: Int { LibraryDuplicates.DuplicateQuery.usualDistance }

    /// The distances of hashes that a search can state.
    public static let distances = 0...15

    /// The changes that merging a group makes.
    public struct Merge: Sendable {
        /// A property with one value, of which two photos may have different ones.
        public enum Property: String, Hashable, Sendable, CaseIterable {
            /// The date that a person set.
            case date
            /// The place; two of them are different if more than 100 m lie between them.
            case place
            /// The title of the files.
            case title
            /// The headline of the files.
            case headline
            /// The names of the place in the files.
            case placeNames
        }

        /// The photo or video that stays.
        public let kept: PHAsset
        /// The photos that move to Recently Deleted.
        public let removed: [PHAsset]
        /// The photos that stay unchanged.
        ///
        /// A photo stays if it has a file that the kept one lacks. A photo with files in the library stays, too, if the
        /// kept one has a file in a source.
        public let left: [PHAsset]
        /// The new caption; nil if it stays.
        public let caption: String?
        /// The keywords that the kept one gets.
        public let keywords: [String]
        /// The new rating; nil if it stays.
        public let rating: PHAsset.Rating?
        /// Whether the kept one becomes a favorite.
        public let becomesFavorite: Bool
        /// The albums that the kept one enters.
        public let albums: [PHAssetCollection]
        /// The new date, which a person set for another one; nil if the date stays.
        public let creationDate: Date?
        /// The place of another one, which the kept one gets because it has none; nil if the place stays.
        public let location: CLLocation?
        /// The title of another one's files, which the kept one gets because it has none; nil if the title stays.
        public let title: String?
        /// The headline of another one's files, which the kept one gets because it has none; nil if the headline stays.
        public let headline: String?
        /// The names of persons that the kept one gets.
        public let persons: [String]
        /// The names of those who made the photo that the kept one gets.
        public let creators: [String]
        /// The names of the place after the merge, from the small to the large; empty if they stay.
        public let placeNames: [String]
        /// The properties of which two of the photos have different values: the value of the kept one, or of the first of the
        /// others, counts.
        public let contested: Set<Property>
        /// Whether the kept one becomes pinned, because another one is, so that its files stay on this disk.
        public let becomesPinned: Bool
        /// The identifiers of the limited applications that see another one, and see the kept one from now on.
        public let applications: [String]
        /// The names of the sidecars and other programs' files that the kept one gets: copies, which an undo leaves there.
        package let sidecars: [String]
    }
}

extension PhotoDuplicates.Kind {
    init(_ kind: DuplicateKind) {
        switch kind {
        case .bytes: self = .bytes
        case .pixels: self = .pixels
        case .alike: self = .alike
        }
    }

    var engineValue: DuplicateKind {
        switch self {
        case .bytes: .bytes
        case .pixels: .pixels
        case .alike: .alike
        }
    }
}

extension PhotoDuplicates.Reason {
    init(_ reason: DuplicateReason) {
        switch reason {
        case .original: self = .original
        case .raw: self = .raw
        case .movie: self = .livePhoto
        case .pixels: self = .morePixels
        case .facts: self = .moreFacts
        case .bytes: self = .largerFile
        case .inLibrary: self = .inLibrary
        case .favorite: self = .favorite
        case .earlier: self = .addedEarlier
        }
    }
}
