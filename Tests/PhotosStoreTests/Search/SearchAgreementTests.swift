import Foundation
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// A search finds what a slow evaluation finds: with an index at any state, without one, brought forward, and for clients
/// that see a part of the library.
@Suite(.permit) struct SearchAgreementTests {
    private static func plan(_ subject: SearchSubject, limit: Int = 0) -> FetchPlan {
        FetchPlan(
            .assets,
            filter: .all([.field(.asset(.trashedDate), .equal, .null), subject.condition]),
            order: [FetchPlan.SortTerm(.asset(.creationDate), ascending: false)],
            limit: limit
        )
    }

    private static func library(seed: UInt64) throws -> Library {
        var environment = EngineEnvironment.test(seed: seed)
        environment.largestWithoutIndex = .max
        return try Library.inMemory(environment: environment)
    }

    @Test(arguments: UInt64(1)...5)
    func `searches and their live results are what a slow evaluation finds`(seed: UInt64) throws {
        let library = try Self.library(seed: seed)
        var changes = try SearchLibrary(library, seed: seed)
        var held: [(subject: SearchSubject, result: FetchSnapshot)] = []
        var stale: [(subject: SearchSubject, result: FetchSnapshot)] = []
        var (compared, interesting) = (0, 0)
        for step in 0..<160 {
            try changes.commit()
            // The index is at different distances from the end of the log, or missing.
            if changes.numbers.chance(0.15) { try library.words.indexWords() }
            if changes.numbers.chance(0.02) { try library.words.removeSearchIndex() }
            let photos = try ReferencePhoto.all(in: library)
            func check(_ subject: SearchSubject, _ rows: [Int64], _ how: String) {
                let expected = Set(photos.filter(subject.holds).map(\.record.rowID))
                compared += 1
                if !expected.isEmpty, expected.count < photos.count { interesting += 1 }
                #expect(Set(rows) == expected, "seed \(seed), step \(step), \(how): \(subject)")
                #expect(rows.count == expected.count)
            }
            for _ in 0..<6 {
                let subject = SearchSubject.random(&changes.numbers)
                let result = try library.records.fetch(Self.plan(subject), anew: true)
                check(subject, result.rows.array, "fetched")
                if changes.numbers.chance(0.08), held.count < 8 { held.append((subject, result)) }
                if changes.numbers.chance(0.08), stale.count < 6 { stale.append((subject, result)) }
            }
            let present = try library.history.currentPosition().sequence
            for index in held.indices {
                held[index].result = try Self.forward(held[index].result, to: present, library)
                check(held[index].subject, held[index].result.rows.array, "live")
            }
            for index in stale.indices where changes.numbers.chance(0.2) {
                stale[index].result = try Self.forward(stale[index].result, to: present, library)
                check(stale[index].subject, stale[index].result.rows.array, "live after a while")
            }
        }
        #expect(
            compared > 1_900 && interesting > 900,
            "\(compared) compared, \(interesting) of use"
        )
    }

    /// Brings a result forward, and checks that its differences make the new list of the old one.
    private static func forward(
        _ result: FetchSnapshot,
        to sequence: Int64,
        _ library: Library
    ) throws -> FetchSnapshot {
        let fresh = try library.records.fetch(result.plan, anew: true).rows.array
        guard let change = try library.records.forward(result, to: sequence) else {
            #expect(result.rows.array == fresh, "\(result.plan)")
            return result
        }
        let after = change.after.rows.array
        #expect(after == fresh, "\(result.plan)")
        if let diff = change.diff {
            let made = diff.applied(
                to: result.rows.array,
                inserting: diff.inserted.map { after[$0] }
            )
            #expect(made == after, "\(result.plan)")
        }
        return change.after
    }

    @Test(arguments: UInt64(31)...32, [true, false])
    func `results in the order of facts are live`(seed: UInt64, ascending: Bool) throws {
        let library = try Self.library(seed: seed)
        var changes = try SearchLibrary(library, seed: seed)
        func plan(_ key: String, limit: Int) throws -> FetchPlan {
            let field = try #require(try KeyTable(.asset).sortField(of: key))
            return FetchPlan(
                .assets,
                filter: .field(.asset(.trashedDate), .equal, .null),
                order: [FetchPlan.SortTerm(field, ascending: ascending)],
                limit: limit
            )
        }
        let keys: [(String, (ReferencePhoto) -> FieldValue)] = [
            ("aperture", { $0.aperture.map { .real($0) } ?? .null }),
            ("iso", { $0.camera?.iso.map { .real($0) } ?? .null }),
            ("cameraModel", { $0.camera?.model.map { .text($0) } ?? .null }),
        ]
        var held = try keys.map { try library.records.fetch(plan($0.0, limit: 0), anew: true) }
        for step in 0..<60 {
            try changes.commit()
            let photos = try ReferencePhoto.all(in: library)
            let present = try library.history.currentPosition().sequence
            for (index, (key, value)) in keys.enumerated() {
                let term = FetchPlan.SortTerm(.related(.aperture), ascending: ascending)
                let sorted = photos.map { SortKey(values: [value($0)], rowID: $0.record.rowID) }
                    .sorted { SortKey.precedes($0, $1, by: [term]) }.map(\.rowID)
                held[index] = try Self.forward(held[index], to: present, library)
                #expect(held[index].rows.array == sorted, "seed \(seed), step \(step), \(key)")
                let first = try library.records.fetch(plan(key, limit: 5), anew: true).rows.array
                #expect(first == Array(sorted.prefix(5)), "seed \(seed), step \(step), \(key)")
            }
        }
    }

    @Test(arguments: UInt64(11)...13)
    func `a limit shows the first of the same photos`(seed: UInt64) throws {
        let library = try Self.library(seed: seed)
        var changes = try SearchLibrary(library, seed: seed)
        try library.words.indexWords()
        for _ in 0..<60 {
            try changes.commit()
            let subject = SearchSubject.random(&changes.numbers)
            let all = try library.records.fetch(Self.plan(subject), anew: true).rows.array
            let some = try library.records.fetch(Self.plan(subject, limit: 5), anew: true).rows
                .array
            #expect(some == Array(all.prefix(5)))
        }
    }

    @Test(arguments: UInt64(21)...22)
    func `a limited client finds the photos of its selection, and reads no index`(
        seed: UInt64
    ) throws {
        let pair = try LibraryPair()
        var changes = try SearchLibrary(pair.owner, seed: seed)
        try pair.limit(to: Array(changes.assets.prefix(9)))
        try pair.owner.words.indexWords()
        let index = pair.owner.layout.derived.appendingPathComponent("search/search.sqlite")
        let before = try Data(contentsOf: index)
        var held: [(subject: SearchSubject, result: FetchSnapshot)] = []
        for step in 0..<80 {
            try changes.commit()
            let photos = try ReferencePhoto.all(in: pair.client)
            for number in 0..<4 {
                let subject = SearchSubject.random(&changes.numbers)
                let result = try pair.client.records.fetch(Self.plan(subject), anew: true)
                let expected = photos.filter(subject.holds).map(\.record.rowID)
                #expect(Set(result.rows.array) == Set(expected), "seed \(seed): \(subject)")
                if number == 0, held.count < 6 { held.append((subject, result)) }
            }
            let present = try pair.client.history.currentPosition().sequence
            for index in held.indices {
                held[index].result = try Self.forward(held[index].result, to: present, pair.client)
                let expected = photos.filter(held[index].subject.holds).map(\.record.rowID)
                #expect(
                    Set(held[index].result.rows.array) == Set(expected),
                    "seed \(seed), step \(step): \(held[index].subject)"
                )
            }
        }
        #expect(try Data(contentsOf: index) == before, "Reading of the client touched the index.")
        #expect(throws: StoreError.self) { try pair.client.words.indexWords() }
    }
}
