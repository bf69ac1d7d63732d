import PhotosMedia

/// Decides by names alone which file of a photo a sidecar describes, and whether that file is still there.
///
/// A sidecar that is gone takes its words along where its photo is there without it. Where the file that it described is gone,
/// too, nobody has removed the sidecar from beside it.
package enum DescribedFile: Hashable, Sendable {
    case present
    case gone
    /// No file has the name of the sidecar.
    case unknown

    /// A picture or movie of the photo.
    package struct Candidate: Hashable, Sendable {
        package var name: String
        /// Whether the file is, or was, in the folder of the sidecar.
        package var isBeside: Bool
        package var isPresent: Bool

        package init(_ name: String, isBeside: Bool, isPresent: Bool) {
            (self.name, self.isBeside, self.isPresent) = (name, isBeside, isPresent)
        }
    }

    /// Finds the file that a sidecar describes.
    ///
    /// `IMG_1.CR3.xmp` describes `IMG_1.CR3`. `IMG_1.xmp` describes the RAW file of that name before a picture, and a picture before a
    /// movie. Otherwise it may describe a file whose name differs in the marks of an edit. Of two files that fit equally well, the
    /// one beside the sidecar counts, and then one that is gone: words that stay too long are better than lost ones.
    ///
    /// - Parameters:
    ///   - sidecar: The name of the sidecar.
    ///   - candidates: The files of the photo. Sidecars and recipes of edits among them do not count.
    package init(ofSidecar sidecar: String, among candidates: some Sequence<Candidate>) {
        let sidecar = ShotName(sidecar)
        var best: (rank: Rank, isPresent: Bool)?
        for candidate in candidates where !ShotName.namesSidecar(candidate.name) {
            guard let rank = Rank(candidate, of: sidecar) else { continue }
            if let best, best.rank <= rank { continue }
            best = (rank, candidate.isPresent)
        }
        self = best.map { $0.isPresent ? .present : .gone } ?? .unknown
    }

    private struct Rank: Comparable {
        private var values: [Int]

        init?(_ file: Candidate, of sidecar: ShotName) {
            let name = ShotName(file.name)
            let pairs = [
                (name.full, sidecar.plain), (name.plain, sidecar.plain), (name.key, sidecar.key),
            ]
            guard let likeness = pairs.firstIndex(where: { $0.0 == $0.1 }) else { return nil }
            values = [
                likeness, file.isBeside ? 0 : 1, Self.kindRank(of: name), file.isPresent ? 1 : 0,
            ]
        }

        private static func kindRank(of name: ShotName) -> Int {
            guard let type = types[name.pathExtension] else { return 1 }
            return type.isRaw ? 0 : type.kind == .image ? 1 : 2
        }

        /// The types that files with an extension have.
        ///
        /// A camera's own kind of TIFF may have the extension of any TIFF, which says nothing.
        private static let types = Dictionary(
            MediaType.allCases.lazy.filter { $0 != .canonTIF }.map { ($0.preferredExtension, $0) },
            uniquingKeysWith: { first, _ in first }
        )

        static func < (left: Rank, right: Rank) -> Bool {
            left.values.lexicographicallyPrecedes(right.values)
        }
    }
}
