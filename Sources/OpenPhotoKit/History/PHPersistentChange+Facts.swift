public import Foundation
public import Photos
import PhotosStore

extension PHPersistentChange {
    /// When the change was committed, by the clock of that process.
    ///
    /// It is for people to read; the order of changes is that of the history.
    public var date: Date? { try? logged.get().date }

    /// The program, or whoever it named, that made the change.
    public var author: String? { try? logged.get().author }

    /// What kind of work the change was.
    public var kindOfWork: KindOfWork? { (try? logged.get().work).map(KindOfWork.init) }

    /// Where an import came from: a folder, an export, or another program's library.
    public var importSource: URL? {
        (try? logged.get().source).map { URL(fileURLWithPath: $0, isDirectory: true) }
    }

    /// Tells what the change really did.
    ///
    /// - Returns: Trashed, restored and purged assets, members of albums, and the values before.
    /// - Throws: `PHPhotosError.persistentChangeDetailsUnavailable` when the history cannot tell the whole story.
    public func facts() throws -> ChangeFacts {
        do {
            return try ChangeFactsReading(try logged.get(), store).facts()
        } catch {
            throw PHPhotosError(
                .persistentChangeDetailsUnavailable,
                userInfo: [
                    NSLocalizedDescriptionKey:
                        "The details of a change are not available any more. Look at the present state of the library instead.",
                    NSUnderlyingErrorKey: error,
                ]
            )
        }
    }
}
