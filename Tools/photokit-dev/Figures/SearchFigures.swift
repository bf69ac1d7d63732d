import ArgumentParser
import CoreLocation
import Foundation
import GRDB
import OpenPhotoKit
import PhotosStore
import PhotosTestSupport

/// Measures searches in a library whose captions have ten words that follow Zipf's law.
struct SearchFigures: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Measures searches and the index of words."
    )

    @Argument(help: "The folder that keeps the library; one that is there already stays.")
    var folder: String

    @Argument(help: "The number of assets.")
    var assets: AssetCount

    @Option(help: "The program that measures FTS5 alone, see Tools/Benchmarks/Limit/search.c.")
    var limit: String?

    @Option(help: "A table of places, as \"photokit places use\" takes it.")
    var places: String?

    @Option(help: "How often each work is measured.")
    var rounds = 15

    @Option(help: "Measures this search alone, for a profiler, and keeps the index.")
    var search: String?

    func run() async throws {
        let folder = URL(fileURLWithPath: folder, isDirectory: true)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let url = folder.appendingPathComponent("search-\(assets.text).photolib")
        try SearchMaterial(assets: assets.count).make(at: url)
        if let search { return try await measure(search, url) }
        try await measure(url)
        // A library that is open for reading makes no index.
        let reader = try PHPhotoLibrary.open(at: url, mode: .readOnly, user: .owner)
        defer { reader.close() }
        let bench = SearchBench(library: reader, folder: url, rounds: 1)
        bench.row(
            "a word that 0.1 % have, without an index",
            try bench.time { bench.firstHundred("rareword") }
        )
    }

    private func measure(_ search: String, _ url: URL) async throws {
        let library = try PHPhotoLibrary.open(at: url, author: "Figures", user: .owner)
        defer { library.close() }
        let bench = SearchBench(library: library, folder: url, rounds: rounds)
        _ = try await bench.makeIndex()
        bench.row(search, try bench.time { bench.firstHundred(search) })
    }

    private func measure(_ url: URL) async throws {
        let library = try PHPhotoLibrary.open(at: url, author: "Figures", user: .owner)
        defer { library.close() }
        if let places { _ = try await library.usePlaces(from: URL(fileURLWithPath: places)) }
        let bench = SearchBench(library: library, folder: url, rounds: rounds)
        print("\(assets.text) assets, medians of \(rounds) rounds")
        print("| work | found | ms | the same work in C, ms | FTS5 alone in C, ms |")
        print("|---|---|---|---|---|")
        try library.deleteSearchIndex()
        try bench.commits("before there is an index")
        let making = try await bench.makeIndex()
        bench.row("making the index", making)
        for (name, text) in [
            ("a word that 0.1 % have: count and first hundred", "rareword"),
            ("a word that 10 % have", "frequent"),
            ("both words", "frequent rareword"),
            ("a word and a year", "frequent 2019"),
            ("a rare word and a year", "rareword 2019"),
            ("a phrase", "\"frequent the\""),
            ("two letters", "fr"),
            ("a word, a year and within 10 km", "frequent 2019 near 46.02,7.75"),
            ("a rare word and within 10 km", "rareword near 46.02,7.75"),
            ("within 10 km", "near 46.02,7.75"),
            ("within 300 km", "within 300 km of 46.02,7.75"),
            ("in a box", "between 46.5,8.5 and 46.6,8.6"),
        ] {
            let measured = try bench.time { bench.firstHundred(text) }
            let program = text.contains(" ") ? nil : limit
            bench.row(
                name,
                measured,
                same: try program.map { try bench.limit($0, text, isWhole: true) },
                limit: try program.map { try bench.limit($0, text) }
            )
        }
        for typed in ["fr", "th", "2"] {
            let measured = try bench.time {
                PhotoSearch.suggestions(for: typed, in: library).count
            }
            bench.row("suggestions for \"\(typed)\"", measured)
        }
        try bench.edits()
        if places != nil { bench.row("names of 10,000 places", try bench.placeNames()) }
        HashFigures(count: assets.count).measure { bench.row($0, $1, limit: $2) }
        bench.size(of: assets.count)
        try library.deleteSearchIndex()
    }
}

/// The library of the measurement.
private struct SearchMaterial {
    let assets: Int

