import Foundation
package import MediaSynthesis

/// Other programs, which make files that we have no writer for.
package enum OtherProgram {
    package struct Failed: Error, CustomStringConvertible {
        package let description: String

        init(_ name: String, _ said: String) {
            description =
                "\(name) is not installed or refused its work, and these tests need its files. "
                + "Install what Scripts/install --tests names. \(said)"
        }
    }

    package static func run(_ name: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [name] + arguments
        let errors = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        try process.run()
        let said = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failed(name, String(decoding: said.suffix(1000), as: UTF8.self))
        }
    }

    /// The file that libvips' program writes of a picture.
    ///
    /// - Parameters:
    ///   - image: The picture.
    ///   - name: The file's name with options in brackets, as the program takes it.
    ///   - steps: Operations of the program to do before, each with its arguments.
    /// - Returns: The file's bytes.
    /// - Throws: `Failed`.
    package static func vips(
        _ image: RasterImage,
        _ name: String,
        after steps: [[String]] = []
    ) throws -> [UInt8] {
        let folder = try TemporaryFolder(isVolatile: false)
        var file = try folder.file("drawn.ppm", image.portablePixmap).path
        for (index, step) in steps.enumerated() {
            let next = "\(folder.url.path)/step\(index).v"
            try run("vips", [step[0], file, next] + step.dropFirst())
            file = next
        }
        try run("vips", ["copy", file, "\(folder.url.path)/\(name)"])
        let plain = name.prefix { $0 != "[" }
        return [UInt8](try Data(contentsOf: URL(filePath: "\(folder.url.path)/\(plain)")))
    }

    /// The file that libheif's program makes of a PNG.
    package static func heif(_ png: [UInt8], _ name: String, _ options: [String]) throws -> [UInt8]
    {
        let folder = try TemporaryFolder(isVolatile: false)
        let source = try folder.file("source.png", png).path
        let made = "\(folder.url.path)/\(name)"
        try run("heif-enc", ["-q", "100"] + options + [source, "-o", made])
        return [UInt8](try Data(contentsOf: URL(filePath: made)))
    }

    /// A movie that ffmpeg makes of a still picture.
    package static func movie(
        _ image: RasterImage,
        _ name: String,
        _ options: [String]
    ) throws -> [UInt8] {
        let folder = try TemporaryFolder(isVolatile: false)
        let file = try folder.file("drawn.ppm", image.portablePixmap).path
        let made = "\(folder.url.path)/\(name)"
        try run(
            "ffmpeg",
            ["-loglevel", "error", "-loop", "1", "-i", file, "-frames:v", "3"] + options + [made]
        )
        return [UInt8](try Data(contentsOf: URL(filePath: made)))
    }
}

extension RasterImage {
    /// The simplest file that programs read.
    package var portablePixmap: [UInt8] {
        Array("P6\n\(width) \(height)\n255\n".utf8) + samples
    }
}
