import Foundation
import Glibc
import PhotosBase
import PhotosStore

extension DatabaseCopies {
    /// Writes the database of a copy, part by part, each compared with its checksum.
    ///
    /// - Parameters:
    ///   - index: The list of the copy's parts.
    ///   - url: A path where nothing is. Parts lie in a folder beside it meanwhile.
    ///   - watch: Asked whether the work is to end.
    /// - Throws: ``RemoteFailure`` and ``StoreError``.
    func fetchDatabase(_ index: SnapshotIndex, to url: URL, watch: TransferWatch) throws {
        let folder = url.deletingLastPathComponent()
            .appendingPathComponent("parts", isDirectory: true)
        try? FileManager.default.removeItem(at: folder)
        try FileOperations.makeFolder(folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = try FileOperations.open(url, flags: O_RDWR | O_CREAT | O_EXCL)
        defer { close(output) }
        for start in stride(from: 0, to: index.parts.count, by: 64) {
            let numbers = Array(start..<min(start + 64, index.parts.count))
            let place = place
            try InParallel.forEach(numbers, threads: place.parallelism) { number in
                Result {
                    try place.getObject(
                        RemoteNames.part(index.part(number).checksum),
                        to: folder.appendingPathComponent("\(number)"),
                        expecting: index.part(number),
                        watch: watch
                    )
                }
            } finished: { _, result in
                try result.get()
            }
            for number in numbers {
                let file = folder.appendingPathComponent("\(number)")
                try FileOperations.write(Array(Data(contentsOf: file))[...], to: output, at: url)
                try FileManager.default.removeItem(at: file)
            }
        }
        try FileOperations.sync(output, at: url)
    }

    /// Returns the photos that the newest copy has and a library has not, oldest first.
    ///
    /// The copy is fetched into the temporary folder.
    ///
    /// - Returns: nil if the copy cannot be read.
    /// - Throws: ``RemoteFailure`` if the place does not answer, and ``StoreError``.
    func photosAlone(
        besides library: Library,
        watch: TransferWatch
    ) throws -> [CopiedPhoto]? {
        guard let name = try copyNames().last, let index = try readIndex(named: name) else {
            return nil
        }
        let folder = try FileOperations.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = folder.appendingPathComponent("library.sqlite", isDirectory: false)
        do {
            try fetchDatabase(index, to: database, watch: watch)
        } catch let failure as RemoteFailure where failure.meansNoWholeObject {
            return nil
        }
        do {
            return try CopiedPhoto.photos(inCopyAt: database, besides: library)
        } catch let error as StoreError {
            throw error
        } catch {
            return nil
        }
    }
}
