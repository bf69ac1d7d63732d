import Foundation
import PhotosBase
package import PhotosStore

extension ObjectLook {
    /// Asks the remote which objects it has.
    ///
    /// - Parameter open: Opens the place at an address with its settings.
    /// - Returns: The objects that the remote has.
    /// - Throws: `ObjectTransferFailure` if the remote does not answer, or is not the place that it was.
    package func lookUpObjects(
        opening open: (_ address: String, _ settings: String) throws -> any RemotePlace
    ) throws -> ObjectLookAnswer {
        do {
            return try answer(from: open(address, settings))
        } catch let failure as RemoteFailure {
            throw failure.code == .cancelled
                ? ObjectTransferFailure.cancelled : .unavailable(failure.sentence)
        }
    }

    /// Asks the remote at its address which objects it has.
    ///
    /// - Returns: The objects that the remote has.
    /// - Throws: `ObjectTransferFailure`.
    package func lookUpObjects() throws -> ObjectLookAnswer {
        try lookUpObjects { address, settings in
            guard patience == .short else {
                return try RemotePlaces.sharedPlace(at: address, settings: settings)
            }
            guard try RemoteAddress(address).kind == .folder else {
                throw RemoteFailure(
                    .unreachable,
                    "It is behind a network, for which work on a full disk does not wait. Run `photokit remote space --now`."
                )
            }
            return try RemotePlaces.sharedPlace(at: address, settings: settings, patience: .short)
        }
    }

    private func answer(from place: any RemotePlace) throws -> ObjectLookAnswer {
        var marks: Set<String> = []
        var hasDatabase = false
        if checksPlace {
            let marker = try MarkerList(place)
                .checkedMarker(of: library, incarnation: incarnation, at: address, named: name)
            marks = place.diskMarks.union([marker.mark])
            hasDatabase = try DatabaseCopies(place).hasWholeCopy()
        }
        var found: Set<RemoteObject> = []
        try InParallel.forEach(objects, threads: place.parallelism) { object in
            Result {
                try check()
                return try place.size(of: RemoteNames.original(object.checksum))
            }
        } finished: { object, size in
            if try size.get() == object.byteCount { found.insert(object) }
        }
        return ObjectLookAnswer(
            marks: marks,
            objects: found,
            hasDatabase: hasDatabase
        )
    }
}
