import PhotosStore

/// Inspects the files of clusters on several threads in advance, and hands them out in the order in which they were found.
struct Inspections {
    private let inspection: FileInspection
    private let work: WorkAhead<[InspectedFile]>
    private var waiting:
        ImportQueue<(cluster: ImportCluster, ticket: WorkAhead<[InspectedFile]>.Ticket)>

    init(_ inspection: FileInspection) {
        self.inspection = inspection
        work = WorkAhead(threads: inspection.options.workers)
        waiting = ImportQueue(inspection.options)
    }

    /// Whether the next cluster must be taken before another one is added.
    var isFull: Bool { waiting.isFull }

    /// Starts the inspection of a cluster.
    mutating func add(_ cluster: ImportCluster) {
        let inspection = inspection
        waiting.add(
            (cluster, work.begin { inspection.inspectFiles(of: cluster) }),
            byteCount: cluster.byteCount
        )
    }

    /// Waits for the files of the next cluster, and returns them; nil if no cluster is in flight.
    mutating func next() -> (cluster: ImportCluster, files: [InspectedFile])? {
        guard let (cluster, ticket) = waiting.removeFirst() else { return nil }
        return (cluster, ticket.wait() ?? [])
    }

    /// Inspects a file on this thread.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - options: The options for this file; nil for those of the import.
    /// - Returns: The inspected file.
    func inspectFile(_ file: FoundFile, options: ImportOptions? = nil) -> InspectedFile {
        var inspection = inspection
        if let options { inspection.options = options }
        return inspection.inspectFiles(of: ImportCluster(files: [file]))[0]
    }
}
