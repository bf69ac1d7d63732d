import Crypto
import Dispatch
import Foundation
import PhotosMedia
import Synchronization

/// Makes the hashes of pictures from their previews, on several threads, and keeps them.
struct PictureHashing {
    let duplicates: LibraryDuplicates
    /// Whether hashes are read from the library's files and written to them.
    let isStored: Bool
    let threads: Int
    private(set) var hashes: [String: PictureHashStore.Entry] = [:]
    private(set) var failures: [(resource: ResourceRecord, reason: String)] = []

    init(_ duplicates: LibraryDuplicates, isStored: Bool, threads: Int) {
        self.duplicates = duplicates
        self.isStored = isStored
        self.threads = max(1, threads)
    }

    /// Adds the hashes of files: the stored ones, and new ones, which are stored in one transaction.
    ///
    /// - Throws: `MediaWorkerError` where no file at all can be decoded, `StoreError` where the library cannot be read.
    mutating func add(_ resources: [ResourceRecord]) throws {
        let stored = isStored ? duplicates.pictureHashes.hashes(of: resources) : [:]
        hashes.merge(stored) { _, new in new }
        let missing = resources.filter { stored[$0.file] == nil }
        guard !missing.isEmpty else { return }
        let results = Mutex<[Int: Result<PictureHashStore.Entry, any Error>]>([:])
        let next = Atomic(0)
        let reading = self
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            while true {
                let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < missing.count else { return }
                let result = Result { try reading.hashEntry(of: missing[index]) }
                results.withLock { $0[index] = result }
            }
        }
        var made: [(resource: ResourceRecord, entry: PictureHashStore.Entry)] = []
        for (index, result) in results.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
            switch result {
            case .success(let entry):
                hashes[missing[index].file] = entry
                made.append((missing[index], entry))
            case .failure(let error):
                if let error = error as? MediaWorkerError, error.isOfAllFiles { throw error }
                failures.append((missing[index], "\(error)"))
            }
        }
        if isStored { duplicates.pictureHashes.save(made) }
    }

    private func hashEntry(of resource: ResourceRecord) throws -> PictureHashStore.Entry {
        PictureHash.hash(try light(of: resource)).map { .hash($0) } ?? .flat
    }

    /// Reads the small preview of a file.
    func light(of resource: ResourceRecord) throws -> PictureLight {
        let preview = try duplicates.pictures.preview(.grid, of: resource)
        let size = PixelSize(width: preview.width, height: preview.height)
        var picture = try duplicates.core.environment.plainPixels(preview.jpeg, size)
        if picture == nil {
            let request = PictureRequest(renditions: [PictureRendition(.full, .pixels)])
            picture = try MemoryFile.withDescriptor(of: preview.jpeg) {
                try duplicates.core.environment.pictures($0, request).first
            }
        }
        guard let light = picture.flatMap({ PictureLight($0) }) else {
            throw MediaWorkerError(.badReply, "it states no picture")
        }
        return light
    }

    /// Returns the checksum of all pixels of a file and of their size.
    func pixelDigest(of resource: ResourceRecord) throws -> [UInt8] {
        let decoders = duplicates.core.environment.decoders()
        if isStored,
            let stored = duplicates.pictureHashes.digest(of: resource, decoders: decoders)
        {
            return stored
        }
        let request = PictureRequest(renditions: [PictureRendition(.full, .pixels)])
        guard let picture = try duplicates.pictures.decoded(from: resource, request).first else {
            throw MediaWorkerError(.badReply, "it states no picture")
        }
        var hash = SHA256()
        hash.update(data: Data("\(picture.width) \(picture.height) ".utf8))
        hash.update(data: picture.bytes)
        let digest = Array(hash.finalize())
        if isStored {
            duplicates.pictureHashes.save(digest: digest, of: resource, decoders: decoders)
        }
        return digest
    }
}
