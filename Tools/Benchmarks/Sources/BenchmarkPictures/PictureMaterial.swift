import Foundation
import ProgramRuns

/// The files that pictures are made of: drawn once and kept, or taken from a folder.
struct PictureMaterial {
    let photos: [String]
    /// The first photos again, without an embedded thumbnail.
    let heics: [String]
    /// And with one of 320 pixels, as telephones write it.
    let heicsWithThumbnail: [String]
    let movies: [String]

    init(in work: URL, photos: URL?) throws {
        let folder = work.path
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        if let photos {
            let names = try FileManager.default.contentsOfDirectory(atPath: photos.path).sorted()
            self.photos = names.filter { $0.lowercased().hasSuffix(".jpg") }
                .map { photos.appendingPathComponent($0).path }
        } else {
            self.photos = try (1...8).map { number in
                try Self.once("\(folder)/photo\(number).jpg") { try Self.draw(number, $0, folder) }
            }
        }
        guard !self.photos.isEmpty else {
            throw Run.Fault.missing("a JPEG in \(photos?.path ?? folder)")
        }
        let origin = photos == nil ? "" : "of-folder-"
        heics = try Self.encoded(self.photos, "\(folder)/\(origin)plain", [])
        heicsWithThumbnail = try Self.encoded(
            self.photos,
            "\(folder)/\(origin)thumbnail",
            ["-t", "320"]
        )
        movies = try (1...3).map { number in
            try Self.once("\(folder)/movie\(number).mp4") { path in
                let source = "mandelbrot=size=1920x1080:rate=30:start_scale=0.\(number)"
                _ = try Run(
                    named: "ffmpeg",
                    [
                        "-loglevel", "error", "-f", "lavfi", "-i", source, "-t", "3", "-c:v",
                        "libx264",
                        "-preset", "veryfast", "-crf", "20", "-pix_fmt", "yuv420p", "-g", "60",
                        path,
                    ]
                )
            }
        }
    }

    /// The path of a file, which is made where it is missing.
    private static func once(_ path: String, _ make: (String) throws -> Void) throws -> String {
        if FileManager.default.fileExists(atPath: path) { return path }
        FileHandle.standardError.write(Data("making \(path)\n".utf8))
        let suffix = URL(fileURLWithPath: path).pathExtension
        let unfinished = "\(path).unfinished.\(suffix)"
        try make(unfinished)
        try FileManager.default.moveItem(atPath: unfinished, toPath: path)
        return path
    }

    private static func encoded(
        _ photos: [String],
        _ start: String,
        _ options: [String]
    ) throws -> [String] {
        try photos.prefix(3).enumerated().map { number, photo in
            try once("\(start)\(number).heic") { path in
                _ = try Run(
                    named: "heif-enc",
                    ["-q", "50", "-p", "preset=ultrafast"] + options + [photo, "-o", path]
                )
            }
        }
    }

    /// A photo of 12 megapixels: a fractal surface has a landscape's share of detail at every size, and noise is a sensor's.
    private static func draw(_ number: Int, _ path: String, _ folder: String) throws {
        func file(_ name: String) -> String { "\(folder)/drawing-\(name).v" }
        func vips(_ words: String...) throws { _ = try Run(named: "vips", words) }
        defer {
            for name in ["surface", "grey", "colors", "noise", "sum", "bytes", "final"] {
                try? FileManager.default.removeItem(atPath: file(name))
            }
        }
        try vips("fractsurf", file("surface"), "4032", "3024", "2.\(3 + number % 3)")
        try vips("scale", file("surface"), file("grey"))
        try vips("linear", file("grey"), file("colors"), "0.9 0.8 0.7", "10 \(20 + number * 3) 40")
        try vips("gaussnoise", file("noise"), "4032", "3024", "--sigma", "4.5", "--mean", "0")
        try vips("add", file("colors"), file("noise"), file("sum"))
        try vips("cast", file("sum"), file("bytes"), "uchar")
        try vips("copy", file("bytes"), file("final"), "--interpretation", "srgb")
        try vips("jpegsave", file("final"), path, "--Q", "89")
    }
}
