/// The consequences for files that left this disk when the library forgets a remote.
package struct RemoteParting: Hashable, Sendable {
    /// A file that left this disk.
    package struct File: Hashable, Sendable {
        /// The row of its resource.
        package var resource: Int64
        /// The row of its photo.
        package var asset: Int64
        package var object: RemoteObject
        /// The name that the file had at its origin.
        package var name: String?

        package init(resource: Int64, asset: Int64, object: RemoteObject, name: String?) {
            self.resource = resource
            self.asset = asset
            self.object = object
            self.name = name
        }
    }

    /// Files that the remote shows, and no other one.
    package private(set) var shown: [File] = []
    /// Files that another remote is said to have, which did not answer, or never gave their bytes back.
    package private(set) var unanswered: [File] = []
    /// Files that nobody has any more.
    package private(set) var lost: [File] = []

    /// Sorts files by who has them.
    ///
    /// - Parameters:
    ///   - files: The files that left this disk.
    ///   - stored: The rows of the remotes that are said to have a file, by its checksum.
    ///   - remote: The row of the remote that is to be forgotten.
    ///   - answers: The answers of remotes that were asked, by their rows. A remote without an answer may have everything
    ///     that it is said to have, and the forgotten one has nothing then.
    ///   - proved: The rows of the remotes that have given a file back, by its checksum.
    ///   - isLastResort: Whether a file that another remote shows and never gave back is there, unless the forgotten one shows it, too.
    ///     Otherwise the forgotten one may be the only one with its bytes: a remote shows no more than a size.
    package init(
        _ files: [File],
        stored: [[UInt8]: Set<Int64>],
        without remote: Int64,
        answers: [Int64: Set<RemoteObject>],
        proved: [[UInt8]: Set<Int64>],
        isLastResort: Bool
    ) {
        for file in files {
            let holders = stored[file.object.checksum] ?? []
            let others = holders.subtracting([remote])
            let showing = others.filter { answers[$0]?.contains(file.object) == true }
            guard showing.isDisjoint(with: proved[file.object.checksum] ?? []) else { continue }
            // A remote that gave other bytes may still have a file of that name and size.
            if holders.contains(remote), answers[remote]?.contains(file.object) == true {
                shown.append(file)
            } else if !showing.isEmpty {
                if !isLastResort { unanswered.append(file) }
            } else if others.contains(where: { answers[$0] == nil }) {
                unanswered.append(file)
            } else {
                lost.append(file)
            }
        }
    }
}

extension [RemoteParting.File] {
    /// The number of different files, and their bytes.
    package var amount: RemoteTotals.Part {
        let objects = Set(map(\.object))
        return RemoteTotals.Part(
            count: objects.count,
            bytes: objects.reduce(0) { $0 &+ $1.byteCount }
        )
    }

    /// The number of photos and videos with these files.
    package var photoCount: Int { Set(map(\.asset)).count }
}
