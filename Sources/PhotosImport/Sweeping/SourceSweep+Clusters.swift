import Foundation
import PhotosStore

/// Processing the files that may belong together, after they were read in parallel.
extension SourceSweep {
    /// The number of files that are read in parallel.
    private static let window = 16

    /// Reads new and changed files of a folder, cluster by cluster, and decides which known files they are.
    mutating func matchByContent(
        _ files: [(entry: FolderListing.Entry, known: SourceFileRow?)],
        in group: Arrivals,
        identity: inout SourceIdentity,
        writer: inout SweepWriter
    ) throws {
        guard !files.isEmpty else { return }
        let folder = url(tree.path(group.folder))
        let keys = files.map { file in
            ClusterSplit.key(file.known?.name ?? group.new.name(of: file.entry))
        }
        // New files may belong to photos that were moved to the folder.
        if let row = tree.folders[group.folder].row { try writer.commitFiles(in: row.id) }
        let relatives = try relatives(of: Set(keys), in: group)
        let clusters = ClusterSplit.clusters(ofKeys: keys)
        var joining: [ClusterFindings] = []
        for window in ReadingWindows(clusters, size: Self.window) {
            if isCancelled() { return }
            joining += try processClusters(
                window,
                of: files,
                keys: keys,
                in: folder,
                group: group,
                relatives: relatives,
                identity: &identity,
                writer: &writer
            )
            guard joining.count >= options.blockRows else { continue }
            try joinNewFiles(of: joining, in: group, relatives: relatives, writer: &writer)
            joining = []
        }
        try joinNewFiles(of: joining, in: group, relatives: relatives, writer: &writer)
    }

    /// Reads the files of the given clusters in parallel, processes them one after another, and then creates the assets.
    ///
    /// - Returns: The clusters with new files whose assets are created when the known files are written.
    private mutating func processClusters(
        _ clusters: [[Int]],
        of files: [(entry: FolderListing.Entry, known: SourceFileRow?)],
        keys: [Int],
        in folder: URL,
        group: Arrivals,
        relatives: [Int: [ImportCluster.Relative]],
        identity: inout SourceIdentity,
        writer: inout SweepWriter
    ) throws -> [ClusterFindings] {
        let part = clusters.joined().map { index in
            let file = files[index]
            let name = file.known?.name ?? group.new.name(of: file.entry)
            return SweptFile(
                url: folder.appendingPathComponent(name),
                name: name,
                entry: file.entry,
                known: file.known
            )
        }
        var findings = zip(part, FileScan.scanFiles(part, reader: reader)).makeIterator()
        reportMissingFacts()
        if let obstacle = reader.obstacle { throw obstacle }
        var findingsOfClusters: [ClusterFindings] = []
        for cluster in clusters {
            var found = ClusterFindings(key: keys[cluster[0]])
            for _ in cluster {
                guard let (file, finding) = findings.next() else { break }
                if case .sidecar = finding {
                    noteReading(of: file, in: group)
                    found.sidecars.append(file)
                } else if let new = try processFile(
                    file,
                    finding: finding,
                    in: group,
                    identity: &identity,
                    writer: &writer
                ) {
                    found.newcomers.append(new)
                } else if case .media = finding {
                    found.known.append(file.name)
                }
            }
            findingsOfClusters.append(found)
        }
        var joining: [ClusterFindings] = []
        for found in findingsOfClusters {
            let beside = relatives[found.key] ?? []
            // Beside a known photo, whose position may not be written yet, a sidecar may belong to that one.
            guard found.known.isEmpty, !found.newcomers.isEmpty,
                !mayBeEdits(found.newcomers, beside: beside)
            else {
                for sidecar in found.sidecars { addWaiting(sidecar, in: group.folder) }
                if !found.newcomers.isEmpty { joining.append(found) }
                continue
            }
            var newcomers = found.newcomers.map(\.inspected)
            let mayMove = beside.contains { assetsWithoutRecipe.contains($0.asset) }
            for sidecar in found.sidecars {
                // Whose recipe a known or moved file is depends on the photos that are beside it in the end.
                if ShotName.namesRecipe(sidecar.name),
                    mayMove || sidecar.known?.outcome.isAsset == true
                {
                    addWaiting(sidecar, in: group.folder)
                } else {
                    newcomers.append(try inspectSidecar(FoundFile(sidecar)))
                }
            }
            try createAssets(from: newcomers, in: group.folder, relatives: beside)
        }
        return joining
    }

    /// Creates assets from the new files beside known files, adds them to the assets of these, or lets them wait.
    ///
    /// The relatives of new files come from the ledger; one commit for all clusters gives it the known files.
    private mutating func joinNewFiles(
        of clusters: [ClusterFindings],
        in group: Arrivals,
        relatives: [Int: [ImportCluster.Relative]],
        writer: inout SweepWriter
    ) throws {
        guard !clusters.isEmpty else { return }
        try writer.commit()
        for found in clusters {
            let known = try self.relatives(named: found.known, in: group)
            let beside = known + (relatives[found.key] ?? [])
            guard !mayBeEdits(found.newcomers, beside: beside) else {
                waitingEdits.append(
                    WaitingEdits(folder: group.folder, key: found.key, files: found.newcomers)
                )
                continue
            }
            try createAssets(
                from: found.newcomers.map(\.inspected),
                in: group.folder,
                relatives: beside
            )
        }
    }

    /// The files of one cluster, by what reading them has shown.
    private struct ClusterFindings {
        /// The key of their names.
        var key: Int
        var newcomers: [NewFile] = []
        var sidecars: [SweptFile] = []
        /// The names of the known pictures and movies.
        var known: [String] = []
    }

    /// Records a sidecar that is read again, because it may belong to another photo now.
    private mutating func noteReading(of file: SweptFile, in group: Arrivals) {
        guard let folder = tree.folders[group.folder].row?.id, let known = file.known,
            known.outcome == .sidecar, !ShotName.namesSettings(file.name),
            let asset = known.assetID
        else { return }
        readSidecars.append((folder, file.name, asset))
    }
}
