import Benchmark
import Foundation
import OpenPhotoKit
import Workbench

/// Measures one try of an operation, for the harness and for the table.
final class Stopwatch {
    private let benchmark: Benchmark
    private let samples: SampleList

    init(_ benchmark: Benchmark, _ samples: SampleList) {
        self.benchmark = benchmark
        self.samples = samples
    }

    /// Waits for what began in another thread with a commit that has just returned.
    func await(_ news: () -> Watcher.News) {
        // The harness takes a while to start, so the time is taken before it.
        let committed = nanoseconds()
        benchmark.startMeasurement()
        let news = news()
        benchmark.stopMeasurement()
        samples.add(news.latency(since: committed), of: benchmark)
    }

    func time(_ body: () throws -> Void) rethrows {
        benchmark.startMeasurement()
        let begin = nanoseconds()
        try body()
        let end = nanoseconds()
        benchmark.stopMeasurement()
        samples.add(end - begin, of: benchmark)
    }
}

/// The samples behind the warm-up.
final class SampleList {
    private(set) var values: [Int64] = []
    private var tries = 0
    private let warmup: Int

    init(warmup: Int) { self.warmup = warmup }

    func add(_ value: Int64, of benchmark: Benchmark) {
        tries += 1
        if tries > warmup { values.append(value) }
    }
}

typealias Try = (Stopwatch) throws -> Void

/// Declares an operation for libraries of some sizes: it is prepared once, then tried until a second is over.
func operation(
    _ name: String,
    at sizes: [Size] = Size.allCases,
    most: Int = 1_000,
    _ prepare: @escaping (Size) throws -> Try
) {
    for size in sizes {
        let warmup = 2
        var attempt: Try?
        let samples = SampleList(warmup: warmup)
        Benchmark(
            "\(name) at \(size.rawValue)",
            configuration: .init(
                metrics: [.wallClock],
                warmupIterations: warmup,
                maxDuration: .milliseconds(800),
                maxIterations: most
            ),
            closure: { benchmark in
                do {
                    try attempt?(Stopwatch(benchmark, samples))
                } catch {
                    benchmark.error("\(error)")
                }
            },
            setup: { attempt = try prepare(size) },
            teardown: {
                attempt = nil
                try Samples(samples.values.map(Double.init)).write()
            }
        )
    }
}

/// Declares an operation on an open copy, which it may change.
func operationOnCopy(
    _ name: String,
    at sizes: [Size] = Size.allCases,
    most: Int = 1_000,
    _ prepare: @escaping (OpenCopy) throws -> Try
) {
    operation(name, at: sizes, most: most) { size in
        let copy = try OpenCopy(size)
        let attempt = try copy.library.withCurrent { try prepare(copy) }
        return { watch in try copy.library.withCurrent { try attempt(watch) } }
    }
}

/// An open copy of a generated library, and ways to pick from it.
final class OpenCopy {
    let size: Size
    let library: PHPhotoLibrary
    private let copy: LibraryCopy
    private var numbers = SystemRandomNumberGenerator()

    init(_ size: Size) throws {
        self.size = size
        copy = try Shelf.copy(size)
        library = try PHPhotoLibrary.open(at: copy.url)
    }

    deinit { library.close() }

    func byDate(_ configure: (PHFetchOptions) -> Void = { _ in }) -> PHFetchResult<PHAsset> {
        let options = PHFetchOptions()
        options.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
        configure(options)
        return PHAsset.fetchAssets(with: options)
    }

    func album(_ title: String) throws -> PHAssetCollection {
        let options = PHFetchOptions()
        options.predicate = NSPredicate(format: "title == %@", title)
        let found = PHAssetCollection.fetchAssetCollections(
            with: .album,
            subtype: .any,
            options: options
        )
        guard let album = found.firstObject else { throw CocoaError(.fileNoSuchFile) }
        return album
    }

    func index(below count: Int) -> Int { Int.random(in: 0..<count, using: &numbers) }

    /// Different visible assets from all over the library.
    ///
    /// They are found by identifiers, which are spread evenly: picking them from a result would load all of it.
    func some(_ count: Int) throws -> [PHAsset] {
        let wanted = min(count + count / 20, size.assets)
        var names: [String] = []
        for byte in (0..<256).shuffled(using: &numbers) where names.count < wanted {
            let digits = String(byte, radix: 16)
            names += try library.localIdentifiers(
                beginningWith: digits.count < 2 ? "0" + digits : digits,
                of: .asset,
                limit: wanted - names.count
            )
        }
        let found = PHAsset.fetchAssets(withLocalIdentifiers: names, options: nil)
        return found.objects(at: IndexSet(0..<min(count, found.count)))
    }

    /// A day of the twenty years of the generated libraries.
    func date() -> Date {
        Date(timeIntervalSinceReferenceDate: 94_694_400 + Double(index(below: 631_152_000)) + 0.25)
    }

    func setDate(of asset: PHAsset) throws {
        let date = date()
        try library.performChangesAndWait { PHAssetChangeRequest(for: asset).creationDate = date }
    }

    func toggleFavorite(_ asset: PHAsset) throws {
        try library.performChangesAndWait {
            PHAssetChangeRequest(for: asset).isFavorite = !asset.isFavorite
        }
    }
}
