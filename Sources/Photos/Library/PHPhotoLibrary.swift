import Dispatch
public import Foundation
import Logging
package import PhotosStore
import Synchronization

/// A photo library: the object through which everything is changed and observed.
///
/// ``shared()`` is the library named by the environment variable `PHOTOKIT_LIBRARY`, else `Photos Library.photolib`
/// in the user's pictures folder, made at its first use. The module OpenPhotoKit opens others. Safe on any thread.
open class PHPhotoLibrary: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; what it stores is constant, or guarded by a mutex of its own.

    /// The open engine, or why it could not be opened.
    package let opening: Result<Library, any Error>

    /// Observers, by the protocol they were registered for.
    let observers: LibraryObservers

    /// Where change blocks run, one after another.
    let changeQueue = DispatchQueue(label: "OpenPhotoKit changes")

    /// What went wrong last while the library was read, which fetches cannot throw.
    private let readFailure = Mutex<(any Error)?>(nil)

    package init(opening: Result<Library, any Error>) {
        self.opening = opening
        observers = LibraryObservers()
        super.init()
    }

    package convenience init(_ library: Library) {
        self.init(opening: .success(library))
    }

    /// The one library that an application shares with the others of its user.
    open class func shared() -> PHPhotoLibrary { SharedLibrary.library }

    /// Why the library cannot be used; nil while it can.
    open var unavailabilityReason: (any Error)? {
        if case .failure(let error) = opening { return PHPhotosError(error) }
        return readFailure.withLock { $0 }
    }

    /// The library that class methods work with: the one set for the present task, else the shared one.
    package class var current: PHPhotoLibrary { override ?? shared() }

    /// Stands in for the shared library in the present task and its children.
    @TaskLocal package static var override: PHPhotoLibrary?

    /// The engine; throws the error of the API why there is none.
    package func store() throws -> Library {
        do {
            return try opening.get()
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Reads for a call that cannot throw: what fails is logged, kept as the reason of unavailability, and answered
    /// with `fallback`, as an unavailable library does.
    package func read<Result>(_ fallback: Result, _ body: (Library) throws -> Result) -> Result {
        do {
            let result = try body(try store())
            readFailure.withLock { $0 = nil }
            return result
        } catch {
            Self.logger.error("The photo library could not be read: \(error)")
            let wasAvailable = readFailure.withLock { failure in
                defer { failure = PHPhotosError(error) }
                return failure == nil
            }
            if wasAvailable { observers.tellUnavailable(self, on: callbackQueue) }
            return fallback
        }
    }

    /// Where observers and completion handlers run, in commit order.
    var callbackQueue: DispatchQueue { (try? opening.get())?.feed.queue ?? changeQueue }

    static let logger = Logger(label: "OpenPhotoKit")
}
