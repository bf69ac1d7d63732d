import Foundation
import PhotosStore

/// Reads stored objects back, and notes which ones are whole.
struct RemoteProofs {
    let library: Library
    let remote: RemoteRow
    let place: any RemotePlace
    let watch: TransferWatch

    /// Reads objects back on several threads.
    ///
    /// - Parameters:
    ///   - next: Returns the next objects after a checksum; none ends the work.
    ///   - proved: Called with each whole object.
    /// - Returns: The number of objects that the place has lost.
    /// - Throws: ``RemoteFailure`` if further objects would fail for the same reason, and ``StoreError``.
    func run(
        _ next: (_ after: [UInt8]) throws -> [RemoteObject],
        proved: (RemoteObject) -> Void
    ) throws -> Int {
        var last: [UInt8] = []
        var lost = 0
        while true {
            let objects = try next(last)
            guard let end = objects.last else { return lost }
            last = end.checksum
            lost += try proveObjects(objects, proved: proved)
        }
    }

    private func proveObjects(
        _ objects: [RemoteObject],
        proved: (RemoteObject) -> Void
    ) throws -> Int {
        var notes = RemoteNotes(library: library, remote: remote)
        var lost = 0
        let (place, watch) = (place, watch)
        let unhashed = try library.remotes.objectsWithoutPartHashes(objects)
        try notes.writingRest { notes in
            try InParallel.forEach(objects, threads: place.parallelism) { object in
                Result {
                    try place.proveObject(
                        RemoteNames.original(object.checksum),
                        expecting: object,
                        hashesParts: unhashed.contains(object),
                        watch: watch
                    )
                }
            } finished: { object, result in
                switch result {
                case .success(let hashes):
                    try notes.addOutcome(.proved, of: object, hashes: hashes)
                    proved(object)
                case .failure(let error):
                    let failure = try RemoteFailure.ofObject(error)
                    // A connection that ended says nothing about the object.
                    guard failure.meansNoWholeObject else { return }
                    try notes.addOutcome(.lost(failure.sentence), of: object)
                    lost += 1
                }
            }
        }
        return lost
    }
}
