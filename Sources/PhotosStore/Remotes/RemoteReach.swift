import Foundation
import Synchronization

/// Whether remotes have files that left the library's folder, asked when somebody relies on it.
///
/// The mutex guards what the remotes said. Each is asked once in ten minutes whether it is still the same place; one that does
/// not answer is asked again after a minute.
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
        var found: Set<RemoteObject> = []
        /// Those whose bytes a remote has given back.
        var proved: Set<RemoteObject> = []
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
            if known.contains(file.object) { return true }
            var places =
                try state.places
                ?? remotes.core.readAll { db in try RemoteLedger(db).remotes() }.map {
                    Place(remote: $0)
                }
            defer { state.places = places }
            // A place that gave other bytes may still have a file of that name and size.
            let stored = try remotes.originals.remotes(holding: file.checksum)
            for index in places.indices where stored.contains(places[index].remote.id) {
                guard hasObject(file.object, in: &places[index]) else { continue }
                if readingUnproved {
                    guard try isProved(file.object, in: places[index].remote) else { continue }
                    state.proved.insert(file.object)
                }
                state.found.insert(file.object)
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

    private func hasObject(_ object: RemoteObject, in place: inout Place) -> Bool {
        let now = remotes.core.environment.now()
        func isWithin(_ seconds: Double, of date: Date?) -> Bool {
            date.map { (0..<seconds).contains(now.timeIntervalSince($0)) } ?? false
        }
        guard !isWithin(Self.silence, of: place.silentDate) else { return false }
        let isConfirmed = isWithin(Self.patience, of: place.confirmedDate)
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
