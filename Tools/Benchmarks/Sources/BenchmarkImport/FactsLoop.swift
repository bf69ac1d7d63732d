import Foundation
import OpenPhotoKit
import ProgramRuns

/// The facts of some files, one after another, as often as time permits; nanoseconds for a file as one line of JSON.
enum FactsLoop {
    static func run(_ files: [String]) throws {
        var samples: [Double] = []
        let urls = files.map { URL(fileURLWithPath: $0) }
        let end = ContinuousClock.now + .seconds(3)
        var round = 0
        while round < 2 || ContinuousClock.now < end {
            let start = ContinuousClock.now
            for url in urls { _ = try FileFacts(of: url) }
            let elapsed = ContinuousClock.now - start
            // The first round starts the worker.
            if round > 0 { samples.append(Double(elapsed / .nanoseconds(1)) / Double(urls.count)) }
            round += 1
        }
        print("{\"unit\":\"ns\",\"samples\":\(samples)}")
    }
}

/// A picture of some kilobytes with the tags of a large one.
enum Thumbnail {
    static func write(_ target: URL, from picture: URL) throws {
        let exiftool = BenchmarkImport.exiftool
        // The smallest JPEG that decoders take: sixteen by sixteen grey points.
        let bytes = Data(base64Encoded: grey) ?? Data()
        try bytes.write(to: target)
        _ = try Run(
            exiftool,
            ["-q", "-overwrite_original", "-TagsFromFile", picture.path, "-all:all", target.path]
        )
    }

    private static let grey =
        "/9j/4AAQSkZJRgABAgAAAQABAAD/2wBDAAgUFBcUFxsbGxsbGyAeICEhISAgICAhISEkJCQqKiokJCQhISQkKCgqKi4vLisrKisvLzIy"
        + "Mjw8OTlGRkhWVmf/xABKAAEAAAAAAAAAAAAAAAAAAAAAAQEAAAAAAAAAAAAAAAAAAAAAEAEAAAAAAAAAAAAAAAAAAAAAEQEAAAAAAAAA"
        + "AAAAAAAAAAAA/8AAEQgAEAAQAwEiAAIRAAMRAP/aAAwDAQACEQMRAD8AAA//2Q=="
}
