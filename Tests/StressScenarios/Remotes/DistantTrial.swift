import Crypto
import Foundation
import LibraryExercise
import PhotosMedia
import PhotosRemotes
import PhotosStore
import PhotosTestSupport

/// One library with a remote that lies and one that does not.
struct DistantTrial {
    struct Tally: Sendable {
        var lies = 0
        var released = 0
        var fetched = 0
        var violations: [String] = []

        mutating func add(_ other: Tally) {
            lies += other.lies
            released += other.released
            fetched += other.fetched
            violations += other.violations
        }
    }

    private let seed: UInt64
    private let isBroken: Bool
    private let liar: LyingPlace
    private let honest: LyingPlace
    /// The key of both remotes in every second trial.
    private let key: EncryptionKey?
    private let folder: TemporaryFolder
    private let clock = TestClock()
    private let library: Library
    private var random: SeededNumbers
    /// The bytes of a file of two parts.
    private let large: Data
    private var tally = Tally()

    init(seed: UInt64, isBroken: Bool) throws {
        self.seed = seed
        self.isBroken = isBroken
        let liar = LyingPlace(seed: seed, lyingIn: 0.4)
        let honest = LyingPlace(seed: seed)
        (self.liar, self.honest) = (liar, honest)
        let key = seed % 2 == 0 ? EncryptionKey() : nil
        self.key = key
        folder = try TemporaryFolder()
        random = SeededNumbers(seed: seed)
        var environment = EngineEnvironment.test(seed: seed, clock: clock)
        environment.smallestReleasedFile = 0
        environment.transfer = { transfer in
            try transfer.fetchObject { address, _ in
                Self.opened(address == "/liar" ? liar : honest, key)
            }
        }
        environment.readRange = { range in
            try range.readBytes { address, _ in
                Self.opened(address == "/liar" ? liar : honest, key)
            }
        }
        environment.look = { look in
            // A broken engine believes what its rows say.
            if isBroken {
                return ObjectLookAnswer(
                    marks: [look.name],
                    objects: Set(look.objects),
                    hasDatabase: true
                )
            }
            return try look.lookUpObjects { address, _ in
                Self.opened(address == "/liar" ? liar : honest, key)
            }
        }
        large = Self.largePicture(seed)
        environment.pictures = EngineEnvironment.smallPictures
        library = try Library.open(
            folder.url.appendingPathComponent("Lies.photolib", isDirectory: true),
            create: true,
            environment: environment
        )
        for (name, place) in [("liar", liar), ("honest", honest)] {
            try Self.claim(place, library, key)
            _ = try library.remotes.addRemote(
                RemoteRow(
                    uuid: library.environment.makeUUID(),
                    name: name,
                    address: "/" + name,
                    incarnation: library.identity.incarnation,
                    addedDate: library.environment.now()
                )
            )
        }
    }

    /// A picture of a little more than one part, most of which is behind its end.
    private static func largePicture(_ seed: UInt64) -> Data {
        var random = SeededNumbers(seed: seed)
        let noise = (0..<1_024).map { _ in random.next() }.withUnsafeBytes { Data($0) }
        var data = Data(TestJPEG(width: 8, height: 8, seed: 6).data())
        while data.count < PartHashes.size + 100_000 { data += noise }
        return data
    }

    private static func opened(_ place: LyingPlace, _ key: EncryptionKey?) -> any RemotePlace {
        key.map { EncryptedPlace(place, key: $0) } ?? place
    }

    /// Makes the library the owner of a place.
    ///
    /// A lie about the marker is no subject here.
    private static func claim(
        _ place: LyingPlace,
        _ library: Library,
        _ key: EncryptionKey?
    ) throws {
        let truthful = LyingPlace()
        try MarkerList(opened(truthful, key)).claimPlace(for: library)
        place.objects = truthful.objects
    }

    mutating func run() throws -> Tally {
        defer { library.close() }
        let markers = liar.objects
        let picture = ResourceSource(type: ResourceRole.photo, content: .data(large))
        try library.commit(
            .createAsset(
                AssetCreation(uuid: library.environment.makeUUID(), resources: [picture])
            )
        )
        for round in 0..<12 {
            try library.addPictures(4)
            for _ in 0..<3 {
                switch random.number(below: 3) {
                case 0: try sync("liar", liar)
                case 1: try sync("honest", honest)
                default: try fetch(round)
                }
            }
            try free(round)
            clock.advance(seconds: Double(random.number(below: 3 * 86_400)))
            // Its owner is told apart in other tests.
            for (name, data) in markers { liar.objects[name] = data }
        }
        try sync("honest", honest)
        try finish()
        tally.lies = liar.lies
        return tally
    }

    private func sync(_ name: String, _ place: LyingPlace) throws {
        guard let row = try library.remotes.all().first(where: { $0.name == name }) else { return }
        _ = try RemoteSync(library, remote: row, place: Self.opened(place, key)).run()
    }

