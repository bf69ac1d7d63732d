import Crypto
package import Foundation
import GRDB
import PhotosStore
import PhotosTestSupport

/// A library for measurements of the page: each asset has an original that can be decoded.
///
/// The originals are links to some hundred small pictures that differ, so a million of them take no room for their
/// bytes. Previews are made by the worker at their first request, as in any library.
package struct GalleryRecipe: Codable, Hashable, Sendable {
    package var assets: Int
    package var seed: UInt64
    /// Whether all assets have dates of one day, else of twenty years.
    package var isOneDay: Bool
    /// Raised whenever the generator makes other rows of the same recipe.
    package var generator = 1

    package init(assets: Int, seed: UInt64 = 1, isOneDay: Bool = false) {
        self.assets = assets
        self.seed = seed
        self.isOneDay = isOneDay
    }

    /// The last day of the dates, in seconds since 2001.
    private static let lastDate = 780_000_000.0

    /// Returns the library of the recipe in a folder, which is made if there is none, or one of another recipe or format.
    ///
    /// - Parameters:
    ///   - folder: The folder for libraries and pictures.
    ///   - name: The name of the library without its suffix.
    /// - Returns: The library, and whether it was made now.
    /// - Throws: An error of the engine or of the file system.
    package func library(in folder: URL, name: String) throws -> (url: URL, isNew: Bool) {
        let files = FileManager.default
        let url = folder.appendingPathComponent("\(name).photolib", isDirectory: true)
        let label = folder.appendingPathComponent("\(name).json")
        let draft = folder.appendingPathComponent(".\(name).photolib", isDirectory: true)
        let pictures = try GalleryPictures(
            in: folder.appendingPathComponent("pictures", isDirectory: true),
            seed: seed
        ).pictures
        try? files.removeItem(at: draft)
        defer { try? files.removeItem(at: draft) }
        let clock = TestClock(Date(timeIntervalSinceReferenceDate: Self.lastDate))
        var environment = EngineEnvironment.test(seed: seed &+ 1, clock: clock)
        environment.author = "library-generator"
        let library = try Library.open(draft, create: true, environment: environment)
        let sentinel = try Data(contentsOf: draft.appendingPathComponent("LIBRARY"))
        let description = Label(
            recipe: self,
            format: try JSONDecoder().decode(Sentinel.self, from: sentinel).format
        )
        let known = try? JSONDecoder().decode(Label.self, from: Data(contentsOf: label))
        let isKnown = known == description
        if isKnown, files.fileExists(atPath: url.path) {
            library.close()
            return (url, false)
        }
        try? files.removeItem(at: label)
        try? files.removeItem(at: url)
        try fill(library, pictures)
        library.close()
        try addOriginals(draft, pictures)
        try files.moveItem(at: draft, to: url)
        try JSONEncoder().encode(description).write(to: label)
        return (url, true)
    }

    private struct Label: Codable, Equatable {
        var recipe: GalleryRecipe
        var format: Int
    }

    private struct Sentinel: Decodable {
        var format: Int
    }

    /// The picture of the asset with a number: neighbours differ.
    private func picture(_ number: Int, _ count: Int) -> Int {
        var numbers = SeededNumbers(seed: seed &+ UInt64(number) &* 7)
        return numbers.number(below: count)
    }

    private func fill(_ library: Library, _ pictures: [GalleryPictures.Picture]) throws {
        var numbers = SeededNumbers(seed: seed)
        let span = 20 * 365.25 * 86_400
        for start in stride(from: 0, to: assets, by: 20_000) {
            let blocks = stride(from: start, to: min(start + 20_000, assets), by: 1_000).map {
                first in
                let creations = (first..<min(first + 1_000, assets)).map { number -> Mutation in
                    let shown = pictures[picture(number, pictures.count)]
                    let halves = (numbers.next(), numbers.next())
                    let name = withUnsafeBytes(of: halves) { UUID(bytes: Array($0)) } ?? UUID()
                    let date =
                        Self.lastDate
                        - (isOneDay
                            ? Double(number) / Double(assets) * 43_200
                            : Double(number) / Double(assets) * span)
                    var update = AssetUpdate()
                    update.values = [
                        .mediaType: .integer(1), .mediaSubtypes: .integer(0),
                        .playbackStyle: .integer(1), .contentType: .text("public.jpeg"),
                        .pixelWidth: .integer(Int64(shown.width)),
                        .pixelHeight: .integer(Int64(shown.height)),
                        .creationDate: .real(date), .filename: .text("IMG_\(number).JPG"),
                    ]
                    return .createAsset(AssetCreation(uuid: name, update: update))
                }
                return ChangeBlock(creations, work: .imported)
            }
            try library.commits.fill(blocks)
        }
    }

    /// Gives each asset its original, which is a link to one of the pictures.
    private func addOriginals(_ library: URL, _ pictures: [GalleryPictures.Picture]) throws {
        let originals = library.appendingPathComponent("originals", isDirectory: true)
        for folder in 0..<256 {
            try FileManager.default.createDirectory(
                at: originals.appendingPathComponent(Self.hexadecimal(UInt64(folder), 2)),
                withIntermediateDirectories: true
            )
        }
        let checksums = try pictures.map { picture in
            Data(SHA256.hash(data: try Data(contentsOf: picture.file)))
        }
        let database = try DatabaseQueue(
            path: library.appendingPathComponent("database/library.sqlite").path
        )
        var names = SeededNumbers(seed: seed &+ 2)
        try database.write { db in
            let rows = try Int64.fetchAll(db, sql: "SELECT id FROM asset ORDER BY id")
            let statement = try db.makeStatement(
                sql: """
                    INSERT INTO resource (asset_id, type, file, filename, content_type, byte_count, checksum,
                        pixel_width, pixel_height)
                    VALUES (?, 1, ?, ?, 'public.jpeg', ?, ?, ?, ?)
                    """
            )
            for (number, row) in rows.enumerated() {
                let index = picture(number, pictures.count)
                let shown = pictures[index]
                let name = Self.hexadecimal(names.next(), 16) + Self.hexadecimal(names.next(), 16)
                let file = "\(name.prefix(2))/\(name).jpg"
                guard link(shown.file.path, originals.path + "/" + file) == 0 else {
                    throw CocoaError(.fileWriteUnknown)
                }
                try statement.execute(arguments: [
                    row, file, "IMG_\(number).JPG", shown.byteCount, checksums[index], shown.width,
                    shown.height,
                ])
            }
        }
        try database.close()
    }

    private static func hexadecimal(_ number: UInt64, _ digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
