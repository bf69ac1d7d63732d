import Crypto
package import Foundation
package import PhotosStore
import PhotosTestSupport

/// Changes its own part of a library by chance, block after block, and keeps a ledger of what it was promised.
package struct LedgerWriter {
    package enum Outcome: Int32, Sendable {
        case done = 0
        /// A typed error, after which reading goes on or fails with another one.
        case refused = 3
        case untypedError = 4
        /// A block is there in part.
        case partial = 7
    }

    private let store: Library
    private let ledger: Ledger
    private var state: LedgerState
    private var random: SeededNumbers
    private let largestFile: Int
    private let isHasty: Bool
    /// So many assets a writer keeps at most, so that libraries of long runs stay small.
    private let mostAssets = 40

    /// Opens the library, and makes it when there is none.
    ///
    /// - Parameters:
    ///   - library: Where the changes go.
    ///   - ledger: A file with at least the state to begin with.
    ///   - seed: What chance decides comes from it.
    ///   - largestFile: Bytes of the largest pictures.
    ///   - isHasty: Notes each block as acknowledged before it is, so that a scenario can show that it notices.
    ///   - environment: What the engine works with.
    /// - Throws: `StoreError` when the library cannot be opened, ``Fault`` when the ledger cannot be used.
    package init(
        library: URL,
        ledger: URL,
        seed: UInt64,
        largestFile: Int = 20_000,
        isHasty: Bool = false,
        environment: EngineEnvironment
    ) throws {
        state = try Ledger.read(ledger).state
        self.ledger = try Ledger(appendingTo: ledger)
        self.largestFile = largestFile
        self.isHasty = isHasty
        random = SeededNumbers(seed: seed)
        store = try Library.open(library, create: true, environment: environment)
    }

    /// Carries out blocks.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - afterRefusal: Asked with the error when a block is refused, whether to go on.
    /// - Returns: how it ended.
    /// - Throws: ``Fault`` when the ledger cannot be written.
    package mutating func run(
        blocks count: Int,
        afterRefusal: (StoreError) -> Bool = { _ in false }
    ) throws -> Outcome {
        for _ in 0..<count {
            let (steps, mutations) = block()
            try ledger.write(.intent(steps))
            do {
                if isHasty { try ledger.write(.acknowledged(sequence: 0, mark: 0)) }
                let position = try store.commits.commit(ChangeBlock(mutations)).position
                state.apply(steps)
                if isHasty { continue }
                try ledger.write(
                    .acknowledged(sequence: position.sequence, mark: position.mark)
                )
            } catch let error as StoreError {
                let outcome = try settle(steps)
                guard outcome == .refused, afterRefusal(error) else { return outcome }
            } catch let fault as Fault {
                throw fault
            } catch {
                return .untypedError
            }
            try? tidyUp()
        }
        store.close()
        return .done
    }

    /// Looks whether a refused block is there.
    private mutating func settle(_ steps: [LedgerStep]) throws -> Outcome {
        var next = state
        next.apply(steps)
        let uuids = Set(state.assets.keys).union(next.assets.keys)
        let present: LedgerState
        do {
            present = try LedgerState.read(store, assets: uuids, album: next.album ?? state.album)
        } catch is StoreError {
            return .refused
        } catch {
            return .untypedError
        }
        if present.holdsSame(as: state) {
            try ledger.write(.refused(isThere: false))
        } else if present.holdsSame(as: next) {
            state = next
            try ledger.write(.refused(isThere: true))
        } else {
            return .partial
        }
        return .refused
    }

    private mutating func tidyUp() throws {
        switch random.number(below: 200) {
        case 0: try store.core.checkpoint(truncating: true)
        case 1, 2: try store.core.checkpoint(truncating: false)
        case 3:
            let last = try store.history.currentPosition().sequence
            if last > 300 { try store.history.pruneHistory(through: last - 200) }
        default: break
        }
    }

    // MARK: Blocks of chance

    private mutating func block() -> ([LedgerStep], [Mutation]) {
        var steps: [LedgerStep] = []
        var mutations: [Mutation] = []
        var free = state.visible
        free.shuffle(using: &random)
        // Once there are many, those in Recently Deleted go first.
        var surplus = state.assets.count > mostAssets ? state.trashed : []
        surplus.shuffle(using: &random)
        for _ in 0...random.number(below: 3) {
            let (step, mutation) = request(&free, &surplus)
            steps.append(step)
            mutations.append(mutation)
        }
        return (steps, mutations)
    }

    /// A request about assets that no other request of the block names.
    private mutating func request(
        _ free: inout [UUID],
        _ surplus: inout [UUID]
    ) -> (LedgerStep, Mutation) {
        guard state.assets.count >= 4, free.count >= 2 else { return create() }
        if !surplus.isEmpty, random.chance(0.5) { return purge(&surplus) }
        switch random.number(below: 100) {
        case ..<26: return create()
        case ..<60:
            let uuid = free.removeLast()
            let caption = random.chance(0.2) ? nil : "Caption \(random.number(below: 1_000))"
            let isFavorite = random.chance(0.5)
            let text: FieldValue = caption.map { .text($0) } ?? .null
            return (
                .set(uuid, caption: caption, isFavorite: isFavorite),
                .set(uuid, [.caption: text, .isFavorite: .flag(isFavorite)])
            )
        case ..<68:
            let uuid = free.removeLast()
            let (bytes, checksum) = picture()
            return (
                .edit(uuid, rendering: checksum),
                .edit(
                    uuid,
                    [ResourceSource(type: ResourceRole.fullSizePhoto, content: .data(bytes))]
                )
            )
        case ..<72:
            let uuid = free.removeLast()
            return (.revert(uuid), .revert(uuid))
        case ..<82:
            let uuids = take(2, &free)
            return (.trash(uuids), .deleteAssets(uuids))
        case ..<90: return purge(&free)
        default: return member(&free)
        }
    }

    private mutating func create() -> (LedgerStep, Mutation) {
        let uuid = store.environment.makeUUID()
        let (bytes, checksum) = picture()
        let caption = "New \(random.number(below: 1_000))"
        var update = AssetUpdate()
        update.values = [.caption: .text(caption)]
        let source = ResourceSource(type: ResourceRole.photo, content: .data(bytes))
        return (
            .create(uuid, caption: caption, original: checksum),
            .createAsset(AssetCreation(uuid: uuid, resources: [source], update: update))
        )
    }

    private mutating func purge(_ free: inout [UUID]) -> (LedgerStep, Mutation) {
        let uuids = take(2, &free)
        return (.purge(uuids), .purgeAssets(uuids))
    }

    private mutating func member(_ free: inout [UUID]) -> (LedgerStep, Mutation) {
        guard let album = state.album else {
            let album = store.environment.makeUUID()
            // The album of a block is known to the next one.
            return (.makeAlbum(album), .createCollection(album, .album, title: "Own"))
        }
        let uuids = take(2, &free)
        if random.chance(0.4), uuids.allSatisfy(state.members.contains) {
            return (.take(uuids), .members(album, .remove(uuids)))
        }
        return (.append(uuids), .members(album, .append(uuids)))
    }

    private mutating func take(_ count: Int, _ free: inout [UUID]) -> [UUID] {
        let uuids = Array(free.suffix(count))
        free.removeLast(uuids.count)
        return uuids
    }

    /// A picture that no other is like.
    private mutating func picture() -> (Data, String) {
        var bytes = Self.picture
        withUnsafeBytes(of: (random.next(), random.next())) { bytes.append(contentsOf: $0) }
        let rest = random.number(below: max(1, largestFile))
        bytes.append(contentsOf: repeatElement(UInt8(truncatingIfNeeded: rest), count: rest))
        return (bytes, LedgerState.digits(SHA256.hash(data: bytes)))
    }

    private static let picture = Data(TestJPEG(width: 8, height: 8, seed: 5).data())
}
