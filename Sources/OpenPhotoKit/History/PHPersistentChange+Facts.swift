public import Foundation
public import Photos
import PhotosStore

extension PHPhotoLibrary {
    /// Returns the change that led to a state.
    ///
    /// Safe on any thread; reads from the disk.
    ///
    /// - Parameter token: The state after the change.
    /// - Returns: The change; nil for the state of a new library, and for a change that this application may not see.
    /// - Throws: `PHPhotosError.persistentChangeTokenExpired` if the history lacks the change, or the token is of another
    ///   library.
    public func persistentChange(
        endingAt token: PHPersistentChangeToken
    ) throws
        -> PHPersistentChange?
    {
        try change(endingAt: token)
    }
}

extension PHPhotoLibrary {
    /// Returns the last change of some kinds of work that changed what an undo sets back.
    ///
    /// A change of the state of files alone does not count. The state changes when photos become offline or come back, a
    /// remote takes or refuses a file, or a file is renamed or kept beside a photo.
    ///
    /// Safe on any thread; reads from the disk.
    ///
    /// - Parameters:
    ///   - works: The kinds of work.
    ///   - next: A change of this library, before which it was made; nil for the end of the history.
    /// - Returns: The change; nil if the history has none.
    /// - Throws: `PHPhotosError`, also for an application with limited access.
    public func lastPersistentChange(
        of works: Set<KindOfWork>,
        before next: PHPersistentChange? = nil
    ) throws -> PHPersistentChange? {
        do {
            let sequence = try store().history.lastSequence(
                of: Set(works.map(\.engineValue)),
                before: try next?.logged.get().position.sequence
            )
            return try sequence.flatMap { try change(at: $0) }
        } catch {
            throw PHPhotosError(error)
        }
    }
}

extension PHPersistentChange {
    /// The date of the commit, by the clock of the committing process.
    ///
    /// The date is for people to read. The order of changes is the order of the history.
    public var date: Date? { try? logged.get().date }

    /// The author of the change: a program, or the name that the program gave.
    public var author: String? { try? logged.get().author }

    /// The kind of work of the change.
    public var kindOfWork: KindOfWork? { (try? logged.get().work).map(KindOfWork.init) }

    /// The source of an import: a folder, an export, or another program's library.
    public var importSource: URL? {
        // The undo of an import names the source, too.
        guard let logged = try? logged.get(), logged.work == .imported else { return nil }
        return logged.source.map { URL(fileURLWithPath: $0, isDirectory: true) }
    }

    /// Returns the effects of the change.
    ///
    /// - Returns: Trashed, restored and purged assets, members of albums, and the old values.
    /// - Throws: `PHPhotosError.persistentChangeDetailsUnavailable` when the history is incomplete.
    public func facts() throws -> ChangeFacts {
        do {
            return try ChangeFactsReading(try logged.get(), store).facts()
        } catch {
            throw PHPhotosError(
                .persistentChangeDetailsUnavailable,
                userInfo: [
                    NSLocalizedDescriptionKey:
                        "The details of a change are not available any more. Read the whole library instead.",
                    NSUnderlyingErrorKey: error,
                ]
            )
        }
    }
}
