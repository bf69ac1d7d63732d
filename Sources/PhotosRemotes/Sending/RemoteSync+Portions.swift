import PhotosStore

/// Sending files in portions, because those that left this disk come back for it and need room here.
extension RemoteSync {
    /// Files that are sent together.
    struct Portion {
        var files: [MissingObject] = []
        /// The rows of the resources whose files came back from other remotes.
        var fetched: Set<Int64> = []
        fileprivate var fetchedBytes: Int64 = 0
    }

    /// Files that are still to be sent.
    struct Waiting {
        fileprivate var files: ArraySlice<MissingObject>
        /// The resources among them whose files are elsewhere, by their rows.
        fileprivate let away: [Int64: ResourceRecord]

        var isEmpty: Bool { files.isEmpty }

        init(_ files: [MissingObject], in library: Library) throws {
            self.files = files[...]
            let resources = try library.records.resources(files.filter { !$0.isKept }.map(\.row))
            let pairs = try library.originals.elsewhere(resources).map { ($0.rowID, $0) }
            away = Dictionary(pairs) { first, _ in first }
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
        let free = FileOperations.freeBytes(onVolumeOf: library.layout.originals)
        // Other programs need room on the disk, too.
        let most = min(Self.mostFetched, free.map { $0 / 4 } ?? Self.mostFetched)
        var portion = Portion()
        while let file = waiting.files.first {
            if !file.isKept, let resource = waiting.away[file.row] {
                let isAlone = portion.fetched.isEmpty
                guard isAlone || portion.fetchedBytes + resource.byteCount <= most else { break }
                do {
                    try fetchFromOthers(resource, keeping: portion.fetched)
                    portion.fetched.insert(resource.rowID)
                    portion.fetchedBytes += resource.byteCount
                } catch let error as StoreError where error.code == .diskFull {
                    // What was brought back can leave when it is sent.
                    guard isAlone else { break }
                    waiting.files = waiting.files.dropFirst()
                    report.unfetched.add(resource.byteCount)
                    continue
                }
            }
            portion.files.append(file)
            waiting.files = waiting.files.dropFirst()
        }
        return portion
    }

    /// Brings a file back from another remote, so that this remote gets it, too.
    private func fetchFromOthers(_ resource: ResourceRecord, keeping: Set<Int64>) throws {
        let access = NetworkAccess(isCancelled: watch.isCancelled)
        do {
            try library.transfers.makeLocal([resource], access: access, keeping: keeping)
        } catch let error as StoreError where error.code == .networkFailed {
            // The file is refused when it is sent, with its reason.
            return
        } catch let error as StoreError where error.code == .cancelled {
            try watch.check()
            throw error
        }
    }

    /// Lets the files of a portion leave again, as far as the rule for space asks for it.
    func letLeave(_ portion: Portion) throws {
        guard !portion.fetched.isEmpty else { return }
        try library.space.freeSpace(among: portion.fetched, isCancelled: watch.isCancelled)
    }
}
