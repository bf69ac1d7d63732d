import Crypto
import Foundation
import PhotosMedia
import PhotosTestSupport
import Synchronization

/// All contents of files that a run of habits made, each with a number, so that they are known again anywhere.
struct HabitsContent {
    private var numbers: [[UInt8]: Int] = [:]
    private var photos = 0
    /// Contents that are no pictures: an import brings none of them in.
    private(set) var recipes: Set<Int> = []

    /// The number of some bytes; nil for bytes that nobody made on purpose.
    func number(of bytes: Data) -> Int? { numbers[Self.checksum(bytes)] }

    func number(ofChecksum checksum: [UInt8]) -> Int? { numbers[checksum] }

    static func checksum(_ bytes: Data) -> [UInt8] { Array(SHA256.hash(data: bytes)) }

    /// Gives bytes a number of their own.
    mutating func register(_ bytes: Data) -> Int {
        let checksum = Self.checksum(bytes)
        if let number = numbers[checksum] { return number }
        numbers[checksum] = numbers.count + 1
        return numbers.count
    }

    /// A photo as nobody has taken it before.
    ///
    /// - Parameter burst: The burst that it is a frame of.
    /// - Returns: Its bytes, which have a number by then.
    mutating func photo(burst: String? = nil) -> Data {
        photos += 1
        let exif = ExifFields(
            dateTimeOriginal: Self.date(photos),
            description: "photo \(photos)",
            burstIdentifier: burst
        )
        let bytes = Data(
            TestJPEG(width: 16, height: 16, exif: exif, seed: UInt8(photos % 98)).data()
        )
        _ = register(bytes)
        return bytes
    }

    /// What an editor makes of a photo, and its recipe.
    mutating func edit() -> (rendered: Data, recipe: Data) {
        photos += 1
        let exif = ExifFields(description: "edit \(photos)")
        let rendered = Data(TestJPEG(width: 16, height: 8, exif: exif).data())
        let recipe = Data("recipe \(photos)".utf8)
        _ = register(rendered)
        return (rendered, recipe)
    }

    /// Gives the file of a recipe a number.
    mutating func registerRecipe(_ file: Data) -> Int {
        let number = register(file)
        recipes.insert(number)
        return number
    }

    private static func date(_ number: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "2024:05:01 \(two(number / 3_600 % 24)):\(two(number / 60 % 60)):\(two(number % 60))"
    }
}

/// What looks into files in place of the worker, in this process, and can be broken.
final class HabitsReader: Sendable {
    private let broken = Atomic(false)

    var isBroken: Bool { broken.load(ordering: .relaxed) }

    func setBroken(_ isBroken: Bool) { broken.store(isBroken, ordering: .relaxed) }

    static let problem = MediaWorkerError(.unusable, "it was taken away")

    func facts(_ descriptor: Int32, _ name: String?) throws -> MediaFacts {
        if isBroken { throw MediaWorkerError(.died) }
        var reader = BoundedReader(try DescriptorByteSource(descriptor: descriptor))
        let header = try MediaHeader.read(from: &reader)
        let tags = ExifTags.tags(of: header, from: &reader)
        return MediaFacts.explained(header: header, tags: tags, zone: .gmt).facts
            .completed(byName: name, zone: .gmt)
    }
}
