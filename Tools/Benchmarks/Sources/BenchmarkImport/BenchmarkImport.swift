import Foundation
import Glibc
import ProgramRuns

/// Measures imports beside what they are made of, each part alone, and draws up a table.
///
/// `BenchmarkImport --programs FOLDER --limits FOLDER --work FOLDER [--rounds N] [--photos N] [--small 1k,20k,500k]
/// [--readme FILE]`
@main
struct BenchmarkImport {
    let photokit: URL
    let limits: URL
    let work: URL
    let rounds: Int
    let picture: URL
    let smallPicture: URL

    static func main() throws {
        if CommandLine.arguments.dropFirst().first == "facts" {
            return try FactsLoop.run(Array(CommandLine.arguments.dropFirst(2)))
        }
        var options: [String: String] = [:]
        var words = CommandLine.arguments.dropFirst()
        while let word = words.popFirst() { options[word] = words.popFirst() }
        guard let programs = options["--programs"], let limits = options["--limits"],
            let work = options["--work"]
        else {
            print("usage: BenchmarkImport --programs FOLDER --limits FOLDER --work FOLDER")
            exit(64)
        }
        let benchmark = try BenchmarkImport(
            programs: URL(fileURLWithPath: programs, isDirectory: true),
            limits: URL(fileURLWithPath: limits, isDirectory: true),
            work: URL(fileURLWithPath: work, isDirectory: true),
            rounds: options["--rounds"].flatMap { Int($0) } ?? 3
        )
        var table = Table("import")
        try benchmark.measureFacts(&table)
        try benchmark.measurePhotos(options["--photos"].flatMap { Int($0) } ?? 1_000, &table)
        let sizes = (options["--small"] ?? "1k,20k").split(separator: ",").compactMap {
            $0.hasSuffix("k") ? Int($0.dropLast()).map { $0 * 1_000 } : Int($0)
        }
        try benchmark.measureSmallFiles(sizes, &table)
        print("\n" + table.text)
        if let readme = options["--readme"] {
            try table.record(in: URL(fileURLWithPath: readme))
        }
    }

    init(programs: URL, limits: URL, work: URL, rounds: Int) throws {
        photokit = programs.appendingPathComponent("photokit")
        self.limits = limits
        self.work = work
        self.rounds = rounds
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        let demo = work.appendingPathComponent("demo")
        if !FileManager.default.fileExists(atPath: demo.path) {
            _ = try Run(programs.appendingPathComponent("DemoPhotos"), [demo.path])
        }
        let photos = demo.appendingPathComponent("Photos")
        let names = try FileManager.default.contentsOfDirectory(atPath: photos.path).sorted()
        guard let name = names.first(where: { $0.uppercased().hasSuffix(".JPG") }) else {
            throw Run.Fault.failed("DemoPhotos", 0)
        }
        picture = work.appendingPathComponent("picture.jpg")
        try? FileManager.default.removeItem(at: picture)
        // As an editor leaves it: with XMP and IPTC beside Exif.
        _ = try Run(
            Self.exiftool,
            Self.editorsTags + [
                "-q", "-o", picture.path, photos.appendingPathComponent(name).path,
            ]
        )
        let small = work.appendingPathComponent("small.jpg")
        try? FileManager.default.removeItem(at: small)
        try Thumbnail.write(small, from: picture)
        smallPicture = small
    }

    static let exiftool = URL(fileURLWithPath: "/usr/bin/exiftool")
    private static let editorsTags =
        [
            "-XMP-dc:Description=A ridge above the clouds", "-XMP-xmp:Rating=4",
            "-IPTC:By-line=Nobody",
        ]
        + ["ridge", "clouds", "hike", "summer", "morning"].flatMap {
            ["-XMP-dc:Subject+=\($0)", "-IPTC:Keywords+=\($0)"]
        }
        + ["Exposure2012", "Contrast2012", "Highlights2012", "Shadows2012", "Whites2012"].map {
            "-XMP-crs:\($0)=+12"
        }

    // MARK: Parts

    private func limit(_ words: String...) throws -> Double {
        try Run(limits.appendingPathComponent("importing"), words).time
    }

    private func folder(
        _ name: String,
        _ count: Int,
        bytes: Int,
        of picture: URL? = nil
    ) throws -> String {
        let folder = work.appendingPathComponent(name).path
        say("\(count) files in \(folder)")
        _ = try Run(
            limits.appendingPathComponent("importing"),
            ["make", (picture ?? self.picture).path, folder, "\(count)", "\(bytes)"]
        )
        return folder
    }

