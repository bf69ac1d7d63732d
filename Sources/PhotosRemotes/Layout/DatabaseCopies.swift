import Foundation
import PhotosBase
import PhotosStore

/// The copies of the database that a place has.
struct DatabaseCopies {
    let place: any RemotePlace

    init(_ place: any RemotePlace) { self.place = place }

    /// Of very many damaged copies only the newest ones are looked at.
    private static let mostLooks = 4

    /// Returns the names of the copies, oldest first.
    func copyNames() throws -> [String] {
        var names: [String] = []
        try place.listObjects(withPrefix: RemoteNames.snapshots) { name, _ in
            if SnapshotIndex.date(of: name) != nil { names.append(name) }
        }
        return names.sorted()
    }

    /// Returns the date of the newest copy if it has changes that a library does not know, by the position in its name.
    ///
    /// - Parameters:
    ///   - library: The library.
    ///   - settings: The settings of the remote. A copy of another library, which was taken over knowingly, does not count.
    /// - Returns: The date; nil if the library knows the changes, or if there is no copy.
    /// - Throws: ``RemoteFailure`` and ``StoreError``.
    func unknownDate(to library: Library, settings: RemoteSettings) throws -> Date? {
        guard let name = try copyNames().last, let date = SnapshotIndex.date(of: name),
            let position = SnapshotIndex.position(of: name),
            !settings.isOfOther(storedOn: date), try !library.history.knows(position)
        else { return nil }
        return date
    }

    /// Whether the place has all parts of a copy.
    ///
    /// Nothing but lists is read.
    ///
    /// - Throws: ``RemoteFailure`` if the place does not answer.
    func hasWholeCopy() throws -> Bool {
        let names = try copyNames()
        guard !names.isEmpty else { return false }
        let sizes = try place.objectSizes(below: RemoteNames.parts, watch: TransferWatch())
        return try names.suffix(Self.mostLooks).reversed().contains { name in
            guard let index = try readIndex(named: name) else { return false }
            return index.parts.indices.map(index.part).allSatisfy {
                sizes[$0.checksum] == $0.byteCount
            }
        }
    }

    /// Reads the parts of copies back, and removes those that are damaged.
    ///
    /// - Parameters:
    ///   - isOfOther: Whether another copy of the library stored a copy that is not the newest one. Its parts are not read.
    ///   - watch: Asked whether the work is to end.
    /// - Returns: Whether the newest copy is whole.
    /// - Throws: ``RemoteFailure`` if the place does not answer.
    func proveCopies(without isOfOther: (String) -> Bool, watch: TransferWatch) throws -> Bool {
        let names = try copyNames()
        guard let last = names.last, let newest = try readIndex(named: last) else { return false }
        let newestParts = Set(newest.parts.indices.map(newest.part))
        var parts = newestParts
        for name in names.dropLast() where !isOfOther(name) {
            try watch.check()
            guard let index = try readIndex(named: name) else { continue }
            parts.formUnion(index.parts.indices.map(index.part))
        }
        let place = place
        var damaged: Set<RemoteObject> = []
        try InParallel.forEach(Array(parts), threads: place.parallelism) { part in
            Result { try Self.provePart(part, in: place, watch: watch) }
        } finished: { part, result in
            if try !result.get() { damaged.insert(part) }
        }
        return newestParts.isDisjoint(with: damaged)
    }

    /// Reads a part back, and removes it if it is damaged: a part is only sent again if its name is free.
    ///
    /// - Returns: Whether the part is whole.
    static func provePart(
        _ part: RemoteObject,
        in place: any RemotePlace,
        watch: TransferWatch
    ) throws -> Bool {
        let name = RemoteNames.part(part.checksum)
        do {
            try place.proveObject(name, expecting: part, watch: watch)
            return true
        } catch let failure as RemoteFailure where failure.meansNoWholeObject {
            try place.removeObject(name)
            return false
        }
    }

    /// Returns the list of a copy's parts; nil if it is damaged, or cannot be read for now.
    func readIndex(named name: String) throws -> SnapshotIndex? {
        do {
            return try SnapshotIndex(place.readObject(name, atMost: 1 << 28))
        } catch let failure as RemoteFailure where !failure.endsWork {
            return nil
        }
    }
}
