import Foundation
import PhotosImport
import PhotosStore
import TestPermits
import Testing

/// When files in flight are processed, decided without threads or disk.
@Suite(.permit) struct ImportQueueTests {
    private func options(files: Int, bytes: Int64, workers: Int) -> ImportOptions {
        var options = ImportOptions(workers: workers)
        options.blockFiles = files
        options.blockBytes = bytes
        return options
    }

    @Test func `it is full by its elements`() {
        var queue = ImportQueue<Int>(options(files: 2, bytes: 1_000, workers: 1))
        for number in 0..<2 { queue.add(number, byteCount: 1) }
        #expect(!queue.isFull)
        queue.add(2, byteCount: 1)
        #expect(queue.isFull)
        let first = queue.removeFirst()
        #expect(first == 0)
        #expect(!queue.isFull && queue.count == 2)
    }

    @Test func `it is full by its bytes once every thread has work`() {
        var queue = ImportQueue<Int>(options(files: 100, bytes: 10, workers: 2))
        queue.add(0, byteCount: 50)
        queue.add(1, byteCount: 50)
        #expect(!queue.isFull)
        queue.add(2, byteCount: 0)
        #expect(queue.isFull)
        _ = queue.removeFirst()
        queue.add(3, byteCount: 0)
        #expect(queue.isFull)
        _ = queue.removeFirst()
        queue.add(4, byteCount: 10)
        #expect(!queue.isFull)
    }

    @Test func `elements come in their order, however many there are`() {
        var queue = ImportQueue<Int>(options(files: 5, bytes: 10, workers: 1))
        for number in 0..<3_000 { queue.add(number, byteCount: 1) }
        var taken: [Int] = []
        while let number = queue.removeFirst() { taken.append(number) }
        #expect(taken == Array(0..<3_000))
        #expect(queue.count == 0 && !queue.isFull)
    }
}

/// Which albums and folders of a catalog are made, decided without library.
@Suite(.permit) struct CollectionPlanTests {
    private let album = ImportCollection(key: "album", title: "A", parent: "folder")
    private let folder = ImportCollection(key: "folder", title: "F", isFolder: true)

    @Test func `nothing inside a deleted folder is made again`() {
        var plan = CollectionPlan()
        let inner = ImportCollection(key: "inner", title: "I", isFolder: true, parent: "folder")
        let collections = [
            folder, inner, .init(key: "x", title: "X", parent: "inner"),
            .init(key: "y", title: "Y"), .init(key: "z", title: "Z", parent: "y"),
        ]
        let skipped = collections.filter { plan.skips($0, isDeleted: $0.key == "folder") }
        #expect(skipped.map(\.key) == ["folder", "inner", "x"])
    }

    private func described(_ mutations: [Mutation]) -> [String] {
        mutations.map { mutation in
            switch mutation {
            case .createCollection(_, let kind, let title): "create \(kind) \(title)"
            case .editChildren: "children"
            case .editMembers: "members"
            default: "other"
            }
        }
    }

    private func plan(
        _ collection: ImportCollection,
        isPresent: Bool,
        missing: [UUID] = []
    ) -> [String] {
        described(
            CollectionPlan.mutations(
                for: collection,
                uuid: UUID(),
                parent: collection.parent.map { _ in UUID() },
                isPresent: isPresent,
                missing: missing
            )
        )
    }

    @Test func `a new album is made in its folder and gets its members`() {
        let missing = [UUID()]
        #expect(
            plan(album, isPresent: false, missing: missing)
                == ["create album A", "children", "members"]
        )
        #expect(plan(album, isPresent: true, missing: missing) == ["members"])
        #expect(plan(album, isPresent: false) == ["create album A", "children"])
        #expect(plan(album, isPresent: true).isEmpty)
        #expect(plan(folder, isPresent: false) == ["create folder F"])
        #expect(plan(folder, isPresent: true).isEmpty)
    }
}