    /// Frees space, and looks at once whether the bytes of each file that left are somewhere.
    private mutating func free(_ round: Int) throws {
        if isBroken {
            // What an engine would note that believed a remote's answers.
            for remote in try library.remotes.all() {
                let missing = try library.remotes.missingObjects(remote, after: 0, atMost: 1_000)
                try library.remotes.recordOutcomes(missing.map { ($0.object, .proved) }, in: remote)
                try library.remotes.noteDatabaseSent(
                    to: remote,
                    at: library.history.currentPosition()
                )
            }
        }
        let copies = random.chance(0.3) ? 2 : 1
        try library.space.setRule(
            SpaceRule(byteCount: Int64(random.number(below: 30_000)), copies: copies)
        )
        var left: [ReleaseCandidate] = []
        try library.space.freeSpace(released: { left.append($0) })
        tally.released += left.count
        for resource in try library.records.resources(left.map(\.resource)) {
            let holders = [liar, honest].filter { has($0, resource) }
            // The liar may lose a file after its proof. With one copy, that is what the rule allows.
            if holders.isEmpty, copies > 1 || liar.losses == 0 {
                tally.violations.append(
                    "seed \(seed), round \(round): \(resource.file) left, and no remote has it"
                )
            }
        }
    }

    /// Whether a place has the bytes of a resource at this moment, whatever it says.
    private func has(_ place: LyingPlace, _ resource: ResourceRecord) -> Bool {
        let truthful = LyingPlace()
        truthful.objects = place.objects
        let object = RemoteObject(checksum: resource.checksum, byteCount: resource.byteCount)
        let name = RemoteNames.original(resource.checksum)
        return
            (try? Self.opened(truthful, key).proveObject(
                name,
                expecting: object,
                watch: TransferWatch()
            )) != nil
    }

    private mutating func fetch(_ round: Int) throws {
        let away = try library.originals.elsewhere(library.originals.resourcesThatLeft())
        guard !away.isEmpty else { return }
        if let resource = away.first(where: { $0.byteCount == Int64(large.count) }) {
            if random.chance(0.4) { try readRanges(of: resource, "round \(round)") }
            if random.chance(0.3) { return try stream(resource, "round \(round)") }
        }
        try fetch(random.pick(away), "round \(round)")
    }

    /// Reads ranges of the large file, and compares them.
    private mutating func readRanges(of resource: ResourceRecord, _ context: String) throws {
        let reader = RangeReader(resource, in: library.transfers)
        for _ in 0..<3 {
            let start = random.number(below: large.count)
            let end = min(large.count, start + 1 + random.number(below: 50_000))
            do {
                let bytes = try reader.readRange(Int64(start)..<Int64(end), access: NetworkAccess())
                tally.fetched += 1
                if bytes != large[start..<end] {
                    tally.violations.append("seed \(seed), \(context): a range has other bytes")
                }
            } catch let error as StoreError where error.code == .networkFailed {
                continue
            }
        }
    }

    /// Fetches the large file, and compares its bytes as they come.
    private mutating func stream(_ resource: ResourceRecord, _ context: String) throws {
        let arrived = Collected<Data>()
        let access = NetworkAccess(arrived: { file in
            let offset = arrived.values.reduce(0) { $0 + $1.count }
            if let data = try? file.read(at: Int64(offset), atMost: .max) { arrived.add(data) }
        })
        do {
            try library.transfers.makeLocal([resource], access: access)
        } catch let error as StoreError where error.code == .networkFailed {}
        if !large.starts(with: arrived.values.reduce(Data(), +)) {
            tally.violations.append("seed \(seed), \(context): a stream has other bytes")
        }
        tally.fetched += 1
    }

    private mutating func fetch(_ resource: ResourceRecord, _ context: String) throws {
        do {
            try library.transfers.makeLocal([resource], access: NetworkAccess())
        } catch let error as StoreError where error.code == .networkFailed {
            return
        }
        tally.fetched += 1
        let data = try Data(contentsOf: library.layout.original(resource.file))
        if Array(SHA256.hash(data: data)) != resource.checksum {
            tally.violations.append("seed \(seed), \(context): \(resource.file) has other bytes")
        }
    }

    /// Everything that a remote has comes back, however often it must be asked.
    private mutating func finish() throws {
        for resource in try library.originals.resourcesThatLeft() {
            for _ in 0..<40 where try !library.originals.elsewhere([resource]).isEmpty {
                try fetch(resource, "at the end")
            }
            let isAway = try !library.originals.elsewhere([resource]).isEmpty
            if isAway, has(liar, resource) || has(honest, resource) {
                tally.violations.append("seed \(seed): \(resource.file) does not come back")
            }
        }
    }
}
