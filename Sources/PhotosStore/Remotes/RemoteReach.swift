import Foundation
import Synchronization

/// Whether remotes have files that left the library's folder, asked when somebody relies on it.
///
/// The mutex guards the answers of the remotes, which count for ten minutes. Then a remote is asked again for an object, and
/// whether it is still the same place. A remote that does not answer is asked again after a minute.
final class RemoteReach: Sendable {
    private struct Place {
        var remote: RemoteRow
        /// When the place showed its marker the last time.
        var confirmedDate: Date?
        /// When it did not answer the last time.
        var silentDate: Date?
    }

    private struct State {
        /// nil before the remotes were read.
        var places: [Place]?
        /// When a remote showed an object the last time.
        var found: [RemoteObject: Date] = [:]
        /// The same, for objects whose bytes that remote has given back.
        var proved: [RemoteObject: Date] = [:]
    }

    private let remotes: LibraryRemotes
    private let state = Mutex(State())

    private static let patience = 600.0
    private static let silence = 60.0

    init(_ remotes: LibraryRemotes) { self.remotes = remotes }

    /// Returns whether a remote shows the object of a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - readingUnproved: Whether an object is read that the remote never gave back: one with the right size may have other
    ///     bytes.
    /// - Returns: Whether a remote has the file.
    /// - Throws: ``StoreError`` if the library cannot be read.
    func has(_ file: HeldFile, readingUnproved: Bool = false) throws -> Bool {
        try state.withLock { state in
            let known = readingUnproved ? state.proved : state.found
            let now = remotes.core.environment.now()
            if Self.isWithin(Self.patience, of: known[file.object], now) { return true }
            var places =
                try state.places
                ?? remotes.core.readAll { db in try RemoteLedger(db).remotes() }.map {
                    Place(remote: $0)
                }
            defer { state.places = places }
            // A place that gave other bytes may still have a file of that name and size.
            let stored = try remotes.originals.remotes(holding: file.checksum)
            for index in places.indices where stored.contains(places[index].remote.id) {
                guard hasObject(file.object, in: &places[index], now) else { continue }
                if readingUnproved {
                    guard try isProved(file.object, in: places[index].remote) else { continue }
                    state.proved[file.object] = now
                }
                state.found[file.object] = now
                return true
            }
            return false
        }
    }

    /// Returns whether a remote has given the bytes of an object back, at some time or now.
    private func isProved(_ object: RemoteObject, in remote: RemoteRow) throws -> Bool {
        let proved = try remotes.core.readAll { db in
            try ElsewhereLedger(db).remotes(thatProved: object.checksum)
        }
        if proved.contains(remote.id) { return true }
        do {
            guard try !remotes.whole([object], in: remote).isEmpty else { return false }
        } catch is ObjectTransferFailure {
            return false
        }
        if remotes.core.mode == .readWrite, remote.incarnation == remotes.core.identity.incarnation
        {
            try remotes.recordOutcomes([(object, .proved)], in: remote)
        }
        return true
    }

    private static func isWithin(_ seconds: Double, of date: Date?, _ now: Date) -> Bool {
        date.map { (0..<seconds).contains(now.timeIntervalSince($0)) } ?? false
    }

    private func hasObject(_ object: RemoteObject, in place: inout Place, _ now: Date) -> Bool {
        guard !Self.isWithin(Self.silence, of: place.silentDate, now) else { return false }
        let isConfirmed = Self.isWithin(Self.patience, of: place.confirmedDate, now)
        do {
            let answer = try remotes.lookForObjects(
                [object],
                in: place.remote,
                checkingPlace: !isConfirmed
            )
            if !isConfirmed { place.confirmedDate = now }
            return answer.objects.contains(object)
        } catch {
            place.silentDate = now
            return false
        }
    }
}
