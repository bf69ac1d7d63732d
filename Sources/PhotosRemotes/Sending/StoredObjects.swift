import PhotosStore

/// Compares the objects that a place is believed to have with those that it lists.
struct StoredObjects {
    let library: Library
    let remote: RemoteRow
    let place: any RemotePlace
    let watch: TransferWatch

    /// An object that is not as it was stored.
    struct Loss {
        var object: RemoteObject
        var sentence: String
    }

    /// Compares the rows with a list, from which the objects with rows are removed.
    ///
    /// - Parameters:
    ///   - listed: The list of the place.
    ///   - whole: Called with each object that the list has with its size.
    /// - Returns: The objects that the list lacks, or has with another size, and the number of all.
    /// - Throws: ``StoreError``.
    func lackingObjects(
        in listed: inout [[UInt8]: Int64],
        whole: (RemoteObject) -> Void = { _ in }
    ) throws -> (objects: [RemoteObject], total: Int) {
        var (lacking, total) = ([RemoteObject](), 0)
        var last: [UInt8] = []
        while true {
            let objects = try library.remotes.storedObjects(
                remote,
                after: last,
                atMost: RemoteSync.batch
            )
            guard let end = objects.last else { return (lacking, total) }
            last = end.checksum
            total += objects.count
            for object in objects {
                if listed.removeValue(forKey: object.checksum) == object.byteCount {
                    whole(object)
                } else {
                    lacking.append(object)
                }
            }
        }
    }

    /// Asks for objects that a list lacks, since a list alone proves no loss: services bring theirs up to date late.
    ///
    /// - Returns: The objects that are lost.
    /// - Throws: ``RemoteFailure`` if the place does not answer.
    func lostObjects(among objects: [RemoteObject]) throws -> [Loss] {
        var losses: [Loss] = []
        let (place, watch) = (place, watch)
        try InParallel.forEach(objects, threads: place.parallelism) { object in
            Result {
                try watch.check()
                return try place.size(of: RemoteNames.original(object.checksum))
            }
        } finished: { object, result in
            let size = try result.get()
            guard size != object.byteCount else { return }
            let problem = size == nil ? "is missing" : "has another size"
            losses.append(Loss(object: object, sentence: "The object \(problem) in the remote."))
        }
        return losses
    }

    /// Notes losses.
    func recordLosses(_ losses: [Loss]) throws {
        try library.remotes.recordOutcomes(
            losses.map { ($0.object, .lost($0.sentence)) },
            in: remote
        )
    }
}
