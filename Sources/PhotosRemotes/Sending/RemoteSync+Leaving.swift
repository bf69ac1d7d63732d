package import PhotosStore

/// Sending files of which this disk shall be rid.
extension RemoteSync {
    /// Sends files that may leave by a rule, or reads those back whose proof is too old for it, until so many bytes are
    /// proved.
    ///
    /// - Parameters:
    ///   - byteCount: The bytes to prove; files after these wait.
    ///   - rule: The rule for space.
    ///   - row: The row of the resource after which the work begins. Set to the last one that was tried.
    /// - Returns: The work that was done. `endedBy` says why it ended early.
    /// - Throws: ``RemoteFailure`` if the place belongs to another library or cannot be reached at all. Throws
    ///   ``StoreError``, with code `busy` while another process sends files to the remote.
    package func proveLeaving(
        _ byteCount: Int64,
        by rule: SpaceRule,
        after row: inout Int64
    ) throws -> Report {
        let lock = try RemoteLock(remote, of: library.core)
        defer { withExtendedLifetime(lock) {} }
        try MarkerList(place).checkOwner(is: library, of: remote)
        var report = Report()
        var last = row
        defer { row = last }
        do {
            try settlingUploads(&report) { report in
                while report.sentOrProvedBytes < byteCount {
                    let files = try library.remotes.filesWantingProof(
                        in: remote,
                        rule,
                        after: last,
                        atMost: Self.leavingBatch
                    )
                    guard !files.isEmpty else { return }
                    let part = files.prefix(reaching: byteCount - report.sentOrProvedBytes)
                    var seen: Set<RemoteObject> = []
                    let objects = part.filter { seen.insert($0.object).inserted }
                    try sendAndProve(
                        objects.map { ($0.object, try library.remotes.url(of: $0)) },
                        report: &report
                    ) {
                        _ in
                    }
                    last = part.last?.row ?? last
                }
            }
        } catch let failure as RemoteFailure {
            report.endedBy = failure
        }
        return report
    }

    /// Sends a copy of the database alone, if the library has changed since the last one.
    ///
    /// - Throws: ``RemoteFailure`` and ``StoreError``.
    package func runForDatabase() throws {
        let lock = try RemoteLock(remote, of: library.core)
        defer { withExtendedLifetime(lock) {} }
        try MarkerList(place).checkOwner(is: library, of: remote)
        var report = Report()
        try sendDatabase(&report)
    }

    /// The number of files that are sent before their outcomes are looked at.
    private static let leavingBatch = 32
}

extension [MissingObject] {
    /// The first files that have so many bytes together, or all.
    fileprivate func prefix(reaching byteCount: Int64) -> ArraySlice<MissingObject> {
        var sum: Int64 = 0
        let end = firstIndex { file in
            sum += file.object.byteCount
            return sum >= byteCount
        }
        return end.map { self[...$0] } ?? self[...]
    }
}

extension RemoteSync.Report {
    /// The bytes that the place has given back, whether or not they were sent before.
    fileprivate var sentOrProvedBytes: Int64 { sent.bytes + proved.bytes }
}
