import Foundation
import OpenPhotoKit
import Photos

/// Reads photos for lists.
struct ItemReader: Sendable {
    let owner: ClientLibrary
    let clock: ServerClock

    /// Returns photos as lists show them.
    ///
    /// - Parameters:
    ///   - library: The library as a client sees it.
    ///   - assets: Returns the photos, on a thread of the library.
    /// - Returns: The photos in the same order.
    /// - Throws: The error of `assets`, and ``Problem`` where the library cannot be read.
    func readItems(
        in library: ClientLibrary,
        of assets: @escaping @Sendable () throws -> [PHAsset]
    ) async throws -> [ItemModel] {
        let owner = owner.library
        let now = clock.now()
        let omitted = library.omitted
        return try await library.read {
            let days = try owner.settings().daysInRecentlyDeleted
            let hasSources = try !owner.sources().isEmpty
            let assets = try assets()
            let colors = try library.library.storedColors(of: assets)
            return assets.map { asset in
                ItemModel(
                    asset,
                    omitting: omitted,
                    color: colors[asset.localIdentifier],
                    hasSources: hasSources,
                    trashDays: days,
                    now: now
                )
            }
        }
    }
}
