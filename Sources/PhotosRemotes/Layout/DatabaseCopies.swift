import PhotosStore

/// The copies of the database that a place has.
struct DatabaseCopies {
    private let place: any RemotePlace

    init(_ place: any RemotePlace) { self.place = place }

    /// Of very many damaged copies only the newest ones are looked at.
    private static let mostLooks = 4

    /// Returns the names of the copies, oldest first.
    func names() throws -> [String] {
        var names: [String] = []
        try place.list(RemoteNames.snapshots) { name, _ in
            if SnapshotIndex.date(of: name) != nil { names.append(name) }
        }
        return names.sorted()
    }

    /// Whether the place has all parts of a copy.
    ///
    /// Nothing but lists is read.
    ///
    /// - Throws: ``RemoteFailure`` if the place does not answer.
    func hasWhole() throws -> Bool {
        let names = try names()
        guard !names.isEmpty else { return false }
        let sizes = try place.sizes(below: RemoteNames.parts, TransferWatch())
        return try names.suffix(Self.mostLooks).reversed().contains { name in
            guard let index = try index(name) else { return false }
            return index.parts.indices.map(index.part).allSatisfy {
                sizes[$0.checksum] == $0.byteCount
            }
        }
    }

    /// Reads the parts of the newest copy back, and removes those that are damaged: a part is only sent again if its name is
    /// free.
    ///
    /// - Parameter watch: Asked whether the work is to end.
    /// - Returns: Whether the copy is whole.
    /// - Throws: ``RemoteFailure`` if the place does not answer.
    func proveNewest(_ watch: TransferWatch) throws -> Bool {
        guard let name = try names().last, let index = try index(name) else { return false }
        let place = place
        var isWhole = true
        let parts = Set(index.parts.indices.map(index.part))
        try InParallel.forEach(Array(parts), threads: place.parallelism) { part in
            Result { _ = try place.prove(RemoteNames.part(part.checksum), part, watch) }
        } finished: { part, result in
            do {
                try result.get()
            } catch let failure as RemoteFailure where failure.meansNoWholeObject {
                try place.remove(RemoteNames.part(part.checksum))
                isWhole = false
            }
        }
        return isWhole
    }

    /// Returns the list of a copy's parts; nil if it is damaged.
    private func index(_ name: String) throws -> SnapshotIndex? {
        do {
            return try SnapshotIndex(place.read(name, atMost: 1 << 28))
        } catch let failure as RemoteFailure where !failure.endsWork {
            return nil
        }
    }
}
