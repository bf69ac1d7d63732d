public import Photos
import PhotosStore

/// The settings of a library, which apply to every process that uses it.
public struct LibrarySettings: Hashable, Sendable {
    /// The number of days that deleted assets stay in Recently Deleted; 0 deletes them at once.
    ///
    /// The number applies to the assets that are in Recently Deleted already, too. See
    /// ``Photos/PHPhotoLibrary/expiredAssetCount(keptFor:)``.
    public var daysInRecentlyDeleted: Int
    /// The number of days that changes stay in the history; nil keeps them forever.
    public var daysOfHistory: Int?
    /// The number of changes that stay in the history; nil keeps all.
    public var changesInHistory: Int?

    /// Makes settings; the default values are those of a new library.
    ///
    /// - Parameters:
    ///   - daysInRecentlyDeleted: A number of days, 0 or more.
    ///   - daysOfHistory: A number of days, 1 or more, or nil.
    ///   - changesInHistory: A number of changes, 1 or more, or nil.
    public init(
        daysInRecentlyDeleted: Int = 30,
        daysOfHistory: Int? = nil,
        changesInHistory: Int? = nil
    ) {
        precondition(daysInRecentlyDeleted >= 0, "The days in Recently Deleted are 0 or more.")
        precondition(daysOfHistory ?? 1 > 0, "The days of history are 1 or more, or nil.")
        precondition(changesInHistory ?? 1 > 0, "The changes in the history are 1 or more, or nil.")
        self.daysInRecentlyDeleted = daysInRecentlyDeleted
        self.daysOfHistory = daysOfHistory
        self.changesInHistory = changesInHistory
    }
}

extension PHPhotoLibrary {
    /// Returns the library's settings.
    ///
    /// - Returns: The current settings.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func settings() throws -> LibrarySettings {
        do {
            let settings = try store().settings.read()
            return LibrarySettings(
                daysInRecentlyDeleted: settings.trashDays,
                daysOfHistory: settings.historyDays,
                changesInHistory: settings.historyCount
            )
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Returns the number of assets that would be deleted for good if Recently Deleted kept assets for some days.
    ///
    /// After the setting was changed, the next opening for changes deletes them, or ``purgeExpiredAssets()``.
    ///
    /// - Parameter days: A number of days, 0 or more.
    /// - Returns: A number of assets in Recently Deleted.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func expiredAssetCount(keptFor days: Int) throws -> Int {
        precondition(days >= 0, "The days in Recently Deleted are 0 or more.")
        do {
            return try store().commits.expiredCount(keptFor: days)
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Deletes for good the assets that were in Recently Deleted for as long as the settings say.
    ///
    /// Opening a library for changes does the same.
    ///
    /// - Returns: The number of assets that were deleted.
    /// - Throws: `PHPhotosError`.
    @discardableResult
    public func purgeExpiredAssets() throws -> Int {
        do {
            let store = try store()
            try store.core.requireEverything("delete photos for good")
            return try store.commits.purgeExpired()
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Changes the library's settings, and deletes the history that they no longer keep.
    ///
    /// - Parameter settings: The new settings.
    /// - Throws: `PHPhotosError`; then the settings are unchanged.
    public func change(_ settings: LibrarySettings) throws {
        do {
            try store().settings.change(
                StoredSettings(
                    trashDays: settings.daysInRecentlyDeleted,
                    historyDays: settings.daysOfHistory,
                    historyCount: settings.changesInHistory
                )
            )
        } catch {
            throw PHPhotosError(error)
        }
    }
}