    func make(at url: URL) throws {
        guard !FileManager.default.fileExists(atPath: url.path) else { return }
        let library = try Library.open(url, create: true, environment: .test(seed: 1))
        defer { library.close() }
        var numbers = SeededNumbers(seed: 1)
        let words = Words()
        var left = assets
        while left > 0 {
            let blocks = (0..<min(20, (left + 999) / 1_000)).map { index -> ChangeBlock in
                let count = min(1_000, left - index * 1_000)
                return ChangeBlock((0..<count).map { _ in Self.asset(words, &numbers) })
            }
            try library.commits.fill(blocks)
            left -= blocks.reduce(0) { $0 + $1.mutations.count }
        }
        try library.core.onWriter { db in
            try db.execute(
                sql: """
                    INSERT INTO file_facts (asset_id, origin, reader, is_zone_assumed, camera_make, camera_model, lens_model,
                        aperture, iso)
                    SELECT id, 0, 1, 0, 'NIKON CORPORATION', 'NIKON Z ' || (id % 7), 'NIKKOR Z ' || (id % 5) || '0mm',
                        1.4 + id % 9, 100 * (1 + id % 30)
                    FROM asset
                    """
            )
        }
    }

    private static func asset(_ words: Words, _ numbers: inout SeededNumbers) -> Mutation {
        var caption = (0..<10).map { _ in words.pick(&numbers) }
        if numbers.chance(0.1) { caption[0] = "frequent" }
        if numbers.chance(0.001) { caption[1] = "rareword" }
        var update = AssetUpdate()
        update.values = [
            .caption: .text(caption.joined(separator: " ")),
            .filename: .text("IMG_\(numbers.number(below: 10_000)).JPG"),
            .creationDate: .real(Double(numbers.number(below: 10 * 31_557_600)) + 410_000_000),
            .creationZone: .integer(3_600), .mediaType: .integer(1),
        ]
        // Near one of 400 towns, so that a few in a thousand are within ten kilometres of each.
        let town = numbers.number(below: 400)
        update.values[.latitude] = .real(
            46.02 + Double(town / 20) * 0.5 + Double(numbers.number(below: 1_000)) / 10_000
        )
        update.values[.longitude] = .real(
            7.75 + Double(town % 20) * 0.5 + Double(numbers.number(below: 1_000)) / 10_000
        )
        if numbers.chance(0.2) { update.keywords = [.add(words.pick(&numbers))] }
        return .createAsset(AssetCreation(uuid: UUID(), update: update))
    }

    /// Words whose numbers follow Zipf's law.
    private struct Words {
        private let sums: [Double]
        private let names: [String]

        init() {
            var sum = 0.0
            sums = (1...20_000).map { rank in
                sum += 1 / Double(rank)
                return sum
            }
            var numbers = SeededNumbers(seed: 2)
            names = (0..<20_000).map { rank in
                if rank == 0 { return "the" }
                let letters = (0..<(3 + numbers.number(below: 7))).map { _ in
                    numbers.pick(Array("abcdeghiklmnopqstuvwz"))
                }
                return String(letters)
            }
        }

        func pick(_ numbers: inout SeededNumbers) -> String {
            let wanted = Double.random(in: 0..<(sums.last ?? 1), using: &numbers)
            var (low, high) = (0, sums.count - 1)
            while low < high {
                let middle = (low + high) / 2
                if sums[middle] > wanted { high = middle } else { low = middle + 1 }
            }
            return names[low]
        }
    }
}

/// The measured work.
struct SearchBench {
    struct Measured {
        var found: Int
        var seconds: Double
    }

    let library: PHPhotoLibrary
    let folder: URL
    let rounds: Int

    private var assets: Int { library.withCurrent { PHAsset.fetchAssets(with: nil).count } }

    func row(_ name: String, _ measured: Measured, same: Double? = nil, limit: Double? = nil) {
        let texts = [measured.seconds * 1_000, same, limit].map { milliseconds in
            milliseconds.map { String(format: "%.2f", $0) } ?? "-"
        }
        print("| \(name) | \(measured.found) | \(texts.joined(separator: " | ")) |")
    }

    /// Runs some work as often as was asked for, after two rounds to warm up, and gives the median.
    func time(_ rounds: Int? = nil, _ work: () throws -> Int) throws -> Measured {
        var times: [Double] = []
        var found = 0
        for round in 0..<((rounds ?? self.rounds) + 2) {
            let start = ContinuousClock.now
            found = try work()
            let time = (ContinuousClock.now - start) / .seconds(1)
            if round > 1 { times.append(time) }
        }
        return Measured(found: found, seconds: times.sorted()[times.count / 2])
    }

