import Foundation
import PhotosStore

/// Giving sidecars to the photos beside them, once it is known where all photos are.
extension SourceSweep {
    /// A sidecar that is read when the photos beside it are known.
    struct WaitingSidecar {
        var name: String
        var numbers: SourceIdentity.Numbers
        /// The row of its asset if its size and date are unchanged; nil for another sidecar.
        var unchangedOf: Int64?
    }

    /// Records the names of new and changed files in folders with known sidecars.
    ///
    /// A photo that gets the name of another one gets its sidecar, too, which is unchanged itself.
    mutating func notePhotosBesideSidecars() {
        for group in arrivals where group.hasSidecars {
            let names = group.changed.map(\.known.name) + group.new.files.map(group.new.name(of:))
            keysOfNewPhotos[group.folder, default: []].formUnion(
                names.filter { !ShotName.namesSidecar($0) }.map(ClusterSplit.key)
            )
        }
    }

    /// Lets a sidecar wait for the photos beside it.
    ///
    /// - Parameters:
    ///   - file: The sidecar.
    ///   - folder: The index of its folder.
    mutating func addWaiting(_ file: SweptFile, in folder: Int) {
        let isUnchanged =
            file.known?.outcome == .sidecar && file.known?.numbers == file.entry.numbers
        waitingSidecars[folder, default: []].append(
            WaitingSidecar(
                name: file.name,
                numbers: file.entry.numbers,
                unchangedOf: isUnchanged ? file.known?.assetID : nil
            )
        )
    }

    /// Reads the sidecars that wait, and unchanged ones that lie beside another photo now.
    ///
    /// - Parameter vacant: The rows of files that were found nowhere.
    /// - Throws: ``StoreError`` where the library cannot be read or written.
    mutating func readWaitingSidecars(without vacant: Set<Int64>) throws {
        try importRun?.commitBlock()
        let folders = Set(waitingSidecars.keys).union(keysOfNewPhotos.keys)
        for folder in folders.sorted() where !isCancelled() {
            try readWaitingSidecars(in: folder, without: vacant)
        }
        (waitingSidecars, keysOfNewPhotos) = ([:], [:])
    }

    private mutating func readWaitingSidecars(
        in folder: Int,
        without vacant: Set<Int64>
    ) throws {
        guard let row = tree.folders[folder].row else { return }
        var sidecars = waitingSidecars[folder] ?? []
        let newKeys = keysOfNewPhotos[folder] ?? []
        let (beside, known) = try filesBeside(
            in: row.id,
            keys: newKeys.union(sidecars.map { ClusterSplit.key($0.name) }),
            without: vacant
        )
        let names = Set(sidecars.map { ExactText($0.name) })
        for file in known
        where newKeys.contains(ClusterSplit.key(file.name)) && !names.contains(ExactText(file.name))
            && beside.photos.claim(file.name, from: file.assetID)
        {
            sidecars.append(WaitingSidecar(name: file.name, numbers: file.numbers))
            if let asset = file.assetID, !ShotName.namesSettings(file.name) {
                readSidecars.append((row.id, file.name, asset))
            }
        }
        let keys = sidecars.map { ClusterSplit.key($0.name) }
        let url = url(tree.path(folder))
        for sidecar in sidecars {
            repeated.assets[url.appendingPathComponent(sidecar.name).path] = sidecar.unchangedOf
        }
        let facts = try library.facts.recorded(ofAssets: Set(repeated.assets.values))
        for cluster in ClusterSplit.clusters(ofKeys: keys) {
            // The sidecars that were read before are reported nevertheless.
            if isCancelled() { break }
            let files = try cluster.map { index in
                try inspectSidecar(
                    FoundFile(
                        url: url.appendingPathComponent(sidecars[index].name),
                        byteCount: sidecars[index].numbers.byteCount,
                        inode: sidecars[index].numbers.inode,
                        modification: sidecars[index].numbers.modification
                    )
                )
            }
            let key = keys[cluster[0]]
            try createAssets(from: files, in: folder, relatives: beside.relatives(withKey: key))
        }
        try reportRepeated(in: row.id, before: facts)
    }

    /// Reports those sidecars of a folder that were read again and gave other words to their photos, or went to other photos.
    private mutating func reportRepeated(in folder: Int64, before: [Int64: AssetFacts]) throws {
        guard !repeated.assets.isEmpty else { return }
        try importRun?.commitBlock()
        let after = try library.facts.recorded(ofAssets: Set(repeated.assets.values))
        for (url, name) in repeated.reports {
            let row = try library.sources.readLedger {
                try $0.file(url.lastPathComponent, in: folder)
            }
            if let asset = repeated.assets[url.path], row?.assetID == asset,
                after[asset]?.companion == before[asset]?.companion
            {
                report.joinedCount -= 1
                report.sameCount += 1
            } else {
                notify(.joined(url, localIdentifier: name))
            }
        }
        (repeated.assets, repeated.reports) = ([:], [])
    }

    /// The files of a folder that sidecars may belong to.
    struct FilesBeside {
        /// The photos that are there.
        var photos = PhotosBeside()
        /// The photos that are not there, the sidecars, and the recipes of edits.
        var others: [Int: [ImportCluster.Relative]] = [:]

        /// Returns the photos with a key; where none is there, the files that belonged to photos that are elsewhere.
        func relatives(withKey key: Int) -> [ImportCluster.Relative] {
            photos.files[key] == nil ? others[key] ?? [] : present(withKey: key)
        }

        /// Returns the photos with a key.
        func present(withKey key: Int) -> [ImportCluster.Relative] {
            (photos.files[key] ?? []).compactMap { file in
                file.asset.map { ImportCluster.Relative(name: file.name, asset: $0) }
            }
        }
    }

    /// Returns the files of a folder that have names with some keys, and the sidecars among them.
    func filesBeside(
        in folder: Int64,
        keys: Set<Int>,
        without vacant: Set<Int64>
    ) throws -> (beside: FilesBeside, sidecars: [SourceFileRow]) {
        var beside = FilesBeside()
        var sidecars: [SourceFileRow] = []
        try library.sources.readLedger { ledger in
            try ledger.forEachFile(in: folder) { file in
                let key = ClusterSplit.key(file.name)
                guard keys.contains(key) else { return }
                let isThere = !vacant.contains(file.id) && file.outcome != .absent
                if isThere, file.isSidecar { sidecars.append(file) }
                guard let asset = file.assetID else { return }
                if isThere, !ShotName.namesSidecar(file.name) {
                    beside.photos.files[key, default: []].append(
                        .init(name: file.name, asset: asset)
                    )
                } else {
                    beside.others[key, default: []].append(.init(name: file.name, asset: asset))
                }
            }
        }
        return (beside, sidecars)
    }
}

/// Sidecars that a sweep reads again although their sizes and dates are unchanged.
final class RepeatedSidecars {
    /// The rows of their assets, by the paths of the sidecars.
    var assets: [String: Int64] = [:]
    /// The events of those that were read, which are reported only if the sidecar has changed.
    var reports: [(url: URL, localIdentifier: String)] = []
}

extension SourceFileRow {
    /// Whether the file is a sidecar, also one that no photo lay beside when it was read.
    fileprivate var isSidecar: Bool {
        outcome == .sidecar || outcome == .refused && ShotName.namesSidecar(name)
    }
}
