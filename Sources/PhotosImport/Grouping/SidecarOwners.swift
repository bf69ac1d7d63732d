import PhotosMedia
import PhotosStore

/// Decides which file an XMP sidecar describes where several files have its name, as `IMG_1.xmp` beside `IMG_1.JPG` and
/// `IMG_1.CR2`.
///
/// A sidecar that states its file goes there. Otherwise one of the files gets the sidecar, and its words are read for the others,
/// too. A rating or a title that a person gave must not go to a photo that the person did not mean alone. Programs that give each
/// file a sidecar of its own, like `IMG_1.jpg.xmp`, mean the files without one by the plain name.
package struct SidecarOwners {
    /// The files, in which each sidecar of such a name has the one file that gets it.
    package private(set) var files: [GroupingFile]
    /// For each sidecar that states nothing, the names in lowercase of the other files that it fits.
    package private(set) var others: [Int: [String]] = [:]

    /// - Parameters:
    ///   - files: The new files of a cluster.
    ///   - assets: The assets that they may belong to.
    package init(_ files: [GroupingFile], among assets: [LateArrivalRules.Asset]) {
        self.files = files
        let sidecars = files.indices.filter { files[$0].kind == .sidecar(.xmp) }
        guard !sidecars.isEmpty else { return }
        var candidates: [String: [Candidate]] = [:]
        for file in files + assets.flatMap({ $0.resources.map(\.file) }) {
            if case .sidecar = file.kind { continue }
            let name = ShotName(file.name)
            if candidates[name.plain]?.contains(where: { $0.name == name.full }) == true {
                continue
            }
            candidates[name.plain, default: []].append(Candidate(file, named: name.full))
        }
        let names = Set(candidates.values.joined().map(\.name))
        let described = Set(sidecars.map { ShotName(files[$0].name).plain }).intersection(names)
        for index in sidecars {
            let plain = ShotName(files[index].name).plain
            guard !names.contains(plain), let all = candidates[plain], all.count > 1 else {
                continue
            }
            let free = all.filter { !described.contains($0.name) }
            let fitting = (free.isEmpty ? all : free).sorted(by: Candidate.comes(_:before:))
            if let stated = files[index].subject.index(among: fitting.map(\.name)) {
                self.files[index].describedName = fitting[stated].name
            } else {
                self.files[index].describedName = fitting[0].name
                if fitting.count > 1 {
                    others[files[index].index] = fitting.dropFirst().map(\.name)
                }
            }
        }
    }

    private struct Candidate {
        var name: String
        /// The RAW file comes first, because most sidecars are its.
        var rank: Int

        init(_ file: GroupingFile, named name: String) {
            self.name = name
            rank =
                switch file.pictureFormat {
                case .raw: 0
                case .some(let format): 1 + format.rawValue
                case nil: 10
                }
        }

        static func comes(_ left: Candidate, before right: Candidate) -> Bool {
            (left.rank, left.name) < (right.rank, right.name)
        }
    }
}
