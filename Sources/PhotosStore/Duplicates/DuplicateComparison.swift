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
                guard try hasSamePixels(first, as: other) else { continue }
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
        if distance <= LibraryDuplicates.DuplicateQuery.pixelDistance,
            try hasSamePixels(first, as: other)
        {
            return .pixels
        }
        guard query.kind == .alike, distance <= query.distance,
            candidates[first].mayEqual(candidates[other], as: .alike)
        else { return nil }
        let likeness = try ofFile {
            PictureLikeness(try self.pictureLight(of: first), try self.pictureLight(of: other))
        }
        return likeness??.isCopy == true ? .alike : nil
    }

    private func hasSamePixels(_ first: Int, as other: Int) throws -> Bool {
        guard candidates[first].mayEqual(candidates[other], as: .pixels) else { return false }
        return try ofFile {
            try self.hashing.pixelDigest(of: self.candidates[first].shown)
                == self.hashing.pixelDigest(of: self.candidates[other].shown)
        } ?? false
    }

    /// Returns nil where a file cannot be read, such as a picture that is too large to decode.
    private func ofFile<Result>(_ body: () throws -> Result) throws -> Result? {
        do {
            return try body()
        } catch let error as MediaWorkerError where error.isOfAllFiles {
            throw error
        } catch {
            return nil
        }
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