    private func inLibrary<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let library = work.appendingPathComponent("Benchmark.photolib")
        try? FileManager.default.removeItem(at: library)
        defer { try? FileManager.default.removeItem(at: library) }
        _ = try Run(photokit, ["init", "--library", library.path])
        return try body(library)
    }

    /// Waits until removed files are off the disk, so that the next part does not wait for that.
    private func settle() {
        sync()
        sleep(2)
    }

    private func importing(_ folder: String, into library: URL) throws -> Run {
        try Run(photokit, ["import", "--no-previews", folder, "--library", library.path])
    }

    private static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()

    /// Facts alone: by the public way in, by exiv2 in C, by one process of exiftool; the same files, one after another.
    private func measureFacts(_ table: inout Table) throws {
        let folder = try folder("facts", 1_000, bytes: 200_000)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        let files = names.map { folder + "/" + $0 }
        var ours: [Double] = []
        var exiv2: [Double] = []
        var exiftool: [Double] = []
        for _ in 0..<rounds {
            exiv2.append(try perFile("facts", files))
            ours.append(try Self.perFile(of: Run(Self.program, ["facts"] + files)))
            let run = try Run(Self.exiftool, ["-q", "-fast2", "-json", "-n"] + files.prefix(200))
            exiftool.append(run.time / 200)
        }
        table.add(
            "facts of JPEG, one core",
            rate(median(ours)),
            "exiv2 in C " + rate(median(exiv2)),
            median(exiv2) / median(ours),
            atLeast: 0.7
        )
        table.add(
            "facts of JPEG, one core",
            rate(median(ours)),
            "exiftool -fast2 " + rate(median(exiftool)),
            median(exiftool) / median(ours),
            atLeast: 15
        )
    }

    /// Seconds that a limit program takes for one file, by its own clock.
    private func perFile(_ program: String, _ files: [String]) throws -> Double {
        try Self.perFile(of: Run(limits.appendingPathComponent(program), files))
    }

    private static func perFile(of run: Run) throws -> Double {
        struct Samples: Decodable { var samples: [Double] }
        let samples = try JSONDecoder().decode(Samples.self, from: Data(run.output.utf8))
        return median(samples.samples) / 1e9
    }

    /// Photos of a usual size, durably, by two workers.
    private func measurePhotos(_ count: Int, _ table: inout Table) throws {
        let folder = try folder("photos-\(count)", count, bytes: 2_600_000)
        let target = work.appendingPathComponent("target").path
        var checksum: [Double] = []
        var copy: [Double] = []
        var checkedCopy: [Double] = []
        var ours: [Double] = []
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        let facts = try perFile("facts", names.prefix(200).map { folder + "/" + $0 }) / 2
        func copying(_ way: String) throws -> Double {
            try FileManager.default.createDirectory(
                atPath: target,
                withIntermediateDirectories: true
            )
            settle()
            defer { try? FileManager.default.removeItem(atPath: target) }
            return try limit(way, folder, "2", target)
        }
        try? FileManager.default.removeItem(atPath: target)
        for round in 0..<rounds {
            copy.append(try copying("copy"))
            checkedCopy.append(try copying("checked-copy"))
            // The part that only reads runs between the two that write.
            checksum.append(try limit("checksum", folder, "2"))
            settle()
            try inLibrary { ours.append(try importing(folder, into: $0).time) }
            say(
                "round \(round + 1): checksum \(checksum), copy \(copy), with checksums \(checkedCopy), import \(ours)"
            )
        }
        let parts = [
            ("checksum", median(checksum)), ("copy", median(copy)),
            ("facts", facts * Double(count)),
        ]
        let slowest = parts.max { $0.1 < $1.1 } ?? parts[0]
        table.add(
            "import of \(count) photos of 2.6 MB",
            rate(median(ours) / Double(count)),
            parts.map { "\($0.0) \(rate($0.1 / Double(count)))" }.joined(separator: ", "),
            slowest.1 / median(ours)
        )
        table.add(
            "the same",
            rate(median(ours) / Double(count)),
            "copy with checksums " + rate(median(checkedCopy) / Double(count)),
            median(checkedCopy) / median(ours),
            atLeast: 0.85
        )
    }

    /// Small files: what an import costs beside their bytes, and what it costs to find nothing new.
    private func measureSmallFiles(_ counts: [Int], _ table: inout Table) throws {
        var first: [(count: Int, seconds: Double)] = []
        for count in counts {
            let folder = try folder("small-\(count)", count, bytes: 0, of: smallPicture)
            let walk = try limit("walk", folder)
            try inLibrary { library in
                let run = try importing(folder, into: library)
                first.append((count, run.time / Double(count)))
                table.add(
                    "import of \(count) small files",
                    rate(run.time / Double(count)),
                    "memory \(run.memory >> 20) MB",
                    Double(run.memory) / 1e6,
                    atMost: 120
                )
                var again: [Double] = []
                var memory: Int64 = 0
                for _ in 0..<rounds {
                    let run = try importing(folder, into: library)
                    again.append(run.time)
                    memory = max(memory, run.memory)
                }
                table.add(
                    "second import of \(count)",
                    rate(median(again) / Double(count)),
                    "walk " + rate(walk / Double(count)) + ", memory \(memory >> 20) MB",
                    Double(count) / median(again),
                    atLeast: 25_000
                )
            }
        }
        guard let smallest = first.min(by: { $0.count < $1.count }),
            let largest = first.max(by: { $0.count < $1.count }), first.count > 1
        else { return }
        table.add(
            "cost of a file, \(smallest.count) to \(largest.count) in one folder",
            rate(largest.seconds),
            rate(smallest.seconds),
            largest.seconds / smallest.seconds,
            atMost: 1.2
        )
    }

    private func rate(_ secondsPerFile: Double) -> String {
        "\(Int((1 / secondsPerFile).rounded())) files/s"
    }

    private func say(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
