import ArgumentParser
import Foundation
import PhotosMedia

/// Measures how soon a movie that no browser plays begins, and how soon it goes on elsewhere.
struct MovieFigures: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "movies",
        abstract: "Measures the start of made movies, and seeks in them.",
        discussion: """
            The programs photokit-media and photokit-decoders must stand beside this one, or be in PATH. Nothing that was made is \
            kept. A start begins with a new process, and ends with the first fragment. Each file gives one line of JSON, with \
            seconds.
            """
    )

    @Argument(help: "Movies.")
    var files: [String]

    @Option(help: "The longer side of the made movie in pixels.")
    var side = 1920

    @Option(help: "The number of starts, and of seeks, of each file.")
    var rounds = 5

    private struct Line: Encodable {
        var file: String
        var width: Int
        var height: Int
        var seconds: Double
        var start: [Double] = []
        var seek: [Double] = []
        /// The seconds of the movie to which the seeks went.
        var places: [Double] = []
        /// The fragment after the last one, of two seconds.
        var next: [Double] = []
    }

    func run() throws {
        let environment = ProcessInfo.processInfo.environment
        guard let program = WorkerProgram.findWorker(environment: environment) else {
            throw ValidationError("There is no program photokit-media beside this one.")
        }
        for file in files {
            let handle = try FileHandle(forReadingFrom: URL(filePath: file))
            defer { try? handle.close() }
            let line = try measure(handle.fileDescriptor, file) {
                MediaWorkerClient(program: program, environment: environment)
            }
            print(String(decoding: try JSONEncoder().encode(line), as: UTF8.self))
        }
    }

    private func measure(
        _ descriptor: Int32,
        _ file: String,
        client makeClient: () -> MediaWorkerClient
    ) throws -> Line {
        var line = Line(file: file, width: 0, height: 0, seconds: 0)
        for round in 0..<rounds {
            let client = makeClient()
            defer { client.close() }
            func part(_ fragment: Int?) throws -> MovieLayout {
                let request = MovieRequest(longestSide: side, fragment: fragment)
                return try client.moviePart(request, of: descriptor, content: file).layout
            }
            var count = 0
            line.start.append(
                try Self.time {
                    let layout = try part(nil)
                    _ = try part(0)
                    (line.width, line.height) = (layout.width, layout.height)
                    line.seconds = layout.duration
                    count = layout.grid.count
                }
            )
            guard count > 3 else { throw ValidationError("\(file) is shorter than seven seconds.") }
            // A place after the first two fragments, another one in each round.
            let place = 2 + (count - 3) * (round + 1) / (rounds + 1)
            line.places.append(
                Double(place * FragmentGrid.fragmentTicks) / Double(FragmentGrid.ticksPerSecond)
            )
            line.seek.append(try Self.time { _ = try part(place) })
            line.next.append(try Self.time { _ = try part(place + 1) })
        }
        return line
    }

    private static func time(_ body: () throws -> Void) rethrows -> Double {
        try ContinuousClock().measure(body) / .seconds(1)
    }
}
