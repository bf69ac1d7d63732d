import PhotosMedia

/// Finds the duplicates of one asset among others: by checksum, by pixels, and by hash and preview.
final class DuplicateComparison {
    private let candidates: [DuplicateCandidate]
    private let query: LibraryDuplicates.DuplicateQuery
    private let hashing: PictureHashing
    private var sameBytes: [[UInt8]: [Int]] = [:]
    /// The assets with a hash, in the order of the index.
    private var hashed: [Int] = []
    private var hashes: [Int: UInt64] = [:]
    /// The pictures without a hash, by their size.
    private var flat: [PixelSize: [Int]] = [:]
    private let index: HashIndex
    private var lights: [Int: PictureLight] = [:]
    /// The assets that could not be compared with one that may be a duplicate, because a file of them cannot be read.
    private(set) var gaps: Gaps = [:]

    /// The kinds that were not compared, with the reasons, by asset.
    typealias Gaps = [Int: (kind: DuplicateKind, reason: String)]

    /// The number of previews that are kept in memory, half a megabyte each.
    private static let mostLights = 64

    init(
        _ candidates: [DuplicateCandidate],
        _ query: LibraryDuplicates.DuplicateQuery,
        _ hashing: PictureHashing
    ) {
        self.candidates = candidates
        self.query = query
        self.hashing = hashing
        var list: [UInt64] = []
        for (index, candidate) in candidates.enumerated() {
            sameBytes[candidate.shown.checksum, default: []].append(index)
            switch hashing.hashes[candidate.shown.file] {
            case .hash(let hash):
                hashed.append(index)
                hashes[index] = hash
                list.append(hash)
            case .flat: flat[candidate.size, default: []].append(index)
            case nil: break
            }
        }
        index = HashIndex(list)
    }

    /// Returns the duplicates of an asset.
    ///
    /// - Parameters:
    ///   - first: The asset.
    ///   - isFree: Whether another asset may be a result.
    /// - Returns: The duplicates.
    /// - Throws: `MediaWorkerError` where no file at all can be decoded.
    func duplicates(
        of first: Int,
        _ isFree: (Int) -> Bool
    ) throws -> [DuplicateGrouping.Relation] {
        let candidate = candidates[first]
        var found: [Int: DuplicateGrouping.Relation] = [:]
        for other in sameBytes[candidate.shown.checksum] ?? []
        where isFree(other) && candidate.mayEqual(candidates[other], as: .bytes) {
            found[other] = DuplicateGrouping.Relation(index: other, kind: .bytes)
        }
        guard query.kind > .bytes else { return Array(found.values) }
        if let hash = hashes[first] {
            for (other, distance) in nearHashes(to: hash) where isFree(other) && found[other] == nil
            {
                guard let kind = try duplicateKind(of: first, and: other, distance: distance) else {
                    continue
                }
                found[other] = DuplicateGrouping.Relation(
                    index: other,
                    kind: kind,
                    distance: distance
                )
            }
        } else if hashing.hashes[candidate.shown.file] == .flat {
            for other in flat[candidate.size] ?? [] where isFree(other) && found[other] == nil {
                var gaps: Gaps = [:]
                guard try hasSamePixels(first, as: other, &gaps) else {
                    noteGaps(gaps)
                    continue
                }
                found[other] = DuplicateGrouping.Relation(index: other, kind: .pixels)
            }
        }
        return Array(found.values)
    }

    private func nearHashes(to hash: UInt64) -> [(other: Int, distance: Int)] {
        var near: [(Int, Int)] = []
        let least = LibraryDuplicates.DuplicateQuery.pixelDistance
        let distance = query.kind == .alike ? max(query.distance, least) : least
        index.forEach(near: hash, within: distance) { place, distance in
            near.append((hashed[place], distance))
        }
        return near
    }

    private func duplicateKind(
        of first: Int,
        and other: Int,
        distance: Int
    ) throws -> DuplicateKind? {
        var gaps: Gaps = [:]
        if distance <= LibraryDuplicates.DuplicateQuery.pixelDistance,
            try hasSamePixels(first, as: other, &gaps)
        {
            return .pixels
        }
        if query.kind == .alike, distance <= query.distance,
            candidates[first].mayEqual(candidates[other], as: .alike)
        {
            let one = try value(of: first, for: .alike, &gaps, pictureLight)
            let two = try value(of: other, for: .alike, &gaps, pictureLight)
            if let one, let two, PictureLikeness(one, two)?.isCopy == true { return .alike }
        }
        noteGaps(gaps)
        return nil
    }

    private func hasSamePixels(_ first: Int, as other: Int, _ gaps: inout Gaps) throws -> Bool {
        guard candidates[first].mayEqual(candidates[other], as: .pixels) else { return false }
        let one = try value(of: first, for: .pixels, &gaps, pixelDigest)
        let two = try value(of: other, for: .pixels, &gaps, pixelDigest)
        return one != nil && one == two
    }

    private func pixelDigest(of index: Int) throws -> [UInt8] {
        try hashing.pixelDigest(of: candidates[index].shown)
    }

    /// Returns nil where a file cannot be read, such as one that is offline, or a picture that is too large to decode.
    private func value<Value>(
        of index: Int,
        for kind: DuplicateKind,
        _ gaps: inout Gaps,
        _ read: (Int) throws -> Value
    ) throws -> Value? {
        do {
            return try read(index)
        } catch let error as MediaWorkerError where error.isOfAllFiles {
            throw error
        } catch {
            gaps[index] = (kind, "\(error)")
            return nil
        }
    }

    private func noteGaps(_ gaps: Gaps) {
        self.gaps.merge(gaps) { $0.kind < $1.kind ? $1 : $0 }
    }

    private func pictureLight(of index: Int) throws -> PictureLight {
        if let light = lights[index] { return light }
        if lights.count >= Self.mostLights { lights = [:] }
        let light = try hashing.light(of: candidates[index].shown)
        lights[index] = light
        return light
    }
}

extension DuplicateCandidate {
    fileprivate var size: PixelSize { PixelSize(width: width, height: height) }
}
