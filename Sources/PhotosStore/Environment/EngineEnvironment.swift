package import Foundation
package import PhotosMedia

/// The engine's external dependencies: time, identifiers, random numbers, the client, media readers and settings.
package struct EngineEnvironment: Sendable {
    package var now: @Sendable () -> Date
    package var makeUUID: @Sendable () -> UUID
    package var random: @Sendable () -> UInt64
    /// The author of this process's changes, recorded with each of them in the history.
    package var author: String
    /// The client on whose behalf the library is used.
    package var client = LibraryClient.owner
    /// Receives each SQL statement that is run, for tests that count statements.
    package var trace: (@Sendable (String) -> Void)?
    /// The receiver of SQL statements that took long.
    package var slowStatements: SlowStatements?
    /// The number of rows from which a result is saved as a file.
    ///
    /// Shorter results are fetched as fast as a file is read.
    package var smallestSavedList = 8_192
    package var tuning = EngineTuning()
    /// Reads the facts of a file from its descriptor and its original name.
    package var examine: @Sendable (Int32, String?) throws -> MediaFacts
    /// Returns why no media file at all can be read, or nil if ``examine`` and ``pictures`` work.
    ///
    /// If the argument is true, the check starts a new worker process instead of using one that already waits.
    package var readerProblem: @Sendable (_ isFresh: Bool) -> MediaWorkerError? = { _ in nil }
    /// Receives the error because of which a program's file was read by its header alone.
    package var reportReaderProblem: @Sendable (MediaWorkerError) -> Void = { _ in }
    /// Makes pictures, or pixels, from the file of a descriptor.
    package var pictures: @Sendable (Int32, PictureRequest) throws -> [Picture] = { _, _ in
        throw MediaWorkerError(.notFound)
    }
    /// Makes a part of a movie for browsers from the file of a descriptor, whose content has a name.
    package var moviePart:
        @Sendable (Int32, String, MovieRequest) throws -> (layout: MovieLayout, bytes: Data) = {
            _,
            _,
            _ in
            throw MediaWorkerError(.notFound)
        }
    /// Returns the pixels of a JPEG of known size by a shorter way than ``pictures``; nil if that way cannot decode it.
    package var plainPixels: @Sendable (Data, PixelSize) throws -> Picture? = { _, _ in nil }
    /// Returns the name of the decoders that ``pictures`` uses.
    ///
    /// A file that could not be decoded is tried again when this name changes.
    package var decoders: @Sendable () -> String = { "" }
    /// The number of bytes from which a file may leave the library's folder.
    ///
    /// Recipes of edits and sidecars stay: they are needed often, and take no space.
    package var smallestReleasedFile: Int64 = 65_536
    /// Brings an object from a remote; throws ``ObjectTransferFailure``.
    package var transfer: @Sendable (ObjectTransfer) throws -> Void = { _ in
        throw ObjectTransferFailure.unavailable("This program cannot fetch files from remotes.")
    }
    /// Returns the bytes of a range of an object in a remote, uncompared; throws ``ObjectTransferFailure``.
    package var readRange: @Sendable (ObjectRange) throws -> Data = { _ in
        throw ObjectTransferFailure.noRanges("This program cannot read parts of files in remotes.")
    }
    /// Asks a remote which objects it has at this moment; throws ``ObjectTransferFailure``.
    package var look: @Sendable (ObjectLook) throws -> ObjectLookAnswer = { _ in
        throw ObjectTransferFailure.unavailable("This program cannot look into remotes.")
    }
    /// Returns the bytes that are free on the volume of a folder, for tests; nil asks the volume.
    package var freeBytes: (@Sendable (URL) -> Int64?)?
    /// The number of bytes that previews may use on disk before large ones are removed, the least recently used first.
    package var previewBudget: Int64 = 32 << 30
    /// The number of bytes that parts of made movies may use on disk before the least recently used ones are removed.
    package var movieBudget: Int64 = 2 << 30
    /// The folder below which requests of upload jobs are kept, for tests; nil means the user's.
    package var stateFolder: URL?
    /// Finds out whether the folders of sources are there.
    package var folders = FolderProbe.shared
    /// The file systems and synchronised folders around the library.
    package var volumeEnvironment = VolumeEnvironment()
    /// The row number up to which a library is small enough to be searched without an index of words.
    ///
    /// In a larger library, a search makes the index, or brings it forward, some time later.
    package var largestWithoutIndex: Int64 = 2_000
    /// The names of places; set by the library that uses the environment.
    package internal(set) var places: PlaceNames?
    /// The time zone assumed for local times without a zone in sidecars, and for dates that no file states.
    package var zone = TimeZone.current
    /// Returns the unpacker for archives, or throws an error that says what it needs.
    package var unpacker: @Sendable () throws -> ArchiveUnpacker = {
        try ArchiveUnpacker(environment: ProcessInfo.processInfo.environment)
    }

    /// Notifies other processes of commits.
    package var notificationSender: any CommitNotificationSender = NotificationFileSender()
    /// The number of milliseconds after which observers check for commits without a notification.
    package var observerPatience: Int32 = 250

    package init(
        now: @escaping @Sendable () -> Date = { Date() },
        makeUUID: @escaping @Sendable () -> UUID = { UUID() },
        random: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) },
        author: String = ProcessInfo.processInfo.processName,
        examine: @escaping @Sendable (Int32, String?) throws -> MediaFacts = { descriptor, _ in
            MediaFacts(
                header: try MediaHeader.read(from: try DescriptorByteSource(descriptor: descriptor))
            )
        }
    ) {
        self.now = now
        self.makeUUID = makeUUID
        self.random = random
        self.author = author
        self.examine = examine
    }
}

extension EngineEnvironment {
    /// Returns the facts of a file, or throws why it cannot become a resource.
    func facts(of descriptor: Int32, _ filename: String?) throws -> MediaFacts {
        do {
            return try examineAnyway(descriptor, filename: filename)
        } catch let error as MediaFileError {
            throw StoreError(
                error.code == .unreadable ? .inputOutput : .invalidResource,
                "\(filename ?? "A resource") was refused. \(error)",
                cause: error
            )
        } catch {
            throw StoreError(
                .inputOutput,
                "\(filename ?? "A resource") could not be examined: \(error)",
                cause: error
            )
        }
    }
}

extension EngineEnvironment {
    /// Returns the facts of a file, from its header alone if the worker can read no file at all.
    ///
    /// A program that adds a file knows that file, so its request continues without the worker. Imports and sweeps of
    /// folders fail instead, see ``FactReader``.
    private func examineAnyway(_ descriptor: Int32, filename: String?) throws -> MediaFacts {
        do {
            return try examine(descriptor, filename)
        } catch let error as MediaWorkerError {
            guard let problem = readerProblem(true) else { throw error }
            reportReaderProblem(problem)
            return try MediaReader.headerFacts(of: descriptor, hint: filename, zone: zone)
        }
    }
}

/// The receiver of statements that took longer than a limit in seconds.
package struct SlowStatements: Sendable {
    package var limit: Double
    package var notify: @Sendable (_ statement: String, _ seconds: Double) -> Void

    package init(
        limit: Double,
        notify: @escaping @Sendable (_ statement: String, _ seconds: Double) -> Void
    ) {
        self.limit = limit
        self.notify = notify
    }
}
