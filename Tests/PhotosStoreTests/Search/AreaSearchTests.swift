import Foundation
import GRDB
import PhotosSearch
import PhotosStore
import PhotosTestSupport
import TestPermits
import Testing

/// Searches for parts of the earth: the coordinates in the index give candidates, and never decide.
@Suite(.permit) struct AreaSearchTests {
    let folder: TemporaryFolder
    let tracer = StatementTracer()

    init() throws { folder = try TemporaryFolder() }

    private var file: URL {
        folder.url.appendingPathComponent("Test.photolib/derived/search/search.sqlite")
    }

    private func open() throws -> Library {
        var environment = EngineEnvironment.traced(by: tracer)
        environment.largestWithoutIndex = .max
        let root = folder.url.appendingPathComponent("Test.photolib", isDirectory: true)
        return try Library.open(root, create: true, environment: environment)
    }

    // MARK: Material

    private struct Photo {
        var uuid: UUID
        var latitude: Double?
        var longitude: Double?
    }

    /// Returns a point of chance: often near a pole, near the line of 180 degrees, or on an edge of a cell.
    private static func point(_ numbers: inout SeededNumbers) -> (Double, Double) {
        let latitude: Double =
            switch numbers.number(below: 6) {
            case 0: numbers.pick([90, -90, 89.999, -89.99, 0, 46])
            case 1: Double(numbers.number(below: 100)) / 32
            case 2: 46 + Double(numbers.number(below: 10_000)) / 20_000
            default: Double(numbers.number(below: 180_000_001)) / 1e6 - 90
            }
        let longitude: Double =
            switch numbers.number(below: 6) {
            case 0: numbers.pick([180, -180, 179.999_9, -179.999, 0, 7.5])
            case 1: Double(numbers.number(below: 100)) / 32
            case 2: 7.5 + Double(numbers.number(below: 10_000)) / 20_000
            default: Double(numbers.number(below: 360_000_001)) / 1e6 - 180
            }
        return (latitude, longitude)
    }

    private static func values(_ photo: Photo) -> [AssetField: FieldValue] {
        [
            .latitude: photo.latitude.map { .real($0) } ?? .null,
            .longitude: photo.longitude.map { .real($0) } ?? .null,
        ]
    }

    private static func fill(
        _ library: Library,
        _ count: Int,
        _ numbers: inout SeededNumbers
    ) throws -> [Photo] {
        let photos = (0..<count).map { index -> Photo in
            let (latitude, longitude) = point(&numbers)
            let isNowhere = index % 10 == 0
            return Photo(
                uuid: UUID(),
                latitude: isNowhere ? nil : latitude,
                longitude: isNowhere ? nil : longitude
            )
        }
        let creations = photos.enumerated().map { index, photo in
            var update = AssetUpdate()
            update.values = values(photo)
            update.values[.mediaType] = .integer(1)
            update.values[.creationDate] = .real(Double(index % 70))
            update.values[.caption] = .text(index % 3 == 0 ? "beach" : "lake \(index % 50)")
            return Mutation.createAsset(AssetCreation(uuid: photo.uuid, update: update))
        }
        try library.commits.fill([ChangeBlock(creations)])
        return photos
    }

    // MARK: Areas

    /// An area of chance, with an evaluation that shares no code with the engine.
    private struct Area {
        var condition: Condition
        var holds: (Double, Double) -> Bool

        static func random(_ numbers: inout SeededNumbers) throws -> Area {
            let (latitude, longitude) = point(&numbers)
            if numbers.chance(0.35) { return try box(latitude, longitude, &numbers) }
            let metres = numbers.pick([0, 1, 900, 10_000, 60_000, 800_000, 5e6, 2e7, 3e7])
            let centre = try #require(PlacePoint(latitude, longitude))
            return Area(condition: .area(AreaCondition(.circle(centre, metres: metres)))) {
                Self.metres(($0, $1), (latitude, longitude)) <= metres
            }
        }

        private static func box(
            _ latitude: Double,
            _ longitude: Double,
            _ numbers: inout SeededNumbers
        ) throws -> Area {
            let other = point(&numbers)
            let near = (
                min(90, latitude + Double(numbers.number(below: 100)) / 40),
                min(180, longitude + Double(numbers.number(below: 100)) / 40)
            )
            let (north, east) = numbers.chance(0.5) ? other : near
            let corners = (
                try #require(PlacePoint(latitude, longitude)), try #require(PlacePoint(north, east))
            )
            let box = Condition.area(AreaCondition(.box(PlaceBox(corners.0, corners.1))))
            return Area(condition: box) {
                guard $0 >= min(latitude, north), $0 <= max(latitude, north) else { return false }
                return longitude <= east
                    ? $1 >= longitude && $1 <= east : $1 >= longitude || $1 <= east
            }
        }

