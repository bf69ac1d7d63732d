import Foundation
import LibraryExercise
import OpenPhotoKit
import Photos
import PhotosStore
import PhotosTestSupport

/// Tokens that are wrong in every way are refused with the reason, and those that are right tell everything.
package struct TokensScenario: Scenario {
    package let name = "tokens"
    package let summary =
        "wrong tokens get a typed error each; what happened since a right one leads to what there is"
    package let promises = ["P5"]
    package let unit = "tokens"

    package init() {}

    package func count(of length: StressLength) -> Int { length == .short ? 1_000 : 100_000 }

    package func run(_ order: ScenarioOrder) async throws -> ScenarioReport {
        try TokensRun(order).report()
    }
}

private final class TokensRun {
    private let order: ScenarioOrder
    private var chance: SeededNumbers
    private let library: Library
    private let photos: PHPhotoLibrary
    private var blocks: BlockGenerator
    private let foreign: Library
    private let restored: Library
    /// Of the library, from before it was copied and since.
    private var tokens: [ChangeToken] = []
    /// From before the history was pruned.
    private let expired: [ChangeToken]
    private var replicas: [HistoryReplica] = []
    private var refused = 0
    private var followed = 0
    private var violations: [String] = []

    init(_ order: ScenarioOrder) throws {
        self.order = order
        chance = SeededNumbers(seed: order.seed)
        let folder = order.folder.appendingPathComponent("Tokens.photolib", isDirectory: true)
        let library = try Library.open(
            folder,
            create: true,
            environment: .test(seed: order.seed)
        )
        self.library = library
        photos = PHPhotoLibrary(library)
        blocks = BlockGenerator(library, seed: order.seed)
        try blocks.populate()
        func here() throws -> ChangeToken {
            library.history.token(for: try library.history.currentPosition())
        }
        var old: [ChangeToken] = []
        for _ in 0..<8 {
            old.append(try here())
            _ = try library.addAlbum("Old")
        }
        try library.history.pruneHistory(through: try library.history.currentPosition().sequence)
        expired = old
        for _ in 0..<4 {
            _ = try blocks.commit()
            tokens.append(try here())
        }
        try library.core.checkpoint(truncating: true)
        let copy = order.folder.appendingPathComponent("Restored.photolib", isDirectory: true)
        try FileManager.default.copyItem(at: folder, to: copy)
        restored = try Library.open(copy, environment: .test(seed: order.seed &+ 2))
        foreign = try Library.temporary(seed: order.seed &+ 3)
        _ = try foreign.addAlbum()
    }

    func report() throws -> ScenarioReport {
        var number = 0
        while number < order.count, !order.isOver, violations.count < 20 {
            number += 1
            if number % 10 == 0 { try follow(number) } else { try refuse(number) }
        }
        for library in [library, restored, foreign] { library.close() }
        return ScenarioReport(
            counts: [
                .init("tokens", refused + followed), .init("refused", refused),
                .init("followed", followed),
            ],
            violations: violations
        )
    }

    // MARK: Wrong tokens

    private func refuse(_ number: Int) throws {
        let wrong = try WrongToken.make(
            &chance,
            WrongToken.Sources(
                library: library,
                foreign: foreign,
                restored: restored,
                tokens: tokens,
                expired: expired
            )
        )
        let context = "token \(number) of seed \(order.seed), \(wrong.kind)"
        refused += 1
        do {
            let changes = try ask(wrong.token, of: wrong.isForRestored ? restored : library)
            violations.append("\(context): was taken, and told \(changes) changes")
        } catch let error as PHPhotosError {
            let problem = error.tokenProblem
            guard error.code == .persistentChangeTokenExpired, problem == wrong.problem else {
                violations.append(
                    "\(context): refused with \(error.code) for \(problem.map { "\($0)" } ?? "no reason"), not for \(wrong.problem)"
                )
                return
            }
        } catch {
            violations.append("\(context): \(error) is no error of the API")
        }
    }

    /// How many changes the library tells since a token, by one of the ways in which a token may come.
    private func ask(_ token: ChangeToken, of store: Library) throws -> Int {
        if order.isBroken {
            // A check left out: whoever read the place without its seal would take this one.
            let bytes = token.bytes + [UInt8](repeating: 0, count: 33)
            let number = bytes[13..<21].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            let position = LogPosition(sequence: Int64(bitPattern: number), mark: 0)
            let changes = try store.history.changes(after: position.sequence, upTo: .max)
            return changes.count
        }
        let api = PHPhotoLibrary(store)
        var given = PHPersistentChangeToken(token)
        switch chance.number(below: 3) {
        case 0:
            let data = try NSKeyedArchiver.archivedData(
                withRootObject: given,
                requiringSecureCoding: true
            )
            let read = try NSKeyedUnarchiver.unarchivedObject(
                ofClass: PHPersistentChangeToken.self,
                from: data
            )
            guard let read else { throw Fault("an archived token did not come back") }
            given = read
        case 1 where token.bytes.count < 60:
            guard let read = PHPersistentChangeToken(string: given.stringValue) else {
                throw Fault("a written token did not come back")
            }
            given = read
        default: break
        }
        return Array(try api.fetchPersistentChanges(since: given)).count
    }

    // MARK: Right tokens

    /// What happened since a moment leads from what there was to what there is.
    private func follow(_ number: Int) throws {
        replicas.append(HistoryReplica(photos))
        for _ in 0...chance.number(below: 3) { _ = try blocks.commit() }
        tokens.append(library.history.token(for: try library.history.currentPosition()))
        if tokens.count > 64 { tokens.removeFirst(32) }
        guard replicas.count > chance.number(below: 6) else {
            followed += 1
            return
        }
        var replica = replicas.remove(at: chance.number(below: replicas.count))
        do {
            try replica.catchUp()
            try replica.compare()
        } catch {
            violations.append("token \(number) of seed \(order.seed), a right one: \(error)")
        }
        followed += 1
    }
}
