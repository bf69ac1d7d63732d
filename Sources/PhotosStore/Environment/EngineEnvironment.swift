package import Foundation
package import PhotosMedia

/// What the engine takes from the world: time, identifiers, randomness, and who it works for.
package struct EngineEnvironment: Sendable {
    package var now: @Sendable () -> Date
    package var makeUUID: @Sendable () -> UUID
    package var random: @Sendable () -> UInt64
    /// Who makes the changes of this process: stands beside each of them in the history.
    package var author: String
    /// On whose behalf the library is used.
    package var client = LibraryClient.owner
    /// Is told each SQL statement that is run, for tests that count them.
    package var trace: (@Sendable (String) -> Void)?
    /// Is told each SQL statement that took long.
    package var slowStatements: SlowStatements?
    /// From how many rows on a result is kept as a file: shorter ones are fetched as fast as they are read.
    package var smallestSavedList = 8_192
    package var tuning = EngineTuning()
    /// Steps that are left out so that a rig of the lab can show that it notices; empty everywhere else.
    package var omits: Set<ProtocolStep> = []
    /// Tells what a file is, from its descriptor and the name it had.
    package var examine: @Sendable (Int32, String?) throws -> MediaFacts
    /// Says why no file at all can be looked into; nil where ``examine`` and ``pictures`` work.
    ///
    /// The argument asks for a look that relies on nothing that was started before.
    package var readerProblem: @Sendable (_ isFresh: Bool) -> MediaWorkerError? = { _ in nil }
    /// Is told why a file of a program's was looked into by its header alone.
    package var tellReaderProblem: @Sendable (MediaWorkerError) -> Void = { _ in }
    /// Makes pictures of the file, or the pixels, behind a descriptor.
    package var pictures: @Sendable (Int32, PictureRequest) throws -> [Picture] = { _, _ in
        throw MediaWorkerError(.notFound)
    }
    /// Names what ``pictures`` decodes with: a file that it cannot decode is tried again when this is another.
    package var decoders: @Sendable () -> String = { "" }
    /// Bytes that previews may take on disk before large ones go, those used longest ago first.
    package var previewBudget: Int64 = 32 << 30
    /// The file systems and synchronised folders around the library.
    package var volumeEnvironment = VolumeEnvironment()
    /// Where local times without a zone are taken to be meant, in sidecars.
    package var zone = TimeZone.current
    /// Gives what unpacks archives, or says what it needs.
    package var unpacker: @Sendable () throws -> ArchiveUnpacker = {
        try ArchiveUnpacker(environment: ProcessInfo.processInfo.environment)
    }

    /// Whether the bell stays silent behind a commit, as where a process dies between the two; only tests say so.
    package var losesNotification: @Sendable () -> Bool = { false }
    /// Milliseconds after which observers look for commits though no bell rang.
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
    /// What a file is, or why it cannot become a resource.
    func facts(of descriptor: Int32, _ filename: String?) throws -> MediaFacts {
        do {
            return try examineAnyway(descriptor, filename)
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
    /// What a file is; by its header alone where the worker can be used for no file.
    ///
    /// A program's own request brings in a file that it knows, and goes on without the worker; imports and sweeps of folders
    /// refuse instead, see ``FactReader``.
    private func examineAnyway(_ descriptor: Int32, _ filename: String?) throws -> MediaFacts {
        do {
            return try examine(descriptor, filename)
        } catch let error as MediaWorkerError {
            guard let problem = readerProblem(true) else { throw error }
            tellReaderProblem(problem)
            return try MediaReader.headerFacts(of: descriptor, hint: filename, zone: zone)
        }
    }
}

/// Who is told of statements that took longer than a limit, in seconds.
package struct SlowStatements: Sendable {
    package var limit: Double
    package var tell: @Sendable (_ statement: String, _ seconds: Double) -> Void

    package init(
        limit: Double,
        tell: @escaping @Sendable (_ statement: String, _ seconds: Double) -> Void
    ) {
        self.limit = limit
        self.tell = tell
    }
}