        /// Returns the distance by the angle between two directions from the middle of the earth.
        private static func metres(_ first: (Double, Double), _ second: (Double, Double)) -> Double
        {
            func direction(_ point: (Double, Double)) -> (x: Double, y: Double, z: Double) {
                let (latitude, longitude) = (point.0 * .pi / 180, point.1 * .pi / 180)
                return (
                    cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude)
                )
            }
            if first == second { return 0 }
            let (a, b) = (direction(first), direction(second))
            let across = (
                a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x
            )
            let sine = (across.0 * across.0 + across.1 * across.1 + across.2 * across.2)
                .squareRoot()
            return atan2(sine, a.x * b.x + a.y * b.y + a.z * b.z) * 6_371_008.8
        }
    }

    /// Returns the assets of a condition, and whether the statement had the rows that the index found.
    private func finding(
        _ condition: Condition,
        _ library: Library
    ) throws -> (rows: [Int64], isIndexed: Bool) {
        var rows: [Int64] = []
        let statements = try tracer.statements {
            rows = try library.records.fetch(FetchPlan(.assets, filter: condition), anew: true).rows
                .array
        }
        let isIndexed = statements.contains {
            $0.contains("FROM asset") && $0.contains("photokit_rows") || $0.contains("FALSE")
        }
        return (rows, isIndexed)
    }

    // MARK: Tests

    @Test(arguments: UInt64(1)...3)
    func `areas have the photos of a slow evaluation, with the index at any state`(
        seed: UInt64
    ) throws {
        let library = try open()
        var numbers = SeededNumbers(seed: seed)
        var photos = try Self.fill(library, 2_500, &numbers)
        let rows = try library.records.rows(of: photos.map(\.uuid), in: .asset)
        var (isMade, ofUse, indexed) = (false, 0, 0)
        for step in 0..<120 {
            if step % 4 == 0 {
                let index = numbers.number(below: photos.count)
                (photos[index].latitude, photos[index].longitude) = Self.point(&numbers)
                if numbers.chance(0.2) {
                    (photos[index].latitude, photos[index].longitude) = (nil, nil)
                }
                try library.commit(.set(photos[index].uuid, Self.values(photos[index])))
            }
            if step % 20 == 10 {
                try library.words.indexWords()
                isMade = true
            }
            if step == 70 {
                try library.words.removeSearchIndex()
                isMade = false
            }
            let area = try Area.random(&numbers)
            let expected = photos.filter { photo in
                guard let latitude = photo.latitude, let longitude = photo.longitude else {
                    return false
                }
                return area.holds(latitude, longitude)
            }.compactMap { rows[$0.uuid] }
            let found = try finding(area.condition, library)
            #expect(Set(found.rows) == Set(expected), "seed \(seed), step \(step): \(area)")
            #expect(found.rows.count == expected.count)
            #expect(isMade || !found.isIndexed)
            if isMade, found.isIndexed { indexed += 1 }
            let others = try finding(.not(area.condition), library).rows
            #expect(others.count == photos.count - expected.count, "step \(step)")
            if !expected.isEmpty, expected.count < photos.count { ofUse += 1 }
        }
        #expect(ofUse > 40 && indexed > 50, "\(ofUse) of use, \(indexed) with the index")
        try library.words.indexWords()
        #expect(try findings(library).isEmpty)
    }

    @Test func `words, dates and areas together are the same with and without an index`() throws {
        let library = try open()
        var numbers = SeededNumbers(seed: 9)
        let photos = try Self.fill(library, 9_000, &numbers)
        let dates = Condition.all([
            .field(.asset(.creationDate), .greaterOrEqual, .real(10)),
            .field(.asset(.creationDate), .less, .real(40)),
        ])
        func words(_ text: String) throws -> Condition {
            let pattern = try #require(WordPattern(beginning: text))
            let fields: Set<Field> = [.asset(.caption), .related(.albumTitles)]
            return .words(WordCondition(pattern, in: fields))
        }
        var plans: [FetchPlan] = []
        for _ in 0..<60 {
            let (first, second) = (try Area.random(&numbers), try Area.random(&numbers))
            let word = try words(numbers.pick(["beach", "lake", "lake 7", "l", "nothing"]))
            let filter: Condition =
                switch numbers.number(below: 8) {
                case 0: .all([word, first.condition])
                case 1: .all([word, dates, first.condition])
                case 2: .all([.any([first.condition, second.condition]), word])
                case 3: .any([word, first.condition])
                case 4: .all([.not(first.condition), word])
                case 5: .all([first.condition, second.condition, .not(word)])
                case 6: .all([.all([dates, first.condition]), .any([word, second.condition])])
                default: .not(.all([word, first.condition]))
                }
            plans.append(
                FetchPlan(
                    .assets,
                    filter: .all([
                        filter,
                        .visible(
                            includeHidden: false,
                            includeAllBurst: false,
                            sources: .userLibrary
                        ),
                    ]),
                    order: [FetchPlan.SortTerm(.asset(.creationDate), ascending: false)]
                )
            )
        }
        func lists() throws -> [[Int64]] {
            try plans.map { try library.records.fetch($0, anew: true).rows.array }
        }
        let expected = try lists()
        #expect(expected.count { !$0.isEmpty } > 30)
        try library.words.indexWords()
        #expect(try lists() == expected)
        for index in 0..<40 {
            let (latitude, longitude) = Self.point(&numbers)
            let moved = Photo(uuid: photos[index].uuid, latitude: latitude, longitude: longitude)
            try library.commit(.set(moved.uuid, Self.values(moved)))
        }
        let behind = try lists()
        try library.words.indexWords()
        #expect(try lists() == behind)
        #expect(try findings(library).isEmpty)
        try library.words.removeSearchIndex()
        #expect(try lists() == behind)
    }

    @Test func `a live result follows photos into an area and out of it`() throws {
        let library = try open()
        var numbers = SeededNumbers(seed: 4)
        let photos = try Self.fill(library, 300, &numbers)
        try library.words.indexWords()
        let centre = try #require(PlacePoint(0, 180))
        let area = Condition.area(AreaCondition(.circle(centre, metres: 10_000)))
        var result = try library.records.fetch(FetchPlan(.assets, filter: area), anew: true)
        for (index, longitude) in [-179.95, 179.95, 10, 180].enumerated() {
            let moved = Photo(uuid: photos[index].uuid, latitude: 0.01, longitude: longitude)
            let count = result.rows.count
            try library.commit(.set(moved.uuid, Self.values(moved)))
            let end = try library.history.currentPosition().sequence
            if let change = try library.records.forward(result, to: end) { result = change.after }
            #expect(result.rows.count == count + (longitude == 10 ? 0 : 1))
            let fresh = try library.records.fetch(result.plan, anew: true)
            #expect(fresh.rows.array == result.rows.array)
        }
    }

    /// The findings about the index; the assets of these libraries have no files.
    private func findings(_ library: Library) throws -> [Finding] {
        try LibraryCheck(library).run().findings.filter { $0.code == .searchIndexDamaged }
    }

    @Test(arguments: [
        "DELETE FROM cell_rows WHERE number = (SELECT max(number) FROM cell_rows)",
        "UPDATE cell_rows SET number = number + 1 WHERE number = (SELECT max(number) FROM cell_rows)",
        "UPDATE text SET cell = cell + 1 WHERE id = 8",
        "UPDATE cell_rows SET others = x'80' WHERE number = (SELECT max(number) FROM cell_rows)",
        "INSERT INTO shared (field, tokens) VALUES (3, 'nikon')",
    ])
    func `a check finds coordinates and lists that differ`(damage: String) throws {
        let library = try open()
        var numbers = SeededNumbers(seed: 2)
        _ = try Self.fill(library, 300, &numbers)
        try library.words.indexWords()
        #expect(try findings(library).isEmpty)
        library.close()
        let queue = try DatabaseQueue(path: file.path)
        try queue.write { db in try db.execute(sql: damage) }
        try queue.close()
        let again = try open()
        #expect(try findings(again).count == 1)
        // An index that cannot be read is removed by the check already.
        _ = try LibraryRepair(again).run()
        #expect(!FileManager.default.fileExists(atPath: file.path))
        try again.words.indexWords()
        #expect(try findings(again).isEmpty)
    }
}
