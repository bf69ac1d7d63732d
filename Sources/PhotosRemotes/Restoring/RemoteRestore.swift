import Crypto
package import Foundation
import Glibc
package import PhotosStore

/// Rebuilds a library from a remote alone.
package struct RemoteRestore {
    private let place: any RemotePlace
    private let environment: EngineEnvironment
    private let watch: TransferWatch

    package init(
        _ place: any RemotePlace,
        _ environment: EngineEnvironment,
        watch: TransferWatch = TransferWatch()
    ) {
        self.place = place
        self.environment = environment
        self.watch = watch
    }

    /// Returns the names of the copies of the database that the place has, oldest first.
    ///
    /// - Throws: ``RemoteFailure``; with code `notTheService` if the place is no remote.
    package func snapshots() throws -> [String] {
        guard try MarkerList(place).last() != nil else {
            throw RemoteFailure(
                .notTheService,
                "There is no remote of a library at this address. Check the address and its prefix."
            )
        }
        return try DatabaseCopies(place).names()
    }

    /// Rebuilds the library in a folder.
    ///
    /// - Parameters:
    ///   - destination: A path that does not exist, or an earlier restoration that was never opened for writing.
    ///   - snapshot: The name of a copy of the database; nil takes the newest one.
    ///   - progress: Called on the calling thread.
    /// - Returns: The outcome; its findings name files that the place does not have.
    /// - Throws: ``RemoteFailure``, ``StoreError`` and `CancellationError`.
    package func run(
        to destination: URL,
        snapshot: String? = nil,
        progress: (CheckProgress) -> Void = { _ in }
    ) throws -> LibraryRestore.Outcome {
        let names = try snapshots()
        guard let name = snapshot ?? names.last, names.contains(name) else {
            throw RemoteFailure(
                .missing,
                snapshot == nil
                    ? "The remote has no copy of the database yet. Run `photokit remote sync` with the library."
                    : "The remote has no copy of the database with this name. `photokit remote restore --list` names them."
            )
        }
        let index = try SnapshotIndex(place.read(name, atMost: 1 << 28))
        let restore = try LibraryRestore(of: index.library, to: destination, environment)
        return try restore.run(
            takesSources: index.takesSources,
            isCancelled: watch.isCancelled,
            progress: progress
        ) { url in
            try fetchDatabase(index, to: url)
        } fetch: { requests in
            try fetch(requests)
        }
    }

    private func fetch(_ requests: [LibraryRestore.Request]) throws -> [RemoteObject: String] {
        var failures: [RemoteObject: String] = [:]
        let (place, watch) = (place, watch)
        try InParallel.forEach(requests, threads: place.parallelism) { request in
            Result {
                let name = RemoteNames.original(request.object.checksum)
                try place.get(name, request.url, request.object, watch)
            }
        } finished: { request, result in
            do {
                try result.get()
            } catch let failure as RemoteFailure where !failure.endsWork {
                failures[request.object] = failure.sentence
            }
        }
        return failures
    }

    // MARK: The database

    /// Writes the database, part by part, each compared with its checksum.
    private func fetchDatabase(_ index: SnapshotIndex, to url: URL) throws {
        let folder = url.deletingLastPathComponent()
            .appendingPathComponent("parts", isDirectory: true)
        try? FileManager.default.removeItem(at: folder)
        try FileOperations.makeFolder(folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let output = try FileOperations.open(url, O_RDWR | O_CREAT | O_EXCL)
        defer { close(output) }
        for start in stride(from: 0, to: index.parts.count, by: 64) {
            let numbers = Array(start..<min(start + 64, index.parts.count))
            let (place, watch) = (place, watch)
            try InParallel.forEach(numbers, threads: place.parallelism) { number in
                Result {
                    try place.get(
                        RemoteNames.part(index.part(number).checksum),
                        folder.appendingPathComponent("\(number)"),
                        index.part(number),
                        watch
                    )
                }
            } finished: { _, result in
                try result.get()
            }
            for number in numbers {
                let file = folder.appendingPathComponent("\(number)")
                try FileOperations.write(Array(Data(contentsOf: file))[...], to: output, url)
                try FileManager.default.removeItem(at: file)
            }
        }
        try FileOperations.sync(output, url)
    }
}
