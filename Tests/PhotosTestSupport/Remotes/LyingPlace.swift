import Crypto
package import Foundation
import PhotosBase
package import PhotosRemotes
package import PhotosStore
import Synchronization

/// A place in memory that lies as services and disks do; one mutex guards its objects and its numbers, the others its disk and
/// the names that its lists lack.
package final class LyingPlace: RemotePlace {
    package enum Lie: CaseIterable, Sendable {
        /// Says that it stored the bytes, and did not.
        case storesNothing
        /// Stores the beginning alone.
        case cutsOff
        /// Stores other bytes of the same number.
        case swaps
        /// Stores the bytes, and says that it failed.
        case failsLate
        /// Fails, as a connection that ends.
        case fails
        /// Loses another object.
        case losesAnother
        /// Hands out other bytes than it has.
        case readsWrongly

        fileprivate static let ofStoring = allCases.filter { $0 != .readsWrongly }
    }

    private struct State {
        var objects: [String: Data] = [:]
        var random: SeededNumbers
        var puts = 0
        var gets = 0
        var ranges = 0
        var proofs = 0
        var lies = 0
        var losses = 0
    }

    private let state: Mutex<State>
    private let disk = Mutex<Set<String>>([])
    private let hidden = Mutex<Set<String>>([])
    private let part: Double
    package let parallelism = 3

    /// Makes an empty place, of whose calls a part from 0 to 1 lies.
    package init(seed: UInt64 = 1, lyingIn part: Double = 0) {
        state = Mutex(State(random: SeededNumbers(seed: seed)))
        self.part = part
    }

    package var objects: [String: Data] {
        get { state.withLock { $0.objects } }
        set { state.withLock { $0.objects = newValue } }
    }

    /// The number of objects that were sent.
    package var puts: Int { state.withLock { $0.puts } }

    /// The number of objects that were fetched.
    package var gets: Int { state.withLock { $0.gets } }

    /// The number of ranges that were read.
    package var ranges: Int { state.withLock { $0.ranges } }

    /// The number of objects that were read back.
    package var proofs: Int { state.withLock { $0.proofs } }

    /// The number of calls that lied.
    package var lies: Int { state.withLock { $0.lies } }

    /// The number of objects that it lost after it had stored them.
    package var losses: Int { state.withLock { $0.losses } }

    private func lie(_ state: inout State, among kinds: [Lie]) -> Lie? {
        guard state.random.chance(part) else { return nil }
        state.lies += 1
        return state.random.pick(kinds)
    }

    package func putObject(
        _ name: String,
        from file: URL,
        byteCount: Int64,
        checksum: [UInt8]?,
        watch: TransferWatch
    ) throws {
        try watch.check()
        let data = try Data(contentsOf: file)
        let isStated = checksum.map { $0 == Array(SHA256.hash(data: data)) } != false
        guard data.count == byteCount, isStated else {
            throw RemoteFailure(.changed, "The file has other bytes.")
        }
        try state.withLock { state in
            if let present = state.objects[name] {
                guard present.count == data.count else {
                    throw RemoteFailure(.differs, "\(name) has another size.")
                }
                return
            }
            state.puts += 1
            switch lie(&state, among: Lie.ofStoring) {
            case .storesNothing: break
            case .cutsOff: state.objects[name] = data.prefix(data.count / 2)
            case .swaps: state.objects[name] = Data(data.map { $0 ^ 1 })
            case .failsLate:
                state.objects[name] = data
                throw RemoteFailure(.cutOff, "The connection ended.")
            case .fails: throw RemoteFailure(.stalled, "Nothing came.")
            case .losesAnother:
                let names = state.objects.keys.sorted().filter {
                    $0.hasPrefix(RemoteNames.originals)
                }
                if !names.isEmpty {
                    state.objects[state.random.pick(names)] = nil
                    state.losses += 1
                }
                state.objects[name] = data
            case .readsWrongly, nil: state.objects[name] = data
            }
        }
        watch.moved(byteCount)
    }

    package func getObject(
        _ name: String,
        to file: URL,
        expecting object: RemoteObject,
        watch: TransferWatch
    ) throws {
        try watch.check()
        state.withLock { $0.gets += 1 }
        let data = try bytes(name, object)
        watch.moved(Int64(data.count))
        try data.write(to: file)
    }

    package func size(of name: String) throws -> Int64? {
        state.withLock { $0.objects[name].map { Int64($0.count) } }
    }

    /// The disk on which the place says that it is.
    package var diskMarks: Set<String> { disk.withLock { $0 } }

    /// Leaves names out of its lists, as a service whose lists come late.
    package func hideFromLists(_ names: Set<String>) { hidden.withLock { $0 = names } }

    /// Says on which disk the place is.
    package func setDisk(_ mark: String) { disk.withLock { $0 = [mark] } }

    package func proveObject(
        _ name: String,
        expecting object: RemoteObject,
        hashesParts: Bool,
        watch: TransferWatch
    ) throws -> PartHashes? {
        state.withLock { $0.proofs += 1 }
        let data = try bytes(name, object)
        guard hashesParts else { return nil }
        var hasher = PartHasher()
        hasher.add(data)
        return hasher.finish(object)
    }

    package func readObject(
        _ name: String,
        range: Range<Int64>,
        of object: RemoteObject,
        watch: TransferWatch
    ) throws -> Data {
        try watch.check()
        state.withLock { $0.ranges += 1 }
        let data = try said(name)
        guard range.upperBound <= Int64(data.count) else {
            throw RemoteFailure(.differs, "\(name) has another size.")
        }
        watch.moved(Int64(range.count))
        return Data(data[Int(range.lowerBound)..<Int(range.upperBound)])
    }

    package func streamObject(
        _ name: String,
        byteCount: Int64,
        watch: TransferWatch,
        body: (ArraySlice<UInt8>) throws -> Void
    ) throws {
        try watch.check()
        state.withLock { $0.gets += 1 }
        let data = try said(name)
        guard data.count == byteCount else {
            throw RemoteFailure(.differs, "\(name) has another size.")
        }
        // Pieces whose ends are not those of chunks.
        for start in stride(from: 0, to: data.count, by: 100_003) {
            try body(Array(data[start..<min(start + 100_003, data.count)])[...])
        }
        watch.moved(byteCount)
    }

    private func bytes(_ name: String, _ object: RemoteObject) throws -> Data {
        let data = try said(name)
        guard Array(SHA256.hash(data: data)) == object.checksum else {
            throw RemoteFailure(.differs, "\(name) has other bytes.")
        }
        return data
    }

    private func said(_ name: String) throws -> Data {
        let data = try state.withLock { state -> Data? in
            switch lie(&state, among: [.fails, .readsWrongly]) {
            case .fails: throw RemoteFailure(.cutOff, "The connection ended.")
            case .readsWrongly: state.objects[name].map { Data($0.map { $0 ^ 2 }) }
            default: state.objects[name]
            }
        }
        guard let data else { throw RemoteFailure(.missing, "\(name) is not there.") }
        return Data(data)
    }

    package func readObject(_ name: String, atMost limit: Int64) throws -> Data {
        guard let data = objects[name] else { throw RemoteFailure(.missing, name) }
        guard data.count <= limit else { throw RemoteFailure(.differs, name) }
        return data
    }

    package func listObjects(
        withPrefix prefix: String,
        body: (_ name: String, _ byteCount: Int64) throws -> Void
    ) throws {
        let hidden = hidden.withLock { $0 }
        for (name, data) in objects where name.hasPrefix(prefix) && !hidden.contains(name) {
            try body(name, Int64(data.count))
        }
    }

    package func removeObject(_ name: String) throws { state.withLock { $0.objects[name] = nil } }
    package func probe() throws {}
    package func warning(for library: Library) -> String? { nil }
}
