import PhotosStore

/// The photos of one folder that sidecars may belong to, by the keys of their names.
struct PhotosBeside {
    struct File {
        var name: String
        /// The row of the asset; nil for a new file.
        var asset: Int64?
    }

    var files: [Int: [File]] = [:]

    /// Returns whether a sidecar belongs to an asset by its name, or to no photo beside it.
    ///
    /// Where it may belong to a new file, it is read together with that file.
    func accept(_ sidecar: String, of asset: Int64?) -> Bool {
        guard let beside = files[ClusterSplit.key(sidecar)] else { return true }
        let owners = owners(of: sidecar, among: beside)
        return owners.allSatisfy { $0.asset != nil } && owners.contains { $0.asset == asset }
    }

    /// Returns whether a sidecar that belongs to an asset has the name of other photos beside it, and not of this one's.
    func claim(_ sidecar: String, from asset: Int64?) -> Bool {
        let name = ShotName(sidecar).plain
        let beside = (files[ClusterSplit.key(sidecar)] ?? []).filter { file in
            let photo = ShotName(file.name)
            return photo.full == name || photo.plain == name
        }
        let owners = owners(of: sidecar, among: beside)
        return !owners.isEmpty && !owners.contains { $0.asset == asset }
    }

    /// Returns the photos of whose names a sidecar has one as a whole; all photos if there are none.
    private func owners(of sidecar: String, among beside: [File]) -> [File] {
        let name = sidecar.lowercased()
        // `A.jpg.xmp` is the sidecar of `A.jpg`, not that of `A.png`.
        let named = beside.filter { name.hasPrefix($0.name.lowercased() + ".") }
        return named.isEmpty ? beside : named
    }
}
