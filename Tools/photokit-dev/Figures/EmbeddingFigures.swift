import ArgumentParser
import Foundation
import MediaSynthesis
import PhotosMedia
import PhotosTestSupport

/// Measures how fast metadata are embedded into copies of JPEGs, beside exiv2's own program, in turns in one run.
struct EmbeddingFigures: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "embedding",
        abstract:
            "Measures the embedding of metadata into copies of JPEGs, beside exiv2's own program.",
        discussion: """
            The programs photokit-media and photokit-decoders must stand beside this one, or be in PATH, and exiv2 must be \
            installed. One process of exiv2 changes all copies, which cp has made; both times are printed. All files have \
            been read before, and neither side waits for the disk.
            """
    )

    @Option(help: "The number of files in each round.")
    var photos = 100

    @Option(help: "The number of rounds.")
    var rounds = 5

    @Option(help: "The size of each file in kilobytes.")
    var kilobytes = 2600

    func run() throws {
        let environment = ProcessInfo.processInfo.environment
        guard let program = WorkerProgram.findWorker(environment: environment) else {
            throw ValidationError("There is no program photokit-media beside this one.")
        }
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "embedding-figures-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let originals = try makeOriginals(folder)
        let client = MediaWorkerClient(program: program, environment: environment)
        defer { client.close() }
        var times: [String: [Double]] = [:]
        for round in 0...rounds {
            let target = folder.appending(path: "round")
            try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
            let ours = try Self.time { try embed(originals, target, client) }
            let copies = originals.map {
                target.path + "/exiv2-" + ($0 as NSString).lastPathComponent
            }
            let copying = try Self.time { try copy(originals, copies) }
            let theirs = try Self.time { try Self.run("exiv2", Self.commands + copies) }
            try FileManager.default.removeItem(at: target)
            // The first round starts the worker.
            guard round > 0 else { continue }
            times["ours", default: []].append(ours)
            times["exiv2", default: []].append(theirs)
            times["both", default: []].append(theirs + copying)
        }
        report(times)
    }

    private func report(_ times: [String: [Double]]) {
        func rate(_ name: String) -> Double {
            let sorted = (times[name] ?? []).sorted()
            return Double(photos) / sorted[sorted.count / 2]
        }
        func line(_ name: String, _ rate: Double) { print("| \(name) | \(Int(rate.rounded())) |") }
        print(
            "| \(photos) JPEGs of \(Double(kilobytes) / 1000) MB, medians of \(rounds) rounds | files a second |"
        )
        print("|---|---|")
        line("copies with metadata by the worker, pixels compared", rate("ours"))
        line("exiv2's program alone, in place", rate("exiv2"))
        line("cp and exiv2's program", rate("both"))
        let alone = (rate("ours") / rate("exiv2") * 100).rounded() / 100
        let together = (rate("ours") / rate("both") * 100).rounded() / 100
        print(
            "The worker is \(alone) times as fast as exiv2 alone, and \(together) times as fast as cp and exiv2."
        )
    }

    /// The metadata that both sides write.
    private static let metadata: WrittenMetadata = {
        var metadata = WrittenMetadata()
        metadata.caption = .value("On the summit")
        metadata.keywords = .value(["snow", "summit"])
        metadata.rating = .value(4)
        metadata.captureDate = .value(CaptureTime(localSeconds: 1_714_566_600, zoneOffset: 7200))
        metadata.place = .value(.init(latitude: 48.2, longitude: 16.375, altitude: 170))
        return metadata
    }()

    private static let commands =
        [
            "set Exif.Photo.DateTimeOriginal 2024:05:01 12:30:00",
            "set Exif.Photo.OffsetTimeOriginal +02:00",
            "set Exif.GPSInfo.GPSLatitude 48/1 12/1 0/1",
            "set Exif.GPSInfo.GPSLatitudeRef N", "set Exif.GPSInfo.GPSLongitude 16/1 22/1 30/1",
            "set Exif.GPSInfo.GPSLongitudeRef E", "set Exif.GPSInfo.GPSAltitude 170/1",
            "set Exif.Image.ImageDescription On the summit",
            "set Xmp.dc.description lang=x-default On the summit", "set Xmp.dc.subject snow",
            "set Xmp.dc.subject summit", "set Xmp.xmp.Rating 4",
            "set Xmp.exif.DateTimeOriginal 2024-05-01T12:30:00+02:00",
        ].flatMap { ["-M", $0] } + ["modify"]

    /// Makes photos of noise, which no encoder packs, with an Exif block of a camera.
    private func makeOriginals(_ folder: URL) throws -> [String] {
        var numbers = SeededNumbers(seed: 1)
        let image = RasterImage(width: 1600, height: 1200) { _, _ in
            let bits = numbers.next()
            return .init(
                red: UInt8(truncatingIfNeeded: bits),
                green: UInt8(truncatingIfNeeded: bits >> 8),
                blue: UInt8(truncatingIfNeeded: bits >> 16)
            )
        }
        let exif = ExifFields(
            dateTimeOriginal: "2010:01:01 10:00:00",
            make: "Maker",
            model: "Model",
            place: .init(latitude: 1, longitude: 2)
        )
        var bytes = JPEGEncoder(quality: 85).encode(image, exif: exif.block())
        // Bytes behind the end of the picture are kept by both sides.
        while bytes.count < kilobytes * 1000 {
            bytes.append(UInt8(truncatingIfNeeded: numbers.next()))
        }
        return try (0..<photos).map { number in
            let path = folder.appending(path: "\(number).jpg").path
            try Data(bytes.prefix(kilobytes * 1000)).write(to: URL(filePath: path))
            return path
        }
    }

    private func embed(
        _ originals: [String],
        _ target: URL,
        _ client: MediaWorkerClient
    ) throws {
        for original in originals {
            let source = open(original, O_RDONLY | O_CLOEXEC)
            let path = target.path + "/" + (original as NSString).lastPathComponent
            let copy = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            defer {
                close(source)
                close(copy)
            }
            _ = try client.embed(Self.metadata, from: source, into: copy)
        }
    }

    private func copy(_ originals: [String], _ copies: [String]) throws {
        let folder = (copies[0] as NSString).deletingLastPathComponent
        try Self.run("cp", originals + [folder])
        for (original, copy) in zip(originals, copies) {
            let name = folder + "/" + (original as NSString).lastPathComponent
            guard rename(name, copy) == 0 else { throw ValidationError("A copy is missing.") }
        }
    }

    private static func run(_ name: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw ValidationError(
                "\(name) ended with \(process.terminationStatus). Install it first."
            )
        }
    }

    private static func time(_ body: () throws -> Void) rethrows -> Double {
        try ContinuousClock().measure(body) / .seconds(1)
    }
}
