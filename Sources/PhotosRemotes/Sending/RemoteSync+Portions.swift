import PhotosStore

/// Sending files in portions, because those that left this disk come back for it and need room here.
extension RemoteSync {
    /// Files that are sent together.
    struct Portion {
        var files: [MissingObject] = []
        /// The rows of the resources whose files came back from other remotes.
        var fetched: Set<Int64> = []
        fileprivate var fetchedBytes: Int64 = 0

        /// The rows of the resources whose files must stay here until they are sent.
        fileprivate var rows: Set<Int64> { Set(files.lazy.filter { !$0.isKept }.map(\.row)) }
    }

    /// The bytes of the files in the library's folder, as the work with a portion left them.
    struct LocalFiles {
        fileprivate var bytes: Int64
        /// The number of files that had left by then.
        fileprivate var releases: Int
    }

    /// Files that are still to be sent.
    struct Waiting {
        fileprivate var files: ArraySlice<MissingObject>
        /// The resources of all files, by their rows.
        private let resources: [Int64: ResourceRecord]
        /// The resources whose files were elsewhere when that was last checked, by their rows.
        private var away: [Int64: ResourceRecord]
        /// The rows of the resources whose files no remote could give.
        fileprivate var failed: Set<Int64> = []
        /// The rows of the resources whose files left after they had been taken for a portion.
        private var returned: Set<Int64> = []
        /// The size of the smallest file for which there was no room when the last portion was made.
        fileprivate var tooLarge = Int64.max

        var isEmpty: Bool { files.isEmpty }

        init(_ files: [MissingObject], in library: Library) throws {
            let records = try library.records.resources(files.filter { !$0.isKept }.map(\.row))
            resources = Self.byRow(records)
            let away = Self.byRow(try library.originals.elsewhere(records))
            self.away = away
            // Files that are here come first: after they are sent, they can make room for those that come back.
            func isAway(_ file: MissingObject) -> Bool { !file.isKept && away[file.row] != nil }
            self.files = (files.filter { !isAway($0) } + files.filter(isAway))[...]
        }

        private static func byRow(_ resources: [ResourceRecord]) -> [Int64: ResourceRecord] {
            Dictionary(resources.map { ($0.rowID, $0) }) { first, _ in first }
        }

        /// Returns the resource of a file that is elsewhere; nil if the file is here.
        fileprivate func awayResource(of file: MissingObject) -> ResourceRecord? {
            file.isKept ? nil : away[file.row]
        }

        /// Takes files back that have left since they were taken for a portion, each once.
        ///
        /// Another process may have made room meanwhile.
        fileprivate mutating func takeBack(
            from portion: inout Portion,
            in library: Library
        ) throws {
            let rows = portion.rows.subtracting(failed).subtracting(returned)
            let left = try library.originals.elsewhere(rows.compactMap { resources[$0] })
            guard !left.isEmpty else { return }
            away.merge(Self.byRow(left)) { first, _ in first }
            let leftRows = Set(left.map(\.rowID))
            returned.formUnion(leftRows)
            files += portion.files.filter { !$0.isKept && leftRows.contains($0.row) }
            portion.files.removeAll { !$0.isKept && leftRows.contains($0.row) }
            let gone = left.filter { portion.fetched.contains($0.rowID) }
            portion.fetchedBytes -= gone.reduce(0) { $0 + $1.byteCount }
            portion.fetched.subtract(leftRows)
        }
    }

    /// The most bytes that come back at a time, unless a single file has more.
    private static let mostFetched: Int64 = 1 << 30

    /// Takes files from the beginning of those that wait, and brings back those that are elsewhere, as many as fit on this disk.
    ///
    /// - Parameters:
    ///   - waiting: The files, which lose those of the portion.
    ///   - report: Gets the files that have no room here.
    /// - Returns: The portion.
    /// - Throws: ``RemoteFailure`` and ``StoreError``, but no error about a full disk.
    func nextPortion(of waiting: inout Waiting, report: inout Report) throws -> Portion {
        // Other programs need room on the disk, too.
        let most = min(Self.mostFetched, library.core.freeBytes.map { $0 / 4 } ?? Self.mostFetched)
        var portion = Portion()
        // Files that were sent since may leave, and make room.
        waiting.tooLarge = .max
        while let file = waiting.files.first {
            if let resource = waiting.awayResource(of: file) {
                let isFirst = portion.fetched.isEmpty
                guard isFirst || portion.fetchedBytes + resource.byteCount <= most else { break }
                do {
                    try checkRoom(for: resource, waiting)
                    if try fetchFromOthers(resource, keeping: portion.rows) {
                        portion.fetched.insert(resource.rowID)
                        portion.fetchedBytes += resource.byteCount
                    } else {
                        waiting.failed.insert(resource.rowID)
                    }
                } catch let error as StoreError where error.code == .diskFull {
                    // The files of the portion can leave when they are sent.
                    guard portion.files.isEmpty else { break }
                    waiting.tooLarge = min(waiting.tooLarge, resource.byteCount)
                    waiting.files = waiting.files.dropFirst()
                    report.unfetched.add(resource.byteCount)
                    continue
                }
            }
            portion.files.append(file)
            waiting.files = waiting.files.dropFirst()
        }
        try waiting.takeBack(from: &portion, in: library)
        return portion
    }

    /// Throws an error about a full disk if no room could be made for a smaller file a moment ago, and there is none now.
    ///
    /// Each attempt to make room examines the whole library, and asks remotes.
    private func checkRoom(for resource: ResourceRecord, _ waiting: Waiting) throws {
        guard resource.byteCount >= waiting.tooLarge, let free = library.core.freeBytes,
            free < resource.byteCount
        else { return }
        throw StoreError(.diskFull, "There is no room for the file on this disk.")
    }

    /// Brings a file back from another remote, so that this remote gets it, too.
    ///
    /// - Returns: Whether the file is here now. Otherwise it is refused when it is sent, with its reason.
    private func fetchFromOthers(_ resource: ResourceRecord, keeping: Set<Int64>) throws -> Bool {
        let access = NetworkAccess(isCancelled: watch.isCancelled)
        do {
            try library.transfers.makeLocal([resource], access: access, keeping: keeping)
            return true
        } catch let error as StoreError where error.code == .networkFailed {
            return false
        } catch let error as StoreError where error.code == .cancelled {
            try watch.check()
            throw error
        }
    }

    /// Lets the files of a portion leave again, as far as the rule for space asks for it.
    ///
    /// The files in the library's folder are summed once for all portions, unless others left meanwhile. Files that another
    /// process brought in leave when the run has ended.
    ///
    /// - Parameters:
    ///   - portion: The portion.
    ///   - local: The files in the library's folder after the portion before; nil where nobody has summed them.
    /// - Throws: ``StoreError``.
    func letLeave(_ portion: Portion, local: inout LocalFiles?) throws {
        guard !portion.fetched.isEmpty else { return }
        let space = library.space
        let known = local.flatMap { $0.releases == space.releases ? $0.bytes : nil }
        let release = try space.freeSpace(
            among: portion.fetched,
            local: known.map { $0 + portion.fetchedBytes },
            isCancelled: watch.isCancelled
        )
        local = release.local.map { LocalFiles(bytes: $0, releases: space.releases) }
    }
}
