public import Foundation

/// Hears that the library changed, through this process or any other.
public protocol PHPhotoLibraryChangeObserver: NSObjectProtocol {
    /// Called on a serial queue of the library, in commit order, outside its locks.
    func photoLibraryDidChange(_ changeInstance: PHChange)
}

/// Hears that the persistent history grew.
public protocol PHPhotoLibraryPersistentChangesObserver: NSObjectProtocol {
    /// Called on a serial queue of the library. Ask `fetchPersistentChanges(since:)` what is new.
    func photoLibraryPersistentChangesDidUpdate(_ photoLibrary: PHPhotoLibrary)
}

/// Hears that the library cannot be used any more.
public protocol PHPhotoLibraryAvailabilityObserver: NSObjectProtocol {
    /// Called on a serial queue of the library. `unavailabilityReason` says why.
    func photoLibraryDidBecomeUnavailable(_ photoLibrary: PHPhotoLibrary)
}
