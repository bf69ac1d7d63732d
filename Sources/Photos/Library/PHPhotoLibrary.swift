public import CPhotosTypes
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
    package var opening: Result<Library, any Error> { engine.outcome }
    private let engine: LibraryOpening

    /// Observers, by the protocol they were registered for.
    let observers: LibraryObservers

    /// Where change blocks run, one after another.
    let changeQueue = DispatchQueue(label: "OpenPhotoKit changes")
    /// Where handlers run while there is no engine.
    private let ownCallbacks = CallQueue("OpenPhotoKit callbacks")

    /// Whether a person was asked what the program may do, because it fetched.
    let hasAsked = Atomic<Bool>(false)

    /// What went wrong last while the library was read, which fetches cannot throw.
    private let readFailure = Mutex<(any Error)?>(nil)

    /// Makes a library that cannot be used, for test doubles.
    ///
    /// Applications use ``shared()``.
    public override init() {
        engine = LibraryOpening(
            .failure(
                StoreError(
                    .libraryMissing,
                    "A PHPhotoLibrary made by hand has no photos. Use PHPhotoLibrary.shared()."
                )
            )
        )
        observers = LibraryObservers()
        super.init()
    }

    package init(opening: Result<Library, any Error>) {
        engine = LibraryOpening(opening)
        observers = LibraryObservers()
        super.init()
    }

    /// A library whose opening is tried again while it fails.
    package init(_ open: @escaping @Sendable () throws -> Library) {
        engine = LibraryOpening(open)
        observers = LibraryObservers()
        super.init()
    }

    package convenience init(_ library: Library) {
        self.init(opening: .success(library))
    }

    /// The one library that an application shares with the others of its user.
    open class func shared() -> PHPhotoLibrary { SharedLibrary.library }

    /// Why the library cannot be used; nil while it can, and again when what was in the way is over.
    open var unavailabilityReason: (any Error)? { absence ?? readFailure.withLock { $0 } }

    // MARK: Changing

    /// Runs a block that makes change requests, then carries all of them out as one, or none.
    ///
    /// The block and the handler run on queues of the library; the handler gets the error where nothing was
    /// changed. Calling this inside a change block traps.
    open func performChanges(
        _ changeBlock: @escaping () -> Void,
        completionHandler: ((Bool, (any Error)?) -> Void)? = nil
    ) {
        enqueue(changeBlock, completionHandler)
    }

    /// Runs a block that makes change requests, then carries all of them out as one, or throws and does nothing.
    open func performChanges(_ changeBlock: @escaping () -> Void) async throws {
        try await enqueue(changeBlock)
    }

    /// Runs a block that makes change requests and waits until all of them are carried out, or throws.
    ///
    /// Not for the main thread of a program that draws. Calling this inside a change block traps.
    open func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws {
        try wait(changeBlock)
    }

    // MARK: Access

    /// What this program may do, by access level.
    open class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
        questioned?.status(for: accessLevel) ?? .authorized
    }

    /// Asks what this program may do, unless that has been decided, and answers on a queue of the library.
    ///
    /// The program's own handler asks a person, else the terminal does; where neither can, nothing is decided.
    @preconcurrency
    open class func requestAuthorization(
        for accessLevel: PHAccessLevel,
        handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
    ) {
        let library = current
        Task {
            let status = await Authorization.request(accessLevel, of: library)
            Authorization.queue.async { handler(status) }
        }
    }

    /// Asks what this program may do, unless that has been decided.
    @discardableResult
    open class func requestAuthorization(
        for accessLevel: PHAccessLevel
    ) async -> PHAuthorizationStatus {
        await Authorization.request(accessLevel, of: current)
    }

    /// What this program may do; `authorized` stands for `limited` too.
    open class func authorizationStatus() -> PHAuthorizationStatus {
        questioned?.plainStatus ?? .authorized
    }

    /// Asks as the call with a level does; `authorized` stands for `limited` too.
    open class func requestAuthorization(_ handler: @escaping (PHAuthorizationStatus) -> Void) {
        let transfer = UncheckedTransfer(handler)
        let library = current
        Task {
            _ = await Authorization.request(.readWrite, of: library)
            Authorization.queue.async { transfer.value(library.plainStatus) }
        }
    }

    // MARK: Observing

    /// Registers an observer of changes, which is held weakly.
    open func register(_ observer: any PHPhotoLibraryChangeObserver) {
        observers.add(observer, .change, in: self)
    }

    /// Ends what `register` began.
    open func unregisterChangeObserver(_ observer: any PHPhotoLibraryChangeObserver) {
        observers.remove(observer, .change, in: self)
    }

    /// Registers an observer of the history, which is held weakly.
    open func register(_ observer: any PHPhotoLibraryPersistentChangesObserver) {
        observers.add(observer, .persistent, in: self)
    }

    /// Ends what `register` began.
    open func unregisterPersistentChangesObserver(
        _ observer: any PHPhotoLibraryPersistentChangesObserver
    ) {
        observers.remove(observer, .persistent, in: self)
    }

    /// Registers an observer of availability, which is held weakly.
    open func register(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        observers.add(observer, .availability, in: self)
    }

    /// Ends what `register` began.
    open func unregisterAvailabilityObserver(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        observers.remove(observer, .availability, in: self)
    }

    // MARK: History

    /// The present moment.
    ///
    /// Keep it before a full look at the library, to be told later what happened since.
    open var currentChangeToken: PHPersistentChangeToken { presentToken() }

    /// Everything that was committed since a moment, by any process, oldest first; one change for each block.
    ///
    /// - Throws: `PHPhotosError.persistentChangeTokenExpired` when the history cannot be told from there: it was
    ///   pruned, or the token is damaged or of another library, of a copy, or from the future. The underlying error
    ///   says which. Look at the whole library then, and keep a new token.
    open func fetchPersistentChanges(
        since token: PHPersistentChangeToken
    ) throws -> PHPersistentChangeFetchResult {
        try changes(since: token)
    }

    // MARK: Names across libraries

    /// The names across libraries of some objects: each input gets an answer.
    ///
    /// Ask for many at once.
    open func cloudIdentifierMappings(
        forLocalIdentifiers localIdentifiers: [String]
    ) -> [String: Result<PHCloudIdentifier, any Error>] {
        cloudMappings(localIdentifiers)
    }

    /// The objects here that some names mean: by identifier, or else, for assets, by the content of the original.
    open func localIdentifierMappings(
        for cloudIdentifiers: [PHCloudIdentifier]
    ) -> [PHCloudIdentifier: Result<String, any Error>] {
        localMappings(cloudIdentifiers, byContent: true)
    }

    /// The objects here that some names mean by identifier alone.
    open func localIdentifierMappings(
        forSynced cloudIdentifiers: [PHCloudIdentifier]
    ) -> [PHCloudIdentifier: Result<String, any Error>] {
        localMappings(cloudIdentifiers, byContent: false)
    }

    /// The names across libraries of some objects, `notFound` where there is none.
    @available(*, deprecated, message: "Use cloudIdentifierMappings(forLocalIdentifiers:).")
    open func cloudIdentifiers(
        forLocalIdentifiers localIdentifiers: [String]
    ) -> [PHCloudIdentifier] {
        let mappings = cloudIdentifierMappings(forLocalIdentifiers: localIdentifiers)
        return localIdentifiers.map { (try? mappings[$0]?.get()) ?? .notFound }
    }

    /// The objects here that some names mean, `PHLocalIdentifierNotFound` where there is none.
    @available(*, deprecated, message: "Use localIdentifierMappings(for:).")
    open func localIdentifiers(for cloudIdentifiers: [PHCloudIdentifier]) -> [String] {
        let mappings = localIdentifierMappings(for: cloudIdentifiers)
        return cloudIdentifiers.map { (try? mappings[$0]?.get()) ?? PHLocalIdentifierNotFound }
    }

    // MARK: Inside

    /// The library that class methods work with: the one whose change block runs, else the one set for the present
    /// task, else the shared one.
    package class var current: PHPhotoLibrary {
        ChangeBlockBuilder.current?.library ?? override ?? shared()
    }

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
            if wasAvailable, !observers.haveHeardOfAbsence {
                observers.tellUnavailable(self, on: callbackQueue)
            }
            return fallback
        }
    }

    /// Why there is no engine, or its folder is not there any more.
    var absence: PHPhotosError? {
        switch opening {
        case .success(let store): store.absence().map { PHPhotosError($0) }
        case .failure(let error): PHPhotosError(error)
        }
    }

    /// Where observers and completion handlers run, in commit order.
    var callbackQueue: CallQueue { (try? opening.get())?.feed.queue ?? ownCallbacks }

    static let logger = Logger(label: "OpenPhotoKit")
}
