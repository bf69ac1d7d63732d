import Foundation
import LibraryExercise
import Photos
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Random blocks of three processes on one library, two programs and the tests themselves.
///
/// What it proves: in each process, whatever the others do meanwhile, the details of every change lead from the list
/// before to the list after, for fifteen fetch results; when all are quiet, fresh fetches agree with the followed
/// lists, what was reported changed is exactly what differs, and a replica fed by the history alone equals the
/// library. At the end the library passes its own check. A failure prints its seed.
@Suite(.permit) struct ManyProcessesTests {
    private static let blocksBetweenQuiets = 25

    @Test func `three processes change one library and follow each other`() throws {
        let settings = ExerciseSettings(defaultBlocks: 300)
        do {
            print("processes: seed \(settings.seed), \(try exercise(settings))")
        } catch {
            Issue.record("seed \(settings.seed): \(error)")
        }
    }

    private func exercise(_ settings: ExerciseSettings) throws -> String {
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("Shared.photolib", isDirectory: true)
        let store = try Library.open(url, create: true)
        let library = PHPhotoLibrary(store)
        try begin(library, settings.seed)
        let others = try (1...2).map {
            try ExerciserConversation(["work", url.path, "\(settings.seed &+ UInt64($0))"])
        }
        for other in others { #expect(try other.answer() == "ready") }
        let crew = try ExerciseCrew(library, store, seed: settings.seed)
        var done = 0
        var quiets = 0
        while done < settings.blocks {
            for other in others { try other.ask("run \(Self.blocksBetweenQuiets)") }
            try crew.work(blocks: Self.blocksBetweenQuiets)
            for other in others { _ = try other.answer() }
            done += Self.blocksBetweenQuiets * 3
            let sequence = try store.history.currentPosition().sequence
            for other in others { try other.ask("settle \(sequence)") }
            try crew.settle(at: sequence)
            for other in others { _ = try other.answer() }
            quiets += 1
        }
        for other in others { try other.quit() }
        let report = try LibraryCheck(store, readingBytes: true).run()
        guard report.findings.isEmpty else { throw Fault("the check found \(report.findings)") }
        store.close()
        return
            "\(done) blocks of 3 processes, \(crew.refused) of \(crew.committed + crew.refused) of ours overtaken, \(quiets) quiet points, 0 differences; here \(crew.follower.summary)"
    }

    private func begin(_ library: PHPhotoLibrary, _ seed: UInt64) throws {
        let performer = BlockPerformer(library, seed: seed &+ 9)
        let pictures = (1...30).map { number in
            ExerciseStep.createAsset(
                new: number,
                width: 8,
                height: 8,
                [.creationDate(Double(number) * 3_600)]
            )
        }
        _ = try performer.perform(pictures)
        _ = try performer.perform([
            .createAlbum(new: 1, title: "One", members: []),
            .createAlbum(new: 2, title: "Two", members: []),
            .createFolder(new: 3, title: "Folder", children: [.new(1)]),
        ])
    }

    /// All blocks that three processes acknowledged are there, each whole, and nothing else is.
    @Test func `no acknowledged block of three processes at once is lost`() async throws {
        let blocks = max(1, ExerciseSettings(defaultBlocks: 180).blocks / 3)
        let folder = try TemporaryFolder()
        let url = folder.url.appendingPathComponent("Shared.photolib", isDirectory: true)
        let store = try Library.open(url, create: true)
        let library = PHPhotoLibrary(store)
        _ = try BlockPerformer(library, seed: 9).perform([
            .createAlbum(new: 1, title: "Shared", members: [])
        ])
        let before = try store.history.currentPosition().sequence
        let acknowledged = try await withThrowingTaskGroup(of: [String].self) { group in
            for seed in 1...3 {
                let acks = folder.url.appendingPathComponent("acks-\(seed)")
                let arguments = ["create", url.path, "\(seed)", "\(blocks)", acks.path]
                group.addTask {
                    let outcome = try Exerciser.run(arguments)
                    guard outcome.status == 0 else {
                        throw Fault("creating failed: \(outcome.errors)")
                    }
                    let text = try String(contentsOf: acks, encoding: .utf8)
                    // The file begins with room for a mark, which this program does not make.
                    return text.split(separator: "\n").map {
                        $0.trimmingCharacters(in: CharacterSet(charactersIn: " \0"))
                    }.filter { $0.contains("/") }
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(acknowledged.count == 3 * blocks)
        let state = LibraryState(library)
        #expect(Set(acknowledged) == Set(state.assets.keys))
        #expect(Set(state.albums.values.first?.contents ?? []) == Set(acknowledged))
        #expect(state.albums.values.first?.contents.count == 3 * blocks)
        let captions = Set(state.assets.values.compactMap(\.caption))
        #expect(captions == Set((1...3).flatMap { seed in (1...blocks).map { "\(seed)-\($0)" } }))
        #expect(try store.history.currentPosition().sequence == before + Int64(3 * blocks))
        let report = try LibraryCheck(store, readingBytes: true).run()
        #expect(report.findings.isEmpty)
        print(
            "processes: \(acknowledged.count) blocks of 3 processes at once, all acknowledged, 0 lost"
        )
        store.close()
    }
}
