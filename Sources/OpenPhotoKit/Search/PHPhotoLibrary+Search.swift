public import Photos
import PhotosStore

extension PHPhotoLibrary {
    /// Makes the index of words, or brings it forward to the present state.
    ///
    /// Searches are right without an index, and slower. A program that has the library open for writing makes the index by
    /// itself after its first search, and brings it forward after later ones. The index is a file in the folder `derived` of
    /// the library, and may be deleted at any time. Cancelling the task keeps what is done, and another call goes on there.
    ///
    /// - Parameter progress: Called from time to time with the part that is done, from 0 to 1, on a thread of the work.
    /// - Returns: Whether the index is complete; false if the task was cancelled.
    /// - Throws: `PHPhotosError` when the library is read-only, or the user sees a part of it.
    @concurrent
    public func prepareSearch(
        progress: @escaping @Sendable (_ done: Double) -> Void = { _ in }
    ) async throws -> Bool {
        let store = try store()
        return try await LibraryWork.run { isCancelled in
            try store.words.indexWords(isCancelled: isCancelled) { done, last in
                progress(last > 0 ? min(1, Double(done) / Double(last)) : 1)
            }
            return !isCancelled()
        }
    }

    /// Deletes the index of words.
    ///
    /// - Throws: `PHPhotosError` when the library is read-only.
    public func deleteSearchIndex() throws {
        do {
            try store().words.removeSearchIndex()
        } catch {
            throw PHPhotosError(error)
        }
    }
}
