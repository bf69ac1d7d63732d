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

extension PHPhotoLibrary {
    /// Registers an observer of changes, which is held weakly.
    public func register(_ observer: any PHPhotoLibraryChangeObserver) {
        observers.add(observer, .change, in: self)
    }

    /// Ends what `register` began.
    public func unregisterChangeObserver(_ observer: any PHPhotoLibraryChangeObserver) {
        observers.remove(observer, .change, in: self)
    }

    /// Registers an observer of the history, which is held weakly.
    public func register(_ observer: any PHPhotoLibraryPersistentChangesObserver) {
        observers.add(observer, .persistent, in: self)
    }

    /// Ends what `register` began.
    public func unregisterPersistentChangesObserver(
        _ observer: any PHPhotoLibraryPersistentChangesObserver
    ) {
        observers.remove(observer, .persistent, in: self)
    }

    /// Registers an observer of availability, which is held weakly.
    public func register(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        observers.add(observer, .availability, in: self)
    }

    /// Ends what `register` began.
    public func unregisterAvailabilityObserver(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        observers.remove(observer, .availability, in: self)
    }
}
