package import Foundation
import PhotosMedia
package import PhotosStore
import PhotosTestSupport

/// One run of an operation in a process of its own, each block of it acknowledged.
package struct OperationRun {
    /// What a caller of the library sees when the system refuses, as the program's exit codes.
    package enum Outcome: Int32, Sendable {
        case done = 0
        /// A typed error, after which reading goes on.
        case refused = 3
        case untypedError = 4
        case unreadable = 5
        case openingRefused = 6
    }

    private let operation: LibraryOperation
    private let library: URL
    private let acknowledgements: Acknowledgements
    private let source: URL
    private let environment: EngineEnvironment
    private let limit: Int
    private let triesAgain: Bool
    private let removesEarly: Bool
    private let settles: Bool

    /// - Parameters:
    ///   - operation: What is done.
    ///   - library: To which library.
    ///   - acknowledgements: Where each block is noted.
    ///   - source: The picture that is imported; the folder `import` beside it is that of whole folders.
    ///   - environment: What the engine works with.
    ///   - limit: How many blocks are carried out at most.
    ///   - triesAgain: Carries a refused block out once more, as callers do when there is space again.
    ///   - removesEarly: Removes the files of deleted assets itself before a purge begins, as an engine does that leaves
    ///     out ``ProtocolStep/unlinkAfterCommit``.
    ///   - settles: Waits for the checkpoints of each block after its acknowledgement.
    package init(
        _ operation: LibraryOperation,
        library: URL,
        acknowledgements: Acknowledgements,
        source: URL,
        environment: EngineEnvironment,
        limit: Int = .max,
        triesAgain: Bool = false,
        removesEarly: Bool = false,
        settles: Bool = false
    ) {
        self.operation = operation
        self.library = library
        self.acknowledgements = acknowledgements
        self.source = source
        self.environment = environment
        self.limit = limit
        self.triesAgain = triesAgain
        self.removesEarly = removesEarly
        self.settles = settles
    }

    /// - Throws: when the operation cannot be begun at all.
    package func run() throws -> Outcome {
        if operation.isOpening { acknowledgements.begin() }
        let store: Library
        do {
            store = try Library.open(library, environment: environment)
        } catch  where Self.isTyped(error) {
            return .openingRefused
        } catch {
            return .untypedError
        }
        if operation.isOpening {
            acknowledgements.acknowledge(1)
            store.close()
            return .done
        }
        let blocks = try operation.blocks(store, source)
        acknowledgements.begin()
        if removesEarly, operation == .purge { try removeFilesOfDeletedAssets(store) }
        var outcome = Outcome.done
        for (index, block) in blocks.prefix(limit).enumerated() {
            do {
                try block()
            } catch {
                outcome = verdict(error, store)
                guard outcome == .refused, triesAgain else { return outcome }
                do { try block() } catch { return verdict(error, store) }
            }
            acknowledgements.acknowledge(index + 1)
            if settles { store.core.waitForCheckpoints() }
        }
        store.close()
        return outcome
    }

    private func removeFilesOfDeletedAssets(_ store: Library) throws {
        let records = try store.records.assets(try store.records.fetch(FetchPlan(.assets)).rows)
            .records
        let deleted = records.filter { $0.value.trashedDate != nil }.keys
        for resource in try store.records.resources(ofAssets: deleted).values.joined() {
            unlink(store.layout.original(resource.file).path)
        }
    }

    private func verdict(_ error: any Error, _ store: Library) -> Outcome {
        guard Self.isTyped(error) else { return .untypedError }
        return Self.isReadable(store) ? .refused : .unreadable
    }

    private static func isTyped(_ error: any Error) -> Bool {
        error is StoreError || error is MediaWorkerError
    }

    private static func isReadable(_ store: Library) -> Bool {
        guard let snapshot = try? store.records.fetch(FetchPlan(.assets)),
            let assets = try? store.records.assets(snapshot.rows).records
        else { return false }
        return assets.count == snapshot.rows.count && !assets.isEmpty
    }
}
