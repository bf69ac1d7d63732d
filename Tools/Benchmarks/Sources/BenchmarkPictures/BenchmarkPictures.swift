import Foundation
import ProgramRuns

/// Measures thumbnails and poster frames beside what others take for them, and draws up a table.
///
/// `BenchmarkPictures --programs FOLDER --limits FOLDER --work FOLDER [--photos-from FOLDER] [--rounds N]
/// [--part files|previews] [--import N] [--many N] [--readme FILE]`
@main
enum BenchmarkPictures {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "scroll" { return try await Scroll.run(Array(arguments.dropFirst())) }
        var options: [String: String] = [:]
        var words = arguments[...]
        while let word = words.popFirst() { options[word] = words.popFirst() }
        guard let programs = options["--programs"], let limits = options["--limits"],
            let work = options["--work"]
        else {
            print("usage: BenchmarkPictures --programs FOLDER --limits FOLDER --work FOLDER")
            exit(64)
        }
        let bench = PictureBench(
            programs: URL(fileURLWithPath: programs, isDirectory: true),
            limits: URL(fileURLWithPath: limits, isDirectory: true),
            material: try PictureMaterial(
                in: URL(fileURLWithPath: work, isDirectory: true),
                photos: options["--photos-from"].map { URL(fileURLWithPath: $0, isDirectory: true) }
            ),
            rounds: options["--rounds"].flatMap { Int($0) } ?? 3
        )
        var table = Table("pictures")
        let part = options["--part"]
        if part != "previews" {
            try bench.measureThumbnails(&table)
            try bench.measureGridThumbnails(&table)
            try bench.measureHEIC(&table)
            try bench.measurePosterFrames(&table)
        }
        let previews = PreviewBench(
            photokit: bench.programs.appendingPathComponent("photokit"),
            limits: bench.limits,
            work: URL(fileURLWithPath: work, isDirectory: true),
            photos: bench.material.photos,
            rounds: bench.rounds
        )
        if part != "files" {
            try previews.measureImport(options["--import"].flatMap { Int($0) } ?? 1_000, &table)
            try previews.measureScrolling(&table)
            try previews.measureMemory(options["--many"].flatMap { Int($0) } ?? 10_000, &table)
        }
        print("\n" + table.text)
        if let readme = options["--readme"] {
            try table.record(in: URL(fileURLWithPath: readme))
        }
    }
}
