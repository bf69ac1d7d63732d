public import Foundation

/// An observer of changes to the library by this process or any other.
public protocol PHPhotoLibraryChangeObserver: NSObjectProtocol {
    /// Called on a queue of the library, for one change at a time, in commit order, without holding locks of the
    /// library.
    ///
    /// An observer may wait for handlers of change blocks. An observer that takes longer than a fifth of a second
    /// does not delay other observers or handlers.
    func photoLibraryDidChange(_ changeInstance: PHChange)
}

/// An observer of the persistent history.
public protocol PHPhotoLibraryPersistentChangesObserver: NSObjectProtocol {
    /// Called on a queue of the library after new changes, never concurrently.
    ///
    /// Call `fetchPersistentChanges(since:)` to get the new changes.
    func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary)
}

/// An observer of the library's availability.
public protocol PHPhotoLibraryAvailabilityObserver: NSObjectProtocol {
    /// Called on a queue of the library when it becomes unavailable; `unavailabilityReason` is the reason.
    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary)
}
