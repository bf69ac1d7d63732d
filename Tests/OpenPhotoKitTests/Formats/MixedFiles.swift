import Foundation
import PhotosMedia
import PhotosTestSupport

/// Files of all kinds, good, damaged, hostile, too large and none at all, all different.
final class MixedFiles {
    /// The files' names, each of them one of its own.
    private(set) var names: [String] = []
    /// How many there are of each kind.
    private(set) var kinds: [String: Int] = [:]
    private let folder: TemporaryFolder
    private var known: Set<[UInt8]> = []

    /// Makes files, the same for the same numbers.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - seed: Decides about damage.
    /// - Throws: `OtherProgram.Failed`, or an error of the file system.
    init(_ count: Int, seed: UInt64) throws {
        folder = try TemporaryFolder(isVolatile: false)
        var random = SeededNumbers(seed: seed)
        // More than a third of a large number of files is undamaged.
        var samples = try FormatSample.standard.get()
        while samples.count < count * 3 / 8 {
            samples += try FormatSample.all(variation: samples.count)
        }
        for sample in samples { try add("whole", sample.type.preferredExtension, sample.bytes) }
        // Bombs keep a worker busy for seconds, so that a small number of files has only some.
        let step = count < 500 ? 3 : 1
        for index in stride(from: 0, to: Bombs.all.count, by: step) {
            let bytes = Bombs.all[index].bytes
            try add("hostile or too large", "jpg", bytes)
        }
        try add("no media", "jpg", BrokenMedia.text())
        try add("no media", "heic", BrokenMedia.empty())
        try add("no media", "mov", BrokenMedia.movieWithoutDescription())
        while names.count < count {
            let sample = random.pick(samples)
            let ending = sample.type.preferredExtension
            if random.chance(0.4) {
                let length = random.number(below: sample.bytes.count)
                try add("cut off", ending, Array(sample.bytes.prefix(length)))
            } else {
                try add("mutated", ending, Mutations.mutated(sample.bytes, &random))
            }
        }
        known = []
    }

    /// Puts each file into a folder of its own, which are walked in the order of the names.
    func writeFiles(_ order: [String], below root: URL) throws {
        let manager = FileManager.default
        for (index, name) in order.enumerated() {
            let own = root.appendingPathComponent(String(format: "%05d", index))
            try manager.createDirectory(at: own, withIntermediateDirectories: true)
            try manager.linkItem(
                at: folder.url.appendingPathComponent(name),
                to: own.appendingPathComponent(name)
            )
        }
    }

    private func add(_ kind: String, _ ending: String, _ bytes: [UInt8]) throws {
        // Which of two equal files becomes the asset depends on the order.
        guard known.insert(bytes).inserted else { return }
        let name = "f\(names.count).\(ending)"
        _ = try folder.file(name, bytes)
        names.append(name)
        kinds[kind, default: 0] += 1
    }
}
