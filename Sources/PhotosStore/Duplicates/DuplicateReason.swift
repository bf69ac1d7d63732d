import Foundation
import PhotosMedia

/// Why one of several duplicates comes first, the strongest reason first.
package enum DuplicateReason: Int, Sendable, Hashable, CaseIterable {
    /// The photo is the original, and the other one is edited.
    case original
    /// The photo has a RAW file.
    case raw
    /// The photo is a Live Photo.
    case movie
    /// The photo has more pixels.
    case pixels
    /// Its file has more facts, such as the date, the place and the camera.
    case facts
    /// Its file has more bits for each pixel.
    case bytes
    /// Its files are in the library, and a file of the other one stays in a source.
    ///
    /// Backups and remotes have the files of the library alone.
    case inLibrary
    /// The photo is a favorite.
    case favorite
    /// The photo was added earlier.
    case earlier
}

extension DuplicateCandidate {
    /// Returns a number that is smaller for the asset that comes first by a reason.
    private func rankNumber(by reason: DuplicateReason) -> Double {
        switch reason {
        case .original: isEdited ? 1 : 0
        case .raw: hasRaw ? 0 : 1
        case .movie: hasMovie ? 0 : 1
        case .pixels: -Double(width) * Double(height)
        case .facts: -Double(factCount)
        case .bytes: -bitsPerPixel
        case .inLibrary: staysInSource ? 1 : 0
        case .favorite: isFavorite ? 0 : 1
        case .earlier: added?.timeIntervalSinceReferenceDate ?? .infinity
        }
    }

    /// The number of bits per pixel beyond which a file shows nothing more.
    ///
    /// So a PNG made of a JPEG is not before the JPEG, and neither is a copy at the highest quality.
    private static let mostBits = 1.5
    /// The formats that need half of the bits of a JPEG.
    private static let denseTypes: Set<MediaType> = [.heic, .heif, .avif, .jpegXL, .webp]

    private var bitsPerPixel: Double {
        let pixels = max(1, Double(width) * Double(height))
        let type = MediaType(rawValue: shown.contentType)
        let density = type.map(Self.denseTypes.contains) == true ? 2.0 : 1
        return min(Self.mostBits, Double(shown.byteCount) * 8 / pixels * density)
    }

    /// Whether the asset comes before another one in a group of duplicates.
    package func precedes(_ other: DuplicateCandidate) -> Bool {
        guard let reason = reason(against: other) else { return row < other.row }
        return rankNumber(by: reason) < other.rankNumber(by: reason)
    }

    /// Returns the strongest reason that decides between two assets; nil if none does.
    package func reason(against other: DuplicateCandidate) -> DuplicateReason? {
        DuplicateReason.allCases.first { rankNumber(by: $0) != other.rankNumber(by: $0) }
    }
}
