public import CPhotosTypes
import Dispatch
public import Foundation
import Logging
package import PhotosStore
import Synchronization

/// A photo library: the object that makes changes and reports them.
///
/// ``shared()`` is the library that the environment variable `PHOTOKIT_LIBRARY` names, else `Photos
/// Library.photolib` in the user's pictures folder. The first use creates the shared library. The module
/// OpenPhotoKit opens other libraries. Safe on any thread.
open class PHPhotoLibrary: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; its stored properties are constant or guarded by their own mutex.

    /// The open engine, or the error that prevents opening it.
    package var opening: Result<Library, any Error> { engine.outcome }
    private let engine: LibraryOpening

    /// The observers, by the protocol they were registered for.
    let observers: LibraryObservers

    /// The queue that runs change blocks, one after another.
    let changeQueue = DispatchQueue(label: "OpenPhotoKit changes")
    /// The queue for handlers while there is no engine.
    private let ownCallbacks = CallQueue("OpenPhotoKit callbacks")

    /// Whether a fetch already asked a person for permission.
    let hasAsked = Atomic<Bool>(false)

    /// The last error while reading the library.
    ///
    /// Fetches cannot throw it.
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

    /// Makes a library whose opening is tried again after a failure.
    package init(_ open: @escaping @Sendable () throws -> Library) {
        engine = LibraryOpening(open)
        observers = LibraryObservers()
        super.init()
    }

    package convenience init(_ library: Library) {
        self.init(opening: .success(library))
    }

    /// Returns the library that all applications of a user share.
    open class func shared() -> PHPhotoLibrary { SharedLibrary.library }

    /// The reason why the library cannot be used; nil while it can be used, and when the cause is gone.
    open var unavailabilityReason: (any Error)? { absence ?? readFailure.withLock { $0 } }

    // MARK: Changing

    /// Runs a block of change requests, then commits all of them, or none.
    ///
    /// The block and the handler run on queues of the library. The handler gets the error if nothing was changed.
    /// Calling this method inside a change block traps.
    open func performChanges(
        _ changeBlock: @escaping () -> Void,
        completionHandler: ((Bool, (any Error)?) -> Void)? = nil
    ) {
        enqueue(changeBlock, completionHandler: completionHandler)
    }

    /// Runs a block of change requests, then commits all of them, or throws and changes nothing.
    open func performChanges(_ changeBlock: @escaping () -> Void) async throws {
        try await enqueue(changeBlock)
    }

    /// Runs a block of change requests, and waits until all of them are committed; throws if nothing was changed.
    ///
    /// Do not call this method on the main thread of a program with a user interface. Calling it inside a change
    /// block traps.
    open func performChangesAndWait(_ changeBlock: @escaping () -> Void) throws {
        try wait(changeBlock)
    }

    // MARK: Access

    /// Returns what this program may do, by access level.
    open class func authorizationStatus(for accessLevel: PHAccessLevel) -> PHAuthorizationStatus {
        questioned?.status(for: accessLevel) ?? .authorized
    }

    /// Requests access for this program, unless that was decided before; the handler runs on a queue of the
    /// library.
    ///
    /// The program's own handler asks a person, or else the terminal does. If neither is possible, nothing is
    /// decided.
    @preconcurrency
    open class func requestAuthorization(
        for accessLevel: PHAccessLevel,
        handler: @escaping @Sendable (PHAuthorizationStatus) -> Void
    ) {
        let library = current
        Task {
            let status = await Authorization.requestAccess(accessLevel, of: library)
            Authorization.queue.async { handler(status) }
        }
    }

    /// Requests access for this program, unless that was decided before.
    @discardableResult
    open class func requestAuthorization(
        for accessLevel: PHAccessLevel
    ) async -> PHAuthorizationStatus {
        await Authorization.requestAccess(accessLevel, of: current)
    }

    /// Returns what this program may do; `authorized` also means `limited`.
    open class func authorizationStatus() -> PHAuthorizationStatus {
        questioned?.plainStatus ?? .authorized
    }

    /// Requests access to read and write; `authorized` also means `limited`.
    open class func requestAuthorization(_ handler: @escaping (PHAuthorizationStatus) -> Void) {
        let transfer = UncheckedTransfer(handler)
        let library = current
        Task {
            _ = await Authorization.requestAccess(.readWrite, of: library)
            Authorization.queue.async { transfer.value(library.plainStatus) }
        }
    }

    // MARK: Observing

    /// Registers an observer of changes, which is held weakly.
    open func register(_ observer: any PHPhotoLibraryChangeObserver) {
        observers.add(observer, kind: .change, in: self)
    }

    /// Removes an observer of changes.
    open func unregisterChangeObserver(_ observer: any PHPhotoLibraryChangeObserver) {
        observers.remove(observer, kind: .change, in: self)
    }

    /// Registers an observer of the history, which is held weakly.
    open func register(_ observer: any PHPhotoLibraryPersistentChangesObserver) {
        observers.add(observer, kind: .persistent, in: self)
    }

    /// Removes an observer of the history.
    open func unregisterPersistentChangesObserver(
        _ observer: any PHPhotoLibraryPersistentChangesObserver
    ) {
        observers.remove(observer, kind: .persistent, in: self)
    }

    /// Registers an observer of availability, which is held weakly.
    open func register(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        observers.add(observer, kind: .availability, in: self)
    }

    /// Removes an observer of availability.
    open func unregisterAvailabilityObserver(_ observer: any PHPhotoLibraryAvailabilityObserver) {
        observers.remove(observer, kind: .availability, in: self)
    }

    // MARK: History

    /// A token of the current end of the history.
    ///
    /// Store it before reading the whole library, and later fetch the changes since.
    open var currentChangeToken: PHPersistentChangeToken { presentToken() }

    /// Fetches all changes since a token, of any process, oldest first; one change for each change block.
    ///
    /// - Throws: `PHPhotosError.persistentChangeTokenExpired` when the history since the token was pruned. The same
    ///   error occurs when the token is damaged, from another library, from a copy, or from the future. The
    ///   underlying error contains the reason. Then read the whole library, and store a new token.
    open func fetchPersistentChanges(
        since token: PHPersistentChangeToken
    ) throws -> PHPersistentChangeFetchResult {
        try changes(since: token)
    }

    // MARK: Cloud identifiers

    /// Returns the cloud identifiers of some objects, with a result or an error for each input.
    ///
    /// A single call with many identifiers is faster than many calls.
    open func cloudIdentifierMappings(
        forLocalIdentifiers localIdentifiers: [String]
    ) -> [String: Result<PHCloudIdentifier, any Error>] {
        cloudMappings(localIdentifiers)
    }

    /// Returns the local objects with some cloud identifiers: found by identifier, or else, for assets, by the
    /// original's content.
    open func localIdentifierMappings(
        for cloudIdentifiers: [PHCloudIdentifier]
    ) -> [PHCloudIdentifier: Result<String, any Error>] {
        localMappings(cloudIdentifiers, byContent: true)
    }

    /// Returns the local objects with some cloud identifiers, found by identifier alone.
    open func localIdentifierMappings(
        forSynced cloudIdentifiers: [PHCloudIdentifier]
    ) -> [PHCloudIdentifier: Result<String, any Error>] {
        localMappings(cloudIdentifiers, byContent: false)
    }

    /// Returns the cloud identifiers of some objects, `notFound` for an object without one.
    @available(*, deprecated, message: "Use cloudIdentifierMappings(forLocalIdentifiers:).")
    open func cloudIdentifiers(
        forLocalIdentifiers localIdentifiers: [String]
    ) -> [PHCloudIdentifier] {
        let mappings = cloudIdentifierMappings(forLocalIdentifiers: localIdentifiers)
        return localIdentifiers.map { (try? mappings[$0]?.get()) ?? .notFound }
    }

    /// Returns the local objects with some cloud identifiers, `PHLocalIdentifierNotFound` for an unknown one.
    @available(*, deprecated, message: "Use localIdentifierMappings(for:).")
    open func localIdentifiers(for cloudIdentifiers: [PHCloudIdentifier]) -> [String] {
        let mappings = localIdentifierMappings(for: cloudIdentifiers)
        return cloudIdentifiers.map { (try? mappings[$0]?.get()) ?? PHLocalIdentifierNotFound }
    }

    // MARK: Background upload

    /// Whether this program uploads in the background: its owner allowed it, and the program wants it.
    open var uploadJobExtensionEnabled: Bool { uploadProgram?.isEnabled ?? false }

    /// Begins or ends background uploads of this program.
    ///
    /// - Throws: The errors of ``enableUploadJobExtension(with:)``. A program that sees some photos only gets
    ///   `PHPhotosError.multipleIdentifiersFound` when it begins, as on iOS 26.
    open func setUploadJobExtensionEnabled(_ enable: Bool) throws {
        try setUploads(
            enabled: enable,
            limitedCode: enable ? .multipleIdentifiersFound : .accessUserDenied
        )
    }

    /// Begins background uploads of this program.
    ///
    /// - Parameter options: When to upload; nil means the default options.
    /// - Throws: `PHPhotosError.accessUserDenied` without access to the whole library, and unless the library's owner named the
    ///   program with `photokit uploads enable`.
    open func enableUploadJobExtension(with options: PHAssetResourceUploadJobOptions?) throws {
        try setUploads(
            enabled: true,
            with: options ?? PHAssetResourceUploadJobOptions()
        )
    }

    /// Ends background uploads of this program; its jobs stay.
    ///
    /// - Throws: `PHPhotosError.accessUserDenied` without access to the whole library.
    open func disableUploadJobExtension() throws { try setUploads(enabled: false) }

    /// The options of background uploads; nil while they are disabled, or not authorized.
    open var uploadJobExtensionOptions: PHAssetResourceUploadJobOptions? {
        uploadProgram.flatMap { $0.isEnabled ? PHAssetResourceUploadJobOptions($0) : nil }
    }

    /// Changes the options of background uploads.
    ///
    /// - Throws: The errors of ``enableUploadJobExtension(with:)``.
    open func setUploadJobExtensionOptions(_ options: PHAssetResourceUploadJobOptions) throws {
        try setUploads(enabled: nil, with: options)
    }

    // MARK: Implementation

    /// The library of class methods: the library of the running change block, else the one set for the current
    /// task, else the shared one.
    package class var current: PHPhotoLibrary {
        ChangeBlockBuilder.current?.library ?? override ?? shared()
    }

    /// The library that class methods use for questions about access; a shared library is not created for a
    /// question.
    class var questioned: PHPhotoLibrary? {
        ChangeBlockBuilder.current?.library ?? override
            ?? (SharedLibrary.exists ? shared() : nil)
    }

    /// The library that replaces the shared library in the current task and its children.
    @TaskLocal package static var override: PHPhotoLibrary?

    /// Returns the engine; throws the API's error if the library cannot be opened.
    package func store() throws -> Library {
        do {
            return try opening.get()
        } catch {
            throw PHPhotosError(error)
        }
    }

    /// Reads for a call that cannot throw; returns `fallback` on failure, as an unavailable library does.
    ///
    /// An error is logged, and stored as the reason of unavailability.
    package func read<Result>(orElse fallback: Result, _ body: (Library) throws -> Result) -> Result
    {
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
            if wasAvailable, !observers.knowsAbsence {
                observers.reportUnavailability(self, on: callbackQueue)
            }
            return fallback
        }
    }

    /// The error if there is no engine, or if the library's folder is gone.
    var absence: PHPhotosError? {
        switch opening {
        case .success(let store): store.core.absence().map { PHPhotosError($0) }
        case .failure(let error): PHPhotosError(error)
        }
    }

    /// The queue on which observers and completion handlers run, in commit order.
    var callbackQueue: CallQueue { (try? opening.get())?.feed.queue ?? ownCallbacks }

    static let logger = Logger(label: "OpenPhotoKit")
}
