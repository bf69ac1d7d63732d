import Foundation
import LibraryExercise
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

@testable import StressScenarios

@Suite(
    .permit,
    .serialized,
    .enabled(if: PowerCutsScenario().obstacle() == nil, "no file system can be cut off here")
)
struct PowerCutsTests {
    private func report(
        cuts: Int,
        omitting step: ProtocolStep? = nil
    ) async throws -> ScenarioReport {
        let folder = try TemporaryFolder()
        let scenario = step.map { PowerCutsScenario(omitting: $0) } ?? PowerCutsScenario()
        return try await scenario.run(
            ScenarioOrder(
                length: .short,
                count: cuts,
                seed: 3,
                folder: folder.url,
                isBroken: step != nil
            )
        )
    }

    @Test func `a few cuts find nothing`() async throws {
        let report = try await report(cuts: 6)
        #expect(report.counts.first?.number == 6)
        #expect(report.violations.isEmpty, "\(report.violations.joined(separator: "\n"))")
    }

    @Test(.plants(in: "power-cuts"), arguments: [ProtocolStep.syncFiles, .syncCommits])
    func `planted: a step that is left out loses something`(_ step: ProtocolStep) async throws {
        let report = try await report(cuts: 8, omitting: step)
        #expect(!report.violations.isEmpty)
    }
}

@Suite(.permit) struct LedgerTests {
    private let asset = UUID()

    @Test func `a block that nobody knows of may be there or not`() {
        let account = Ledger.Account([
            .state(LedgerState()),
            .intent([.create(asset, caption: "a", original: "01")]),
            .acknowledged(sequence: 4, mark: 9),
            .intent([.set(asset, caption: "b", isFavorite: true)]),
        ])
        #expect(account.acknowledged == 1)
        #expect(account.state.assets[asset]?.caption == "a")
        #expect(account.possible.map(\.assets[asset]?.caption) == ["b"])
    }

    @Test func `what is acknowledged when the power is off may be there or not`() {
        let account = Ledger.Account([
            .state(LedgerState()),
            .intent([.create(asset, caption: "a", original: "01")]),
            .cut,
            .acknowledged(sequence: 4, mark: 9),
            .intent([.purge([asset])]),
        ])
        #expect(account.acknowledged == 0 && account.state.assets.isEmpty)
        #expect(account.possible.map(\.assets.count) == [1, 0])
        #expect(account.assets == [asset])
    }

    @Test func `a refused block counts as what it was found to be`() {
        let steps: [LedgerStep] = [.create(asset, caption: "a", original: "01")]
        for isThere in [true, false] {
            let account = Ledger.Account([
                .state(LedgerState()), .intent(steps), .refused(isThere: isThere),
            ])
            #expect(account.state.assets.isEmpty == !isThere)
            #expect(account.possible.isEmpty && account.acknowledged == 0)
        }
    }

    @Test func `an audit notices a change that is not there, and one that nobody promised`() throws
    {
        let folder = try TemporaryFolder()
        let library = folder.url.appendingPathComponent("Library.photolib")
        let file = folder.url.appendingPathComponent("ledger")
        try Ledger.begin(file, LedgerState())
        var writer = try LedgerWriter(
            library: library,
            ledger: file,
            seed: 5,
            environment: .test(seed: 5)
        )
        #expect(try writer.run(blocks: 30) == .done)
        var account = try Ledger.read(file)
        #expect(account.acknowledged == 30)
        let sound = try LedgerAudit.reach(library, [account])
        #expect(sound.lost.isEmpty && sound.findings.isEmpty, "\(sound)")
        #expect(sound.states == [account.state])

        let one = try #require(account.state.visible.first)
        account.state.assets[one]?.caption = "something else"
        #expect(try !LedgerAudit.reach(library, [account]).lost.isEmpty)
        account.state.assets[one] = nil
        account.state.members.removeAll { $0 == one }
        #expect(try !LedgerAudit.reach(library, [account]).lost.isEmpty)
        account = try Ledger.read(file)
        account.positions.append((sequence: 1_000, mark: 1))
        #expect(try !LedgerAudit.reach(library, [account]).lost.isEmpty)
    }
}
