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

    /// Returns the list of a copy's parts; nil if it is damaged.
    private func index(_ name: String) throws -> SnapshotIndex? {
        do {
            return try SnapshotIndex(place.read(name, atMost: 1 << 28))
        } catch let failure as RemoteFailure where !failure.endsWork {
            return nil
        }
    }
}
