/// Recognizes files that a camera writes beside a movie for its own display: small copies and thumbnails.
///
/// A helper is only recognized beside its movie. Without the movie it may be all that is left of it.
///
/// | helper | movie | camera |
/// |---|---|---|
/// | `GL010042.LRV`, `GX010042.THM` | `GX010042.MP4`, `GH010042.MP4` | GoPro |
/// | `MVI_1234.THM` | `MVI_1234.MP4` | Canon and others |
/// | `DJI_0001.LRF` | `DJI_0001.MP4` | DJI |
/// | `LRV_…_01_056.lrv`, `LRV_…_11_056.insv` | `VID_…_00_056.insv` | Insta360 |
/// | `THMBNL/C0001T01.JPG`, `SUB/C0001S03.MP4` | `CLIP/C0001.MP4` | Sony |
package struct CameraHelper {
    private static let endings: Set = ["lrv", "lrf", "thm"]
    private static let movies = [
        "mp4", "mov", "m4v", "avi", "mpg", "mts", "m2ts", "mxf", "wmv", "360", "insv", "crw",
    ]

    /// The names of the folder in lowercase.
    private let names: Set<String>
    private let folder: String
    /// Returns whether the folder beside this one has a file.
    private let hasBeside: (String) -> Bool

    /// - Parameters:
    ///   - names: The names of all files of the folder.
    ///   - folder: The name of the folder.
    ///   - hasBeside: Returns whether there is a file at a path relative to the folder's parent.
    package init(names: [String], folder: String, hasBeside: @escaping (String) -> Bool) {
        self.names = Set(names.map { $0.lowercased() })
        self.folder = folder.uppercased()
        self.hasBeside = hasBeside
    }

    /// Returns whether a folder can have helpers, by the name of one of its files.
    package static func mayBe(_ name: String, in folder: String) -> Bool {
        let folder = folder.uppercased()
        if folder == "THMBNL" || folder == "SUB" { return true }
        let name = name.lowercased()
        return name.hasPrefix("lrv_") || endings.contains(splitName(name).ending)
    }

    /// Returns whether a file is a helper of a movie that is present.
    package func isHelper(_ name: String) -> Bool {
        if folder == "THMBNL" || folder == "SUB" { return isOfClip(name) }
        let (stem, ending) = Self.splitName(name.lowercased())
        if stem.hasPrefix("lrv_") {
            // The number before the last is that of the lens or stream.
            let parts = stem.split(separator: "_", omittingEmptySubsequences: false)
            guard parts.count == 5, ending == "lrv" || ending == "insv" else { return false }
            return ["00", "10"].contains { lens in
                let movie = "vid_\(parts[1])_\(parts[2])_\(lens)_\(parts[4])"
                return names.contains(movie + ".insv") || names.contains(movie + ".mp4")
            }
        }
        guard Self.endings.contains(ending) else { return false }
        var stems = [stem]
        // GoPro: GL010042.LRV is the small copy of GX010042.MP4 (HEVC), GH010042.MP4 (H.264) or GS010042.360.
        if stem.hasPrefix("gl") { stems += ["gx", "gh", "gs"].map { $0 + stem.dropFirst(2) } }
        return stems.contains { stem in
            Self.movies.contains { names.contains("\(stem).\($0)") }
        }
    }

    /// Returns whether a file in a folder of a Sony card belongs to a clip: `C0001T01.JPG` to `CLIP/C0001.MP4`.
    private func isOfClip(_ name: String) -> Bool {
        let stem = Self.splitName(name).stem
        guard stem.count > 3, let mark = stem.dropLast(2).last, "TS".contains(mark.uppercased()),
            stem.suffix(2).allSatisfy(\.isNumber)
        else { return false }
        let clip = stem.dropLast(3)
        return ["MP4", "MXF", "mp4"].contains { hasBeside("CLIP/\(clip).\($0)") }
    }

    private static func splitName(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: ".") else { return (name, "") }
        return (String(name[..<dot]), String(name[name.index(after: dot)...]))
    }
}
