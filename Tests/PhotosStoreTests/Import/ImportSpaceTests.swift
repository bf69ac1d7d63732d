import Synchronization
import TestPermits
import Testing

@testable import PhotosImport
@testable import PhotosStore

/// What a step of an import does where the library's volume is full.
@Suite(.permit) struct ImportSpaceTests {
    private let fixture: ImportFixture
    private static let full = StoreError(.diskFull, "The disk is full.")

    init() throws { fixture = try ImportFixture() }

    /// Runs a step that finds the volume full at first, and returns how often it ran.
    private func run(makeRoom: @escaping @Sendable (Library) -> Bool) throws -> Int {
        let library = fixture.library
        let space = ImportSpace(keep: { _ in }, makeRoom: { _ in makeRoom(library) })
        var runs = 0
        return try space.makingRoom(for: 1000, in: library) {
            runs += 1
            if runs == 1 { throw Self.full }
            return runs
        }
    }

    @Test func `a step runs once more where files have left for it`() throws {
        #expect(try run { _ in true } == 2)
    }

    @Test func `the room that another thread made does, too`() throws {
        // Nothing is left that could leave, because all has left for a thread that came first.
        let runs = try run { library in
            library.space.releaseCount.add(1, ordering: .relaxed)
            return false
        }
        #expect(runs == 2)
    }

    @Test func `a step fails where nothing leaves`() throws {
        #expect(throws: StoreError.self) { try run { _ in false } }
    }
}
