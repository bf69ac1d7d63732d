import ServeRules
import Synchronization

/// Bounds the memory of parts of movies that slow clients have yet to read.
///
/// The mutex guards the count.
final class UnsentMovieParts: Sendable {
    /// The place of one part, which is free again when nobody holds it any more.
    final class Place: Sendable {
        private let parts: UnsentMovieParts
        private let visitor: String
        private let isLimited: Bool

        fileprivate init(of visitor: String, isLimited: Bool, among parts: UnsentMovieParts) {
            self.parts = parts
            self.visitor = visitor
            self.isLimited = isLimited
        }

        deinit { parts.count.withLock { $0.removePart(of: visitor, isLimited: isLimited) } }
    }

    private let count = Mutex(UnsentParts())

    /// Takes a place for a part that is to be made and sent.
    ///
    /// - Throws: ``Problem/busyWithMovies`` if too many parts wait to be sent.
    func takePlace(for client: Client) throws -> Place {
        let (visitor, isLimited) = (client.credential.id, client.isLimited)
        let isFree = count.withLock { $0.addPart(of: visitor, isLimited: isLimited) }
        guard isFree else { throw Problem.busyWithMovies }
        return Place(of: visitor, isLimited: isLimited, among: self)
    }
}
