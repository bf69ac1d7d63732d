import Foundation
import MediaSynthesis
import PhotosMedia
import PhotosTestSupport

/// Pictures that are copies of each other in some way, or are not, and what hashes and comparisons say of them.
struct LikenessTable: Sendable {
    /// A way to make two pictures of a scene.
    struct Kind: Sendable {
        var name: String
        var isCopy: Bool
        var pair: @Sendable (LikenessTable, UInt64) throws -> (Picture, Picture)
    }

    struct Row {
        var kind: Kind
        var distances: [Int] = []
        /// Whether the previews are those of copies, for each pair.
        var isFound: [Bool] = []

        /// The part of the pairs that counts as copies at a threshold.
        func found(at threshold: Int) -> Double {
            let count = zip(distances, isFound).count { $0 <= threshold && $1 }
            return Double(count) / Double(distances.count)
        }

        /// The part of the pairs whose hashes alone are within a threshold.
        func near(at threshold: Int) -> Double {
            Double(distances.count { $0 <= threshold }) / Double(distances.count)
        }
    }

    static let thresholds = [4, 8, 12]
    /// The scenes of the document's table.
    static let seeds = Array(UInt64(1)...24)
    /// Fewer scenes, which are enough to notice a fault.
    static let fewSeeds = Array(UInt64(1)...6)
    private static let size = (width: 480, height: 320)

    let client: MediaWorkerClient

    // MARK: Making pictures

    func scene(_ seed: UInt64, moved: Double = 0) -> Picture {
        let image = SceneImage(seed: seed, moved: moved)
            .image(width: Self.size.width, height: Self.size.height)
        return Picture(
            width: image.width,
            height: image.height,
            format: .pixels,
            bytes: Data(PixelBytes.opaque(image))
        )
    }

    /// Runs pixels through the worker, and decodes the file that it makes.
    func through(
        _ picture: Picture,
        _ format: PictureRendition.Format = .pixels,
        scale: Double = 1,
        crop: UnitRectangle? = nil
    ) throws -> Picture {
        let whole = crop ?? .whole
        let (width, height) = (
            Int((Double(picture.width) * whole.width * scale).rounded()),
            Int((Double(picture.height) * whole.height * scale).rounded())
        )
        let request = PictureRequest(
            .pixels(width: picture.width, height: picture.height),
            crop: crop,
            renditions: [PictureRendition(.exactly(width: width, height: height), format)]
        )
        let made = try MemoryFile.withDescriptor(of: picture.bytes) {
            try client.pictures(of: $0, request)[0]
        }
        if format == .pixels { return made }
        let decoding = PictureRequest(renditions: [PictureRendition(.full, .pixels)])
        return try MemoryFile.withDescriptor(of: made.bytes) {
            try client.pictures(of: $0, decoding)[0]
        }
    }

    func changed(_ picture: Picture, _ change: (Double) -> Double) -> Picture {
        var picture = picture
        let table = (0...255).map { UInt8(max(0, min(255, change(Double($0))))) }
        picture.bytes = Data(PixelBytes.mapped([UInt8](picture.bytes), by: table))
        return picture
    }

    func gray(_ picture: Picture) -> Picture {
        var picture = picture
        picture.bytes = Data(PixelBytes.gray([UInt8](picture.bytes)))
        return picture
    }

    /// The light of the preview that a library would store.
    func light(_ picture: Picture) throws -> PictureLight? {
        let scale = 256 / Double(max(picture.width, picture.height))
        return PictureLight(try through(picture, .jpeg(quality: 75), scale: min(1, scale)))
    }

    private static func cut(_ part: Double) -> UnitRectangle {
        UnitRectangle(x: part, y: part, width: 1 - 2 * part, height: 1 - 2 * part)
    }

    private static func view(_ x: Double, _ y: Double, _ size: Double) -> UnitRectangle {
        UnitRectangle(x: x * (1 - size), y: y * (1 - size), width: size, height: size)
    }

    private static func copy(
        _ name: String,
        _ make: @escaping @Sendable (LikenessTable, Picture) throws -> Picture
    ) -> Kind {
        Kind(name: name, isCopy: true) { table, seed in
            let scene = table.scene(seed)
            return (scene, try make(table, scene))
        }
    }

    private static func other(
        _ name: String,
        _ make: @escaping @Sendable (LikenessTable, UInt64) throws -> (Picture, Picture)
    ) -> Kind {
        Kind(name: name, isCopy: false, pair: make)
    }

