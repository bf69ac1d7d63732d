import Crypto
package import Foundation
import Glibc
import PhotosBase
package import PhotosStore

/// Rebuilds a library from a remote alone.
package struct RemoteRestore {
    private let place: any RemotePlace
    private let environment: EngineEnvironment
    private let watch: TransferWatch

    package init(
        _ place: any RemotePlace,
        environment: EngineEnvironment,
        watch: TransferWatch = TransferWatch()
    ) {
        self.place = place
        self.environment = environment
        self.watch = watch
    }

    /// Returns the names of the copies of the database that the place has, oldest first.
    ///
    /// - Throws: ``RemoteFailure``; with code `notTheService` if the place is no remote.
    package func snapshotNames() throws -> [String] {
        guard try MarkerList(place).lastMarker() != nil else {
            throw RemoteFailure(
                .notTheService,
                "There is no remote of a library at this address. Check the address and its prefix."
            )
        }
        return try DatabaseCopies(place).copyNames()
    }

    /// Rebuilds the library in a folder.
    ///
    /// - Parameters:
    ///   - destination: A path that does not exist, or an earlier restoration that was never opened for writing.
    ///   - snapshot: The name of a copy of the database; nil takes the newest one that is whole.
    ///   - progress: Called on the calling thread.
    /// - Returns: The outcome; its findings name files that the place does not have.
    /// - Throws: ``RemoteFailure``, ``StoreError`` and `CancellationError`.
    package func run(
        to destination: URL,
        snapshot: String? = nil,
        progress: (CheckProgress) -> Void = { _ in }
    ) throws -> LibraryRestore.Outcome {
        let names = try snapshotNames()
        if let snapshot {
            guard names.contains(snapshot) else {
                throw RemoteFailure(
                    .missing,
                    "The remote has no copy of the database with this name. `photokit remote restore --list` names them."
                )
            }
            return try restoreCopy(snapshot, to: destination, progress: progress)
        }
        var damaged: [String] = []
        var first: RemoteFailure?
        for name in names.reversed() {
            do {
                var outcome = try restoreCopy(name, to: destination, progress: progress)
                outcome.damagedCopies = damaged
                return outcome
            } catch let failure as RemoteFailure where failure.meansNoWholeObject {
                first = first ?? failure
                damaged.append(name)
            }
        }
        throw first
            ?? RemoteFailure(
                .missing,
                "The remote has no copy of the database yet. Run `photokit remote sync` with the library."
            )
    }

    /// Rebuilds the library of one copy of the database.
    private func restoreCopy(
        _ name: String,
        to destination: URL,
        progress: (CheckProgress) -> Void
    ) throws -> LibraryRestore.Outcome {
        let index = try SnapshotIndex(place.readObject(name, atMost: 1 << 28))
        let restore = try LibraryRestore(of: index.library, to: destination, environment)
        return try restore.run(
            takesSources: index.takesSources,
            isCancelled: watch.isCancelled,
            progress: progress
        ) { url in
            try DatabaseCopies(place).fetchDatabase(index, to: url, watch: watch)
        } fetch: { requests in
            try fetchFiles(requests)
        }
    }

    private func fetchFiles(_ requests: [LibraryRestore.Request]) throws -> [RemoteObject: String] {
        var failures: [RemoteObject: String] = [:]
        let (place, watch) = (place, watch)
        try InParallel.forEach(requests, threads: place.parallelism) { request in
            Result {
                let name = RemoteNames.original(request.object.checksum)
                try place.getObject(name, to: request.url, expecting: request.object, watch: watch)
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
}
