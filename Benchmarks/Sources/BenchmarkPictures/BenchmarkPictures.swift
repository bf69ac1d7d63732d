import Foundation

/// Measures thumbnails and poster frames beside what others take for them, and draws up a table.
///
/// `BenchmarkPictures --programs FOLDER --limits FOLDER --work FOLDER [--photos-from FOLDER] [--rounds N] [--readme FILE]`
@main
enum BenchmarkPictures {
    static func main() throws {
        var options: [String: String] = [:]
        var words = CommandLine.arguments.dropFirst()
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
        var table = PictureTable()
        try bench.measureThumbnails(&table)
        try bench.measureGridThumbnails(&table)
        try bench.measureHEIC(&table)
        try bench.measurePosterFrames(&table)
        print("\n" + table.text)
        if let readme = options["--readme"] {
            try table.record(in: URL(fileURLWithPath: readme))
        }
    }
}