    /// Counts the photos that a search finds, and reads the first hundred.
    func firstHundred(_ text: String) -> Int {
        library.withCurrent {
            let result = PHAsset.fetchAssets(matching: PhotoSearch(text), with: nil)
            let first = result.objects(at: IndexSet(0..<min(100, result.count)))
            precondition(first.count == min(100, result.count))
            return result.count
        }
    }

    func makeIndex() async throws -> Measured {
        let start = ContinuousClock.now
        _ = try await library.prepareSearch()
        return Measured(found: 0, seconds: (ContinuousClock.now - start) / .seconds(1))
    }

    /// Measures commits.
    func commits(_ when: String) throws {
        let photo = library.withCurrent { PHAsset.fetchAssets(with: nil) }[assets / 2]
        var number = 0
        for (name, change) in [
            (
                "the commit of a caption, \(when)",
                { (request: PHAssetChangeRequest) in request.caption = "rareword \(number)" }
            ),
            (
                "the commit of a favorite, \(when)",
                { (request: PHAssetChangeRequest) in request.isFavorite = number % 2 == 0 }
            ),
        ] {
            let measured = try time(60) {
                number += 1
                try library.performChangesAndWait { change(PHAssetChangeRequest(for: photo)) }
                return 1
            }
            row(name, measured)
        }
    }

    /// Measures commits while a search is held, and bringing that search forward.
    func edits() throws {
        let held = library.withCurrent {
            PHAsset.fetchAssets(matching: PhotoSearch("rareword"), with: nil)
        }
        try commits("with a search that is held")
        let store = try Library.open(folder, environment: EngineEnvironment())
        defer { store.close() }
        guard var result = held.backing.snapshot else { return }
        result = try store.records.fetch(result.plan)
        guard let row = result.rows.array.last,
            let uuid = try store.records.assets([row]).records[row]?.uuid
        else { return }
        var times: [Double] = []
        for round in 0..<62 {
            try store.commit(.set(uuid, [.caption: .text("rareword and \(round)")]))
            let end = try store.history.currentPosition().sequence
            let start = ContinuousClock.now
            guard let change = try store.records.forward(result, to: end) else { continue }
            if round > 1 { times.append((ContinuousClock.now - start) / .seconds(1)) }
            result = change.after
        }
        let median = times.sorted()[times.count / 2]
        self.row("the index diff of an observed search", Measured(found: 1, seconds: median))
    }

    /// Asks for the names of the places of 10,000 photos.
    func placeNames() throws -> Measured {
        var numbers = SeededNumbers(seed: 3)
        let points = (0..<10_000).map { _ in
            CLLocationCoordinate2D(
                latitude: Double(numbers.number(below: 120_000)) / 1_000 - 60,
                longitude: Double(numbers.number(below: 360_000)) / 1_000 - 180
            )
        }
        return try time { points.count { library.place(near: $0) != nil } }
    }

    func size(of assets: Int) {
        let files = try? FileManager.default.contentsOfDirectory(
            at: folder.appendingPathComponent("derived/search"),
            includingPropertiesForKeys: [.fileSizeKey]
        )
        // Without the log, which is emptied when the library is closed.
        let bytes = (files ?? []).filter { $0.pathExtension == "sqlite" }.reduce(0) { sum, file in
            sum + ((try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0)
        }
        print("\nThe index has \(bytes) bytes, \(bytes / max(1, assets)) for each asset.")
        try? tables(of: assets)
    }

    /// Prints what the index is made of.
    private func tables(of assets: Int) throws {
        let file = folder.appendingPathComponent("derived/search/search.sqlite")
        let queue = try DatabaseQueue(path: file.path)
        let rows = try queue.read { db in
            try Row.fetchAll(
                db,
                sql:
                    "SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY bytes DESC"
            )
        }
        for row in rows {
            let (name, bytes): (String, Int) = (row["name"], row["bytes"])
            print("| \(name) | \(String(format: "%.1f", Double(bytes) / Double(assets))) |")
        }
    }

    /// Returns the milliseconds that SQLite takes for a word: FTS5 alone, or the whole work of a search.
    func limit(_ program: String, _ word: String, isWhole: Bool = false) throws -> Double {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        let file = folder.appendingPathComponent("derived/search/search.sqlite")
        let database = folder.appendingPathComponent("database/library.sqlite").path
        process.arguments = [file.path, "\"\(word)\" *"] + (isWhole ? [database] : [])
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        struct Samples: Decodable { var samples: [Double] }
        let samples = try JSONDecoder().decode(Samples.self, from: output).samples.sorted()
        return samples[samples.count / 2] / 1e6
    }
}
