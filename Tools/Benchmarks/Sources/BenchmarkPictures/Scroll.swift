import Foundation
import OpenPhotoKit
import ProgramRuns
import Synchronization

/// A page of 1,000 pictures in a process of its own, as an application that has just started shows it.
enum Scroll {
    /// What one run says on its only line.
    struct Result {
        var perSecond: Double
        /// Seconds that 99 of 100 requests stay below, one after another.
        var slowest: Double

        init(_ line: String) throws {
            let numbers = line.split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
            guard numbers.count == 2 else { throw Run.Fault.failed("scroll", 0) }
            (perSecond, slowest) = (numbers[0], numbers[1])
        }
    }

    /// Requests for the fields of a page that are under way at once.
    private static let atOnce = 16
    private static let side = CGSize(width: 200, height: 200)

    static func run(_ words: [String]) async throws {
        let fetched = PHAsset.fetchAssets(with: nil)
        let assets = fetched.objects(at: IndexSet(0..<fetched.count))
        let warm = Array(assets.suffix(50))
        let page = Array(assets.prefix(1_000))
        guard warm.count == 50, page.count == 1_000 else { exit(1) }
        let manager: PHImageManager
        if words.first == "caching" {
            let caching = PHCachingImageManager()
            caching.startCachingImages(
                for: page,
                targetSize: side,
                contentMode: .aspectFit,
                options: options
            )
            // Nothing says that all are ready: an application does not wait at all, and scrolls for longer.
            try await Task.sleep(for: .seconds(4))
            manager = caching
        } else {
            manager = PHImageManager.default()
        }
        // The worker program has been started by whoever opened the application.
        for asset in warm { _ = wait(for: asset, manager) }
        // Fewer assets for each of two measures: what was shown once is remembered.
        let (first, second) = (page.prefix(800), page.suffix(200))
        let start = ContinuousClock.now
        scroll(first, manager)
        let elapsed = seconds(since: start)
        let waits = second.map { wait(for: $0, manager) }.sorted()
        print(Double(first.count) / elapsed, waits[waits.count * 99 / 100])
    }

    private static var options: PHImageRequestOptions {
        let options = PHImageRequestOptions()
        options.deliveryMode = .highQualityFormat
        options.resizeMode = .fast
        return options
    }

    /// Seconds until a picture is there.
    private static func wait(for asset: PHAsset, _ manager: PHImageManager) -> Double {
        let isDone = DispatchSemaphore(value: 0)
        let start = ContinuousClock.now
        request(asset, manager) { isDone.signal() }
        isDone.wait()
        return seconds(since: start)
    }

    private static func scroll(_ assets: ArraySlice<PHAsset>, _ manager: PHImageManager) {
        let room = DispatchSemaphore(value: atOnce)
        let group = DispatchGroup()
        for asset in assets {
            room.wait()
            group.enter()
            request(asset, manager) {
                room.signal()
                group.leave()
            }
        }
        group.wait()
    }

    private static func request(
        _ asset: PHAsset,
        _ manager: PHImageManager,
        _ done: @escaping @Sendable () -> Void
    ) {
        manager.requestImage(
            for: asset,
            targetSize: side,
            contentMode: .aspectFit,
            options: options
        ) { image, info in
            guard let image, let pixels = image.cgImage, pixels.width >= 100 else {
                fatalError("A picture is missing: \(info ?? [:])")
            }
            done()
        }
    }

    private static func seconds(since start: ContinuousClock.Instant) -> Double {
        (ContinuousClock.now - start) / .seconds(1)
    }
}
