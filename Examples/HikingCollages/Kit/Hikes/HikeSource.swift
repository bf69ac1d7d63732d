import Foundation

/// Where the hikes come from.
package enum HikeSource: Codable, Hashable, Sendable {
    /// They were written down, as a track or in a list.
    case given([Hike])
    /// They are found in the photos, by time and place.
    case photos
}

/// A file of hikes that could not be used.
package struct HikeFileError: LocalizedError, Equatable {
    package let errorDescription: String?

    package init(_ description: String) {
        errorDescription = description
    }
}
