import PhotosMedia
import PhotosTestSupport

/// Metadata with words in many scripts, as people and programs write them.
struct RandomMetadata {
    private var numbers: SeededNumbers

    init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

    private static let words = [
        "Berg", "summit", "Übergang", "café", "cafe\u{301}", "Ελλάδα", "Москва", "ירושלים",
        "القاهرة",
        "東京", "서울", "हिमालय", "ภูเขา", "👨‍👩‍👧‍👦", "🇦🇹", "a&b", "<b>", "\"quoted\"", "it's", "]]>", "&amp;",
        "x=y",
        "\u{200F}marks\u{202E}", "\u{FEFF}order", "zero\u{200B}width", "𝔘nicode", "\u{301}accent",
        "tab\tinside",
        "100 %", "C:\\photos", "ligature ﬁ", "\u{1F9D1}\u{1F3FD}", "semi;colon", "comma, too",
        "\u{85}next",
        "\u{2028}line",
    ]
    private static let marked = ["a/b", "one|two", "back\\slash|bar"]

    private mutating func chance(_ percent: Int) -> Bool {
        Int.random(in: 0..<100, using: &numbers) < percent
    }

    private mutating func number(_ range: Range<Int>) -> Int {
        Int.random(in: range, using: &numbers)
    }

    /// A word that begins with a letter, so that no program takes it for a number.
    mutating func word() -> String {
        let word = Self.words[number(0..<Self.words.count)]
        return "w\(word)\(number(0..<1000))"
    }

    mutating func sentence() -> String {
        (0..<number(1..<12)).map { _ in word() }.joined(separator: chance(10) ? "\n" : " ")
    }

    mutating func words(_ most: Int) -> [String] { (0..<number(0..<most)).map { _ in word() } }

    /// Metadata whose properties are each written, removed or left with some chance.
    mutating func metadata(withMarks: Bool = false) -> WrittenMetadata {
        var metadata = WrittenMetadata()
        metadata.title = written { $0.sentence() }
        metadata.caption = written { $0.sentence() }
        metadata.keywords = written { $0.words(8) + (withMarks ? Self.marked : []) }
        metadata.hierarchicalKeywords = written { random in
            (0..<random.number(0..<3)).map { _ in
                [random.word(), random.word(), random.word()].map { $0.replacing("/", with: "") }
            }
        }
        metadata.rating = written { $0.number(-1..<6) }
        metadata.captureDate = written { $0.time() }
        metadata.place = written { $0.place() }
        metadata.persons = written { random in
            random.words(4).map { name in
                WrittenMetadata.Person(
                    name: name,
                    region: random.chance(50) ? random.region() : nil
                )
            }
        }
        if chance(60) { metadata.isFavorite = chance(50) }
        if chance(60) { metadata.isHidden = chance(50) }
        metadata.albums = written { random in
            (0..<random.number(0..<4)).map { _ in random.words(4) + Self.marked }
        }
        return metadata
    }

    private mutating func written<Value>(
        _ value: (inout RandomMetadata) -> Value
    ) -> WrittenMetadata.Written<Value>? {
        switch number(0..<10) {
        case 0: nil
        case 1: .removed
        default: .value(value(&self))
        }
    }

    mutating func time() -> CaptureTime {
        let second = Double.random(in: -5_000_000_000..<10_000_000_000, using: &numbers).rounded()
        let digits = [1.0, 10, 100, 1000, 1_000_000][number(0..<5)]
        let fraction = Double(number(0..<Int(digits))) / digits
        let zone = chance(30) ? nil : number(-48..<57) * 900
        return CaptureTime(localSeconds: second + fraction, zoneOffset: zone)
    }

    mutating func place() -> MediaFacts.Location {
        var place = MediaFacts.Location(
            latitude: .random(in: -90...90, using: &numbers),
            longitude: .random(in: -180...180, using: &numbers)
        )
        if chance(60) { place.altitude = Double(number(-4000..<89_000)) / 10 }
        if chance(40) { place.horizontalAccuracy = Double(number(1..<10_000)) / 100 }
        if chance(40) { place.direction = Double(number(0..<36_000)) / 100 }
        if chance(40) { place.speed = Double(number(0..<1000)) }
        return place
    }

    mutating func region() -> WrittenMetadata.Region {
        WrittenMetadata.Region(
            left: Double(number(0..<500)) / 1000,
            top: Double(number(0..<500)) / 1000,
            width: Double(number(1..<500)) / 1000,
            height: Double(number(1..<500)) / 1000,
            pictureWidth: 4000,
            pictureHeight: 3000
        )
    }
}
