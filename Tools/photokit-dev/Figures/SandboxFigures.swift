import ArgumentParser
import Foundation
import MediaSynthesis
import PhotosMedia

/// Measures what the worker's sandbox costs: its start and its work, with the sandbox and without, in turns in one run.
struct SandboxFigures: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sandbox",
        abstract: "Measures what the worker's sandbox costs."
    )

    @Argument(help: "The path of photokit-media.")
    var worker: String

    func run() throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "sandbox-figures-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let run = try SandboxRun(worker: worker, folder: folder)
        try run.printTable()
    }
}

/// One run of the measurements.
private struct SandboxRun {
    private let ways: [(name: String, client: MediaWorkerClient)]
    private let photo: FileHandle
    private let small: FileHandle

    init(worker: String, folder: URL) throws {
        ways = [
            ("with sandbox", try Self.client(worker, folder, "closed", "")),
            (
                "without",
                try Self.client(
                    worker,
                    folder,
                    "open",
                    WorkerSandbox.Part.allCases.map { "--refuse \($0.rawValue)" }.joined(
                        separator: " "
                    )
                )
            ),
        ]
        photo = try Self.open(.gradient(width: 4032, height: 3024), folder, "photo.jpg")
        small = try Self.open(.gradient(width: 64, height: 48), folder, "small.jpg")
    }

    func printTable() throws {
        let thumbnail = PictureRequest(
            renditions: [.init(.about(longSide: 256), .jpeg(quality: 75))]
        )
        print("| medians | with sandbox | without | difference |")
        print("|---|---|---|---|")
        try measure("computing of a start, to the first facts", rounds: 51, by: Self.computed) {
            client in
            _ = try client.facts(of: small.fileDescriptor, zone: .gmt)
            client.close()
        }
        try measure("computing of a start, to the first picture", rounds: 51, by: Self.computed) {
            client in
            _ = try client.pictures(of: small.fileDescriptor, thumbnail)
            client.close()
        }
        for (_, client) in ways { _ = try client.pictures(of: photo.fileDescriptor, thumbnail) }
        try measure("grid thumbnails of 12 megapixels, 10", rounds: 15) { client in
            for _ in 0..<10 { _ = try client.pictures(of: photo.fileDescriptor, thumbnail) }
        }
        try measure("thumbnails of 64 by 48 pixels, 100", rounds: 15) { client in
            for _ in 0..<100 { _ = try client.pictures(of: small.fileDescriptor, thumbnail) }
        }
        try measure("facts, 500", rounds: 15) { client in
            for _ in 0..<500 { _ = try client.facts(of: small.fileDescriptor, zone: .gmt) }
        }
        try measure("round trips without a file, 1,000", rounds: 15) { client in
            for _ in 0..<1000 { _ = try client.sandbox(of: .decoder) }
        }
    }

    /// Both ways go through a shell, so that it costs both the same.
    private static func client(
        _ worker: String,
        _ folder: URL,
        _ name: String,
        _ options: String
    ) throws -> MediaWorkerClient {
        let script = folder.appending(path: name)
        try Data("#!/bin/sh\nexec \(worker) \"$@\" --walls available \(options)\n".utf8).write(
            to: script
        )
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script.path)
        return MediaWorkerClient(
            program: script.path,
            environment: ProcessInfo.processInfo.environment
        )
    }

    private static func open(
        _ image: RasterImage,
        _ folder: URL,
        _ name: String
    ) throws -> FileHandle {
        let path = folder.appending(path: name)
        try Data(JPEGEncoder().encode(image)).write(to: path)
        return try FileHandle(forReadingFrom: path)
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

    /// Milliseconds by the clock.
    private static func time(_ body: () throws -> Void) rethrows -> Double {
        try ContinuousClock().measure(body) / .milliseconds(1)
    }

    /// Milliseconds that programs computed which ended meanwhile.
    private static func computed(_ body: () throws -> Void) rethrows -> Double {
        func all() -> Double {
            var used = rusage()
            getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &used)
            let seconds = used.ru_utime.tv_sec + used.ru_stime.tv_sec
            let microseconds = used.ru_utime.tv_usec + used.ru_stime.tv_usec
            return Double(seconds) * 1000 + Double(microseconds) / 1000
        }
        let before = all()
        try body()
        return all() - before
    }

    /// Measures in turns, so that both ways have the same machine.
    private func measure(
        _ name: String,
        rounds: Int,
        by clock: (() throws -> Void) throws -> Double = Self.time,
        _ body: @escaping (MediaWorkerClient) throws -> Void
    ) throws {
        var times = [[Double]](repeating: [], count: ways.count)
        for _ in 0..<rounds {
            for index in ways.indices {
                times[index].append(try clock { try body(ways[index].client) })
            }
        }
        let (closed, open) = (Self.median(times[0]), Self.median(times[1]))
        let difference = String(
            format: "%+.2f ms, %+.1f %%",
            closed - open,
            (closed / open - 1) * 100
        )
        let texts = [closed, open].map { String(format: "%.2f ms", $0) }
        print("| \(name) | \(texts[0]) | \(texts[1]) | \(difference) |")
    }
}
