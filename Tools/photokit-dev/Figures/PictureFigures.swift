import ArgumentParser
import Foundation
import PhotosMedia

/// Makes pictures of files by the worker, one after another, for the benchmarks.
///
/// The samples are printed as one line of JSON, as the limit programs do. Each picture is written to a file in the
/// temporary folder, as a store would write it.
struct PictureFigures: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pictures",
        abstract: "Prints the nanoseconds that the worker takes for pictures of files, as JSON.",
        discussion: "The program photokit-media must stand beside this one, or be in PATH."
    )

    /// The pictures that are made of each file.
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case both
        case grid
        case heic
        case poster
    }

    @Argument(help: "What to make of each file.")
    var kind: Kind

    @Argument(help: "The files.")
    var files: [String]

    /// The sizes and qualities of the library's own previews, and of what they are compared with.
    private static let kinds: [Kind: [PictureRendition]] = [
        .both: [
            PictureRendition(.about(longSide: 1024), .jpeg(quality: 80)),
            PictureRendition(.about(longSide: 256), .jpeg(quality: 80)),
        ],
        .grid: [PictureRendition(.about(longSide: 256), .jpeg(quality: 80))],
        .heic: [PictureRendition(.full, .heic(quality: 80))],
        .poster: [PictureRendition(.about(longSide: 1024), .jpeg(quality: 80))],
    ]
    private static let duration: Duration = .seconds(6)
    private static let mostSamples = 400

    func run() throws {
        let environment = ProcessInfo.processInfo.environment
        guard let program = WorkerProgram.findWorker(environment: environment) else {
            throw ValidationError("There is no program photokit-media beside this one.")
        }
        let client = MediaWorkerClient(program: program, environment: environment)
        let request = PictureRequest(renditions: Self.kinds[kind] ?? [])
        let store = FileManager.default.temporaryDirectory
            .appending(path: "photokit-pictures-\(UUID().uuidString)").path
        let target = open(store, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard target >= 0 else { fatalError("The temporary folder cannot be written to.") }
        unlink(store)

        var samples: [Int64] = []
        // Two to warm up: the first starts the worker.
        var number = -2
        let end = ContinuousClock.now + Self.duration
        while number < 3 || (number < Self.mostSamples && ContinuousClock.now < end) {
            let file = files[(number + 2) % files.count]
            let start = ContinuousClock.now
            let descriptor = open(file, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { fatalError("\(file) cannot be opened.") }
            var offset: off_t = 0
            for picture in try client.pictures(of: descriptor, request) {
                offset += off_t(Self.write(picture.bytes, to: target, at: offset))
            }
            close(descriptor)
            if number >= 0 {
                samples.append(Int64((ContinuousClock.now - start) / .nanoseconds(1)))
            }
            number += 1
        }
        client.close()
        print("{\"unit\":\"ns\",\"samples\":\(samples)}")
    }

    private static func write(_ bytes: Data, to target: Int32, at offset: off_t) -> Int {
        bytes.withUnsafeBytes { pwrite(target, $0.baseAddress, $0.count, offset) }
    }
}
