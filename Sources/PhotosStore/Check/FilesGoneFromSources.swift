/// Files of photos outside Recently Deleted that their sources do not have any more.
struct FilesGoneFromSources {
    /// Files whose loss a sweep has recorded.
    let recorded: [HeldFile]
    /// Files that are not there, although no sweep has recorded that, and those of sources that are offline.
    let unrecorded: [HeldFile]
    /// Files that have other bytes with the same size and date, as only a disk changes them.
    let changed: [HeldFile]

    /// Finds the files.
    ///
    /// A file whose size or date has changed is not among them: the next sweep reads it.
    ///
    /// - Parameters:
    ///   - library: The library.
    ///   - readsBytes: Whether all files are read to find those with other bytes.
    ///   - isCancelled: Called between files.
    /// - Throws: ``StoreError`` or `CancellationError`.
    init(
        _ library: Library,
        readingBytes readsBytes: Bool,
        isCancelled: () -> Bool
    ) throws {
        var (recorded, unrecorded, changed): ([Int64], [Int64], [Int64]) = ([], [], [])
        var isThere: [Int64: Bool] = [:]
        let promises = try library.core.readAll { db in try SourcePromise.all(db) }
        for file in promises where !file.isDeleted {
            if isCancelled() { throw CancellationError() }
            let hasSource = isThere[file.source.id] ?? library.core.isThere(file.source)
            isThere[file.source.id] = hasSource
            if !hasSource {
                unrecorded.append(file.resource)
            } else if file.isKnownAbsent {
                recorded.append(file.resource)
            } else if file.isAbsent {
                unrecorded.append(file.resource)
            } else if readsBytes, file.finding()?.code == .sourceFileChanged {
                changed.append(file.resource)
            }
        }
        self.recorded = try library.originals.heldFiles(ofResources: recorded)
        self.unrecorded = try library.originals.heldFiles(ofResources: unrecorded)
        self.changed = try library.originals.heldFiles(ofResources: changed)
    }
}