    static let kinds: [Kind] = [
        copy("half of the size") { try $0.through($1, scale: 0.5) },
        copy("a quarter of the size") { try $0.through($1, scale: 0.25) },
        copy("JPEG of quality 40") { try $0.through($1, .jpeg(quality: 40)) },
        copy("JPEG of quality 10") { try $0.through($1, .jpeg(quality: 10)) },
        copy("HEIC of quality 40") { try $0.through($1, .heic(quality: 40)) },
        copy("1 % cut off at each edge") { try $0.through($1, crop: cut(0.01)) },
        copy("2 % cut off at each edge") { try $0.through($1, crop: cut(0.02)) },
        copy("3 % cut off at each edge") { try $0.through($1, crop: cut(0.03)) },
        copy("4 % cut off on the right") {
            try $0.through($1, crop: UnitRectangle(x: 0, y: 0, width: 0.96, height: 1))
        },
        copy("brighter by a fifth") { table, scene in table.changed(scene) { $0 * 1.2 } },
        copy("darker by a fifth") { table, scene in table.changed(scene) { $0 * 0.8 } },
        copy("more contrast") { table, scene in table.changed(scene) { 128 + ($0 - 128) * 1.25 } },
        copy("half of the size, quality 50, 1 % cut off, brighter") { table, scene in
            let smaller = try table.through(
                scene,
                .jpeg(quality: 50),
                scale: 0.5,
                crop: cut(0.01)
            )
            return table.changed(smaller) { $0 * 1.1 }
        },
        other("another scene") { ($0.scene($1), $0.scene($1 + 1_000)) },
        other("the scene 10 % further to the right") {
            let scene = $0.scene($1)
            return (
                try $0.through(scene, crop: view(0, 0.5, 0.9)),
                try $0.through(scene, crop: view(1, 0.5, 0.9))
            )
        },
        other("the scene from closer by") {
            let scene = $0.scene($1)
            return (scene, try $0.through(scene, crop: view(0.5, 0.5, 0.8)))
        },
        other("a thing has moved by 5 % of the width") {
            ($0.scene($1), $0.scene($1, moved: 0.05))
        },
        other("a thing has moved by 15 % of the width") {
            ($0.scene($1), $0.scene($1, moved: 0.15))
        },
        other("without its colours") {
            let scene = $0.scene($1)
            return (scene, $0.gray(scene))
        },
    ]

    // MARK: Rows

    func rows(_ seeds: [UInt64]) throws -> [Row] {
        try Self.kinds.map { kind in
            var row = Row(kind: kind)
            for seed in seeds {
                let (one, two) = try kind.pair(self, seed)
                guard let first = try light(one), let second = try light(two),
                    let hash = PictureHash.hash(first), let other = PictureHash.hash(second)
                else { continue }
                row.distances.append((hash ^ other).nonzeroBitCount)
                row.isFound.append(PictureLikeness(first, second)?.isCopy == true)
            }
            return row
        }
    }

    /// The rows as a table of a document: the part of the pairs that is found, and in brackets that with near hashes.
    static func text(_ rows: [Row]) -> String {
        func cell(_ part: Double) -> String { String(format: "%.2f", part) }
        let heading = thresholds.map { "≤ \($0)" }.joined(separator: " | ")
        var lines = ["| pictures | copies | \(heading) |"]
        lines.append("|---|---|" + thresholds.map { _ in "---|" }.joined())
        for row in rows {
            let cells = thresholds.map { threshold in
                let (found, near) = (row.found(at: threshold), row.near(at: threshold))
                return found == near ? cell(found) : "\(cell(found)) (\(cell(near)))"
            }
            let line = [row.kind.name, row.kind.isCopy ? "yes" : "no"] + cells
            lines.append("| " + line.joined(separator: " | ") + " |")
        }
        for (name, value) in [("**recall**", recall), ("**precision**", precision)] {
            let cells = thresholds.map { cell(value(rows, $0)) }
            lines.append("| \(name) | | " + cells.joined(separator: " | ") + " |")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The part of all copies that is found.
    static func recall(_ rows: [Row], _ threshold: Int) -> Double {
        let copies = rows.filter(\.kind.isCopy)
        return copies.reduce(0) { $0 + $1.found(at: threshold) } / Double(copies.count)
    }

    /// The part of the pairs that are found that are copies.
    static func precision(_ rows: [Row], _ threshold: Int) -> Double {
        let all = rows.reduce(0) { $0 + $1.found(at: threshold) }
        let copies = rows.filter(\.kind.isCopy).reduce(0) { $0 + $1.found(at: threshold) }
        return all == 0 ? 1 : copies / all
    }
}
