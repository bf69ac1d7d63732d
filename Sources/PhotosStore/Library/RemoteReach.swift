import Foundation
import Synchronization

/// Whether remotes have files that left the library's folder, asked when somebody relies on it.
///
/// The mutex guards what the remotes said. Each is asked once in ten minutes whether it is still the same place; one that does
/// not answer is not waited for again by the same work.
final class RemoteReach: Sendable {
    private struct Place {
        var remote: RemoteRow
        /// When the place showed its marker the last time.
        var confirmedDate: Date?
        var isSilent = false
    }

    private struct State {
        /// nil before the remotes were read.
        var places: [Place]?
        var found: Set<RemoteObject> = []
    }

    private let library: Library
    private let state = Mutex(State())

    private static let patience = 600.0

    init(_ library: Library) { self.library = library }

    /// Returns whether a remote shows the object of a file.
    ///
    /// - Throws: ``StoreError`` if the library cannot be read.
    func has(_ file: HeldFile) throws -> Bool {
        try state.withLock { state in
            if state.found.contains(file.object) { return true }
            var places =
                try state.places
                ?? library.readAll { db in try RemoteLedger(db).remotes() }.map {
                    Place(remote: $0)
                }
            defer { state.places = places }
            for index in places.indices where !places[index].isSilent {
                guard has(file.object, &places[index]) else { continue }
                state.found.insert(file.object)
                return true
            }
            return false
        }
    }

    private func has(_ object: RemoteObject, _ place: inout Place) -> Bool {
        let now = library.environment.now()
        let age = place.confirmedDate.map { now.timeIntervalSince($0) }
        let isConfirmed = age.map { $0 >= 0 && $0 < Self.patience } ?? false
        do {
            let answer = try library.look(
                for: [object],
                in: place.remote,
                checkingPlace: !isConfirmed
            )
            if !isConfirmed { place.confirmedDate = now }
            return answer.objects.contains(object)
        } catch {
            place.isSilent = true
            return false
        }
    }
}
