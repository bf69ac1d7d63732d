public import Photos
import PhotosStore

/// What the owner of a library can set, for every process that uses it.
public struct LibrarySettings: Hashable, Sendable {
    /// Days that deleted assets stay in Recently Deleted; 0 deletes at once.
    public var daysInRecentlyDeleted: Int
    /// Days that changes stay in the history; nil keeps them.
    public var daysOfHistory: Int?
    /// How many changes stay in the history; nil keeps all.
    public var changesInHistory: Int?

    /// Makes settings; without arguments those of a new library.
    ///
    /// - Parameters:
    ///   - daysInRecentlyDeleted: 0 or more.
    ///   - daysOfHistory: 1 or more, or nil.
    ///   - changesInHistory: 1 or more, or nil.
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
    /// Reads the library's settings.
    ///
    /// - Returns: The present settings.
    /// - Throws: `PHPhotosError` when the library cannot be read.
    public func settings() throws -> LibrarySettings {
        do {
            let settings = try store().settings()
            return LibrarySettings(
                daysInRecentlyDeleted: settings.trashDays,
                daysOfHistory: settings.historyDays,
                changesInHistory: settings.historyCount
            )
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Changes the library's settings, and forgets the history that they no longer keep.
    ///
    /// - Parameter settings: The settings from now on.
    /// - Throws: `PHPhotosError`; the settings stay as they were then.
    public func change(_ settings: LibrarySettings) throws {
        do {
            try store().change(
                PhotosStore.LibrarySettings(
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
