import Foundation
import PhotosStore
import PhotosTestSupport

/// Makes up assets and edits of them: twenty years of photos, mostly in the order they were taken.
struct AssetMaker {
    private var numbers: SeededNumbers
    private let count: Int
    private var isFavorite: [Bool] = []
    private var ratings: [UInt8] = []
    private(set) var names: [UUID] = []

    private static let firstDate = 94_694_400.0
    private static let span = 20 * 365.25 * 86_400

    init(count: Int, numbers: SeededNumbers) {
        self.count = count
        self.numbers = numbers
        isFavorite.reserveCapacity(count)
        ratings.reserveCapacity(count)
        names.reserveCapacity(count)
    }

    mutating func creation() -> Mutation {
        let isVideo = numbers.chance(0.125)
        let favorite = numbers.chance(0.05)
        var update = AssetUpdate()
        update.values = [
            .mediaType: .integer(isVideo ? 2 : 1),
            .mediaSubtypes: .integer(isVideo ? 0 : subtypes()),
            .playbackStyle: .integer(isVideo ? 4 : 1),
            .contentType: .text(isVideo ? "com.apple.quicktime-movie" : "public.heic"),
            .pixelWidth: .integer(isVideo ? 1_920 : 4_032),
            .pixelHeight: .integer(isVideo ? 1_080 : 3_024),
            .duration: .real(isVideo ? Double(numbers.number(below: 600)) / 10 : 0),
            .creationDate: .real(date(of: names.count)),
            .isFavorite: .integer(favorite ? 1 : 0),
            .isHidden: .integer(numbers.chance(0.01) ? 1 : 0),
            .filename: .text(filename(isVideo)),
        ]
        if numbers.chance(0.8) { update.values.merge(location()) { _, new in new } }
        let name = uuid()
        names.append(name)
        isFavorite.append(favorite)
        ratings.append(0)
        return .createAsset(AssetCreation(uuid: name, update: update))
    }

    /// An edit that really differs from what was there.
    mutating func edit(_ index: Int, number: Int) -> Mutation {
        var update = AssetUpdate()
        if isFavorite[index] || numbers.chance(0.05) {
            isFavorite[index].toggle()
            update.values[.isFavorite] = .integer(isFavorite[index] ? 1 : 0)
        } else {
            switch numbers.number(below: 4) {
            case 0: update.values[.creationDate] = .real(date(of: index) + 0.5)
            case 1: update.values = location()
            case 2:
                ratings[index] = (ratings[index] + 1) % 6
                update.values[.rating] = .integer(Int64(ratings[index]))
            default: update.values[.caption] = .text("Caption \(number)")
            }
        }
        return .updateAsset(names[index], update)
    }

    mutating func uuid() -> UUID {
        let halves = (numbers.next(), numbers.next())
        return withUnsafeBytes(of: halves) { UUID(bytes: Array($0)) } ?? UUID()
    }

    mutating func number(below limit: Int) -> Int { numbers.number(below: limit) }

    mutating func chance(_ part: Double) -> Bool { numbers.chance(part) }

    private mutating func date(of index: Int) -> Double {
        let rank =
            numbers.chance(0.1) ? numbers.number(below: count) : index
        return Self.firstDate + Self.span * Double(rank) / Double(count)
            + Double(numbers.number(below: 86_400))
    }

    private mutating func subtypes() -> Int64 {
        if numbers.chance(0.25) { return 1 << 3 }
        return numbers.chance(0.05) ? 1 << 2 : 0
    }

    private func filename(_ isVideo: Bool) -> String {
        let digits = String(names.count + 1)
        let zeros = String(repeating: "0", count: max(0, 7 - digits.count))
        return "IMG_\(zeros)\(digits).\(isVideo ? "MOV" : "HEIC")"
    }

    private mutating func location() -> [AssetField: FieldValue] {
        [
            .latitude: .real(-60 + Double(numbers.number(below: 12_000_000)) / 1e5),
            .longitude: .real(-180 + Double(numbers.number(below: 36_000_000)) / 1e5),
        ]
    }
}
