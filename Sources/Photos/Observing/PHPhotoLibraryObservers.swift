public import Foundation

/// Hears that the library changed, through this process or any other.
public protocol PHPhotoLibraryChangeObserver: NSObjectProtocol {
    /// Called on a queue of the library, for one change at a time, in commit order, outside its locks.
    ///
    /// It may wait for handlers of blocks. One that takes longer than a fifth of a second does not keep other observers or
    /// handlers from being called meanwhile.
    func photoLibraryDidChange(_ changeInstance: PHChange)
}

/// Hears that the persistent history grew.
public protocol PHPhotoLibraryPersistentChangesObserver: NSObjectProtocol {
    /// Called on a queue of the library, never twice at once. Ask `fetchPersistentChanges(since:)` what is new.
    func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary)
}

/// Hears that the library cannot be used any more.
public protocol PHPhotoLibraryAvailabilityObserver: NSObjectProtocol {
    /// Called on a queue of the library. `unavailabilityReason` says why.
    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary)
}
