import Foundation
import OpenPhotoKit
import Photos
import PhotosStore
import PhotosTestSupport

/// Does the same by chance with two libraries, and compares what comes of it.
struct TwinScript {
    private var twins: [Twin]
    private var generator: SeededNumbers
    /// Assets that both libraries have, some of them selected.
    private var shared: [UUID]
    private var selected: Set<UUID>
    /// Identifiers that mean something in one of them, or in none.
    private let strangers: [UUID]
    private let cloudNames: [String]
    private var moments: [[PHPersistentChangeToken]] = []
    private(set) var visibleChanges = 0

    struct Outcome {
        var call: String
        /// How the answers differ; nil when they do not.
        var difference: String?
    }

    init(seed: UInt64, _ folder: URL, fault: Twin.Fault?) throws {
        var generator = SeededNumbers(seed: seed)
        var twins: [Twin] = []
        for name in ["A", "B"] {
            twins.append(
                try Twin(
                    folder.appendingPathComponent("\(name).photolib", isDirectory: true),
                    seed: seed,
                    outside: generator.next(),
                    fault: fault
                )
            )
        }
        let shared = (0..<14).map { _ in generator.uuid() }
        let selected = Set(shared.prefix(8))
        for index in twins.indices {
            try twins[index].live(generator.number(below: 8), with: [])
            for (number, uuid) in shared.enumerated() {
                try twins[index].owner.commit(Self.sharedPicture(uuid, number))
                if generator.chance(0.3) { try twins[index].live(1, with: []) }
            }
            try twins[index].owner.clients.setAccess(
                .limited,
                for: .readWrite,
                of: Twin.application
            )
            try twins[index].owner.clients.select(adding: Array(selected), for: Twin.application)
        }
        strangers =
            twins.flatMap { $0.hiddenAssets.prefix(4) + $0.hiddenCollections.prefix(3) }
            + [generator.uuid()]
        cloudNames = twins.flatMap { twin in
            let names = (twin.hiddenAssets.prefix(3) + shared).map {
                LocalIdentifier(uuid: $0, kind: .asset).description
            }
            return PHPhotoLibrary(twin.owner).cloudIdentifierMappings(forLocalIdentifiers: names)
                .values.compactMap { try? $0.get().archivalStringValue }.sorted()
        }
        self.twins = twins
        self.generator = generator
        self.shared = shared
        self.selected = selected
        try mark()
    }

    /// A picture that is the same in both, its name included, which otherwise is one of chance.
    private static func sharedPicture(_ uuid: UUID, _ number: Int) -> Mutation {
        var update = AssetUpdate()
        update.values = [
            .creationDate: .real(Double(number % 5) * 1_000),
            .caption: .text("caption \(number % 3)"),
        ]
        var resource = ResourceSource.picture(seed: UInt8(number))
        resource.filename = "IMG_\(number).JPG"
        return .createAsset(AssetCreation(uuid: uuid, resources: [resource], update: update))
    }

    /// Ends the use of both, and says what a check of them found.
    func finish() throws -> [String] {
        let findings = try twins.flatMap { try LibraryCheck($0.owner).run().findings }
        for twin in twins { twin.finish() }
        return findings.map { "the check found \($0)" }
    }

    // MARK: Steps

    mutating func step() throws -> Outcome {
        try liveOutside()
        if generator.chance(0.25) { try changeSelection() }
        let kind = TwinCall.allCases[generator.number(below: TwinCall.allCases.count)]
        let plan = TwinCall.Plan(seed: generator.next())
        var answers: [String] = []
        for index in twins.indices {
            answers.append(
                try kind.answer(
                    of: &twins[index],
                    plan,
                    .init(
                        shared: shared,
                        strangers: strangers,
                        cloudNames: cloudNames,
                        moments: moments.map { $0[index] }
                    )
                )
            )
        }
        if kind.changes { visibleChanges += 1 }
        if generator.chance(0.1) { try mark() }
        guard answers[0] != answers[1] else { return Outcome(call: kind.rawValue, difference: nil) }
        return Outcome(call: kind.rawValue, difference: Self.difference(answers[0], answers[1]))
    }

    /// The first line that is not the same.
    private static func difference(_ left: String, _ right: String) -> String {
        let lefts = left.split(separator: "\n", omittingEmptySubsequences: false)
        let rights = right.split(separator: "\n", omittingEmptySubsequences: false)
        for (left, right) in zip(lefts, rights) where left != right {
            return "“\(left)” in one, “\(right)” in the other"
        }
        return "\(lefts.count) lines in one, \(rights.count) in the other"
    }

    /// Something else in each library, that the client must not notice.
    private mutating func liveOutside() throws {
        for index in twins.indices where generator.chance(0.5) {
            try twins[index].live(generator.number(below: 4), with: shared)
        }
    }

    /// The same in both libraries, that the client must notice alike.
    private mutating func changeSelection() throws {
        visibleChanges += 1
        let some = generator.some(of: shared, atMost: 3)
        let kind = generator.number(below: 7)
        let rating = Int64(generator.number(below: 6))
        let seconds = Double(generator.number(below: 5_000))
        var refusals: [String] = []
        for twin in twins {
            twin.clock.advance(seconds: seconds)
            let present = try twin.owner.records.rows(of: some, in: .asset)
            let there = some.filter { present[$0] != nil }
            // What is refused, as a change of what is in Recently Deleted, is refused in both.
            let change: () throws -> Void = {
                switch kind {
                case 0: try twin.owner.clients.select(adding: there, for: Twin.application)
                case 1: try twin.owner.clients.select(removing: there, for: Twin.application)
                case 2: try twin.owner.commit(.deleteAssets(there))
                case 3: try twin.owner.commit(.restoreAssets(there))
                case 4 where rating == 0: try twin.owner.commit(.purgeAssets(there))
                case 5 where rating == 0:
                    try twin.owner.clients.setAccess(.denied, for: .readWrite, of: Twin.application)
                    try twin.owner.clients.setAccess(
                        .limited,
                        for: .readWrite,
                        of: Twin.application
                    )
                    try twin.owner.clients.select(adding: there, for: Twin.application)
                default:
                    try twin.owner.commits.commit(
                        ChangeBlock(there.map { .set($0, [.rating: .integer(rating)]) })
                    )
                }
            }
            refusals.append(TwinText.failure(change))
        }
        guard refusals.allSatisfy({ $0 == refusals[0] }) else {
            throw TwinFault.uneven(refusals)
        }
    }

    private mutating func mark() throws {
        moments.append(twins.map(\.client.currentChangeToken))
        for index in twins.indices {
            let held = try twins[index].store.records.fetch(
                TwinCall.heldPlan(moments.count),
                anew: true
            )
            twins[index].held.append(held)
            if twins[index].held.count > 12 { twins[index].held.removeFirst() }
        }
        if moments.count > 12 { moments.removeFirst() }
    }
}

/// The scenario itself is at fault: it did not do the same with both libraries.
enum TwinFault: Error {
    case uneven([String])
}

extension SeededNumbers {
    mutating func uuid() -> UUID {
        let bytes = withUnsafeBytes(of: (next(), next())) { Array($0) }
        return UUID(bytes: bytes) ?? UUID()
    }
}
