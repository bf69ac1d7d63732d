package import Foundation

/// A table of named places on the earth, which finds the nearest place of a point and the places of a name.
///
/// The table is read from the bytes that ``PlaceTableWriter`` makes. The table never changes and is safe on any
/// thread.
package struct PlaceTable: Sendable {
    /// A place of the table.
    package struct Place: Hashable, Sendable {
        package let point: PlacePoint
        package let name: String
        /// The names of the smaller and the larger part of the country; empty if unknown.
        package let district: String
        package let region: String
        /// The name of the country in English, or its code.
        package let country: String
        /// The name of the country in German where it is another; empty otherwise.
        package let otherCountry: String

        /// All names that the place is found by, each once.
        package var names: [String] {
            var names: [String] = []
            for name in [name, district, region, country, otherCountry]
            where !name.isEmpty && !names.contains(name) { names.append(name) }
            return names
        }
    }

    /// The largest distance in metres between a point and the place that it is named after.
    package static let reach = 100_000.0

    /// A number that differs between tables of different content.
    package let identity: Int64
    /// The coordinates of each place: a point of a sphere of radius 1 and the degrees, in the order of the tree.
    private let points: [Double]
    /// The numbers of the texts of each place.
    private let labels: [UInt32]
    private let offsets: [UInt32]
    private let text: [UInt8]
    /// The numbers of the folded names, in the order of their bytes.
    private let keys: [UInt32]
    /// For each key, where its places begin in `members`.
    private let starts: [UInt32]
    private let members: [UInt32]

    /// The number of places.
    package var count: Int { labels.count / Self.labelsOfPlace }

    static let magic: UInt64 = 0x3145_4341_4C50_4B50
    static let labelsOfPlace = 5
    static let numbersOfPoint = 5
    static let headerSize = 6 * 8

    /// Reads a table; nil if the bytes are none, or damaged.
    package init?(_ data: Data) {
        var reader = TableReader(data)
        let header = reader.numbers(count: 6, of: UInt64.self)
        guard header.count == 6, header[0] == Self.magic,
            header[2...].allSatisfy({ $0 <= UInt64(data.count) })
        else { return nil }
        let (places, texts) = (Int(header[2]), Int(header[3]))
        let (textSize, keyCount) = (Int(header[4]), Int(header[5]))
        identity = Int64(bitPattern: header[1])
        points = reader.numbers(count: places * Self.numbersOfPoint, of: Double.self)
        labels = reader.numbers(count: places * Self.labelsOfPlace, of: UInt32.self)
        offsets = reader.numbers(count: texts + 1, of: UInt32.self)
        keys = reader.numbers(count: keyCount, of: UInt32.self)
        starts = reader.numbers(count: keyCount + 1, of: UInt32.self)
        members = reader.numbers(count: places, of: UInt32.self)
        text = reader.numbers(count: textSize, of: UInt8.self)
        guard !reader.isShort, reader.isAtEnd,
            Self.hash(reader.bytes[Self.headerSize...]) == header[1],
            labels.allSatisfy({ $0 < texts }), keys.allSatisfy({ $0 < texts }),
            members.allSatisfy({ $0 < places }), Self.isAscending(offsets, to: textSize),
            Self.isAscending(starts, to: places), points.allSatisfy(\.isFinite)
        else { return nil }
    }

    private static func isAscending(_ numbers: [UInt32], to last: Int) -> Bool {
        numbers.first == 0 && numbers.last.map { Int($0) == last } ?? false
            && zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
    }

    /// Returns the place with a number from 0 to ``count`` - 1.
    package func place(_ index: Int) -> Place {
        let label = index * Self.labelsOfPlace
        func text(_ offset: Int) -> String { storedText(labels[label + offset]) }
        return Place(
            point: point(index),
            name: text(0),
            district: text(1),
            region: text(2),
            country: text(3),
            otherCountry: text(4)
        )
    }

    package func point(_ index: Int) -> PlacePoint {
        let start = index * Self.numbersOfPoint
        // Damaged coordinates have been refused, so the north pole never stands for another place.
        return PlacePoint(points[start + 3], points[start + 4]) ?? PlacePoint.northPole
    }

    // MARK: The nearest place

    /// Returns the number of the place that is nearest to a point; nil if none is within ``reach``.
    package func nearest(to point: PlacePoint) -> Int? {
        guard let (index, _) = nearestAnywhere(to: point),
            self.point(index).distance(to: point) <= Self.reach
        else { return nil }
        return index
    }

    /// Returns the nearest place at any distance, with the square of the chord on a sphere of radius 1.
    ///
    /// Among several at the same distance, it is the one with the lowest number.
    package func nearestAnywhere(to point: PlacePoint) -> (index: Int, square: Double)? {
        guard count > 0 else { return nil }
        var search = Nearest(point.onSphere)
        searchPlaces(from: 0, to: count, axis: 0, nearest: &search)
        return (search.index, search.square)
    }

    /// Returns the square of the chord between a point and a place on a sphere of radius 1.
    package func square(from point: PlacePoint, to index: Int) -> Double {
        Nearest(point.onSphere).squareDistance(in: points, at: index)
    }

    private struct Nearest {
        let wanted: (Double, Double, Double)
        var index = 0
        var square = Double.infinity

        init(_ wanted: (Double, Double, Double)) { self.wanted = wanted }

        func along(_ axis: Int) -> Double {
            axis == 0 ? wanted.0 : axis == 1 ? wanted.1 : wanted.2
        }

        func squareDistance(in points: [Double], at index: Int) -> Double {
            let start = index * numbersOfPoint
            let x = points[start] - wanted.0
            let y = points[start + 1] - wanted.1
            let z = points[start + 2] - wanted.2
            return x * x + y * y + z * z
        }
    }

    /// Searches the places of a range, whose middle divides them by one coordinate.
    private func searchPlaces(from low: Int, to high: Int, axis: Int, nearest search: inout Nearest)
    {
        guard low < high else { return }
        let middle = (low + high) / 2
        let square = search.squareDistance(in: points, at: middle)
        if square < search.square || square == search.square && middle < search.index {
            (search.square, search.index) = (square, middle)
        }
        let difference = search.along(axis) - points[middle * Self.numbersOfPoint + axis]
        let next = axis == 2 ? 0 : axis + 1
        if difference < 0 {
            searchPlaces(from: low, to: middle, axis: next, nearest: &search)
        } else {
            searchPlaces(from: middle + 1, to: high, axis: next, nearest: &search)
        }
        guard difference * difference <= search.square else { return }
        if difference < 0 {
            searchPlaces(from: middle + 1, to: high, axis: next, nearest: &search)
        } else {
            searchPlaces(from: low, to: middle, axis: next, nearest: &search)
        }
    }

    // MARK: Names

    /// Returns the numbers of the places with a name, without regard to case and accents.
    ///
    /// Parts after a comma name the district, region or country: `Springfield, Illinois`.
    package func places(named name: String) -> [Int] {
        let parts = name.split(separator: ",").map(String.init)
        guard let first = parts.first else { return [] }
        let found = places(withKey: Self.nameKey(of: first))
        let surroundings = parts.dropFirst().compactMap { WordPattern(beginning: $0) }
        return found.filter { isPlace($0, in: surroundings) }
    }

    /// Returns the numbers of the places whose names begin with a text, in the order of their letters.
    ///
    /// Parts after a comma name the district, region or country, or their beginnings.
    ///
    /// - Parameters:
    ///   - name: The text, without regard to case and accents.
    ///   - limit: The largest number of places.
    /// - Returns: The places with exactly this name before the others.
    package func places(beginningWith name: String, limit: Int) -> [Int] {
        let parts = name.split(separator: ",").map(String.init)
        let beginning = parts.first.map(Self.nameKey) ?? ""
        guard !beginning.isEmpty else { return [] }
        let surroundings = parts.dropFirst().compactMap { WordPattern(beginning: $0) }
        var found: [Int] = []
        for key in firstKey(notBefore: beginning)..<keys.count {
            guard textBytes(of: keys[key]).starts(with: beginning.utf8) else { break }
            for place in members[Int(starts[key])..<Int(starts[key + 1])]
            where isPlace(Int(place), in: surroundings) {
                found.append(Int(place))
                if found.count == limit { return found }
            }
        }
        return found
    }

    /// Returns whether the names of what is around a place have each of some patterns.
    private func isPlace(_ index: Int, in surroundings: [WordPattern]) -> Bool {
        if surroundings.isEmpty { return true }
        let names = place(index).names.dropFirst()
        return surroundings.allSatisfy { pattern in names.contains { pattern.matches($0) } }
    }

    static func nameKey(of name: String) -> String {
        SearchTokens.all(in: name).joined(separator: " ")
    }

    private func places(withKey key: String) -> [Int] {
        guard !key.isEmpty else { return [] }
        let index = firstKey(notBefore: key)
        guard index < keys.count, textBytes(of: keys[index]).elementsEqual(key.utf8) else {
            return []
        }
        return members[Int(starts[index])..<Int(starts[index + 1])].map(Int.init)
    }

    /// Returns the index of the first key that is not before a text; the number of keys where all are.
    private func firstKey(notBefore text: String) -> Int {
        let wanted = Array(text.utf8)
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if textBytes(of: keys[middle]).lexicographicallyPrecedes(wanted) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    private func textBytes(of number: UInt32) -> ArraySlice<UInt8> {
        text[Int(offsets[Int(number)])..<Int(offsets[Int(number) + 1])]
    }

    private func storedText(_ number: UInt32) -> String {
        String(decoding: textBytes(of: number), as: UTF8.self)
    }

    /// Returns a number for some bytes, which differs for nearly all others.
    static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        return hash
    }
}

extension PlacePoint {
    static let northPole = PlacePoint(latitude: 90, longitude: 0)

    private init(latitude: Double, longitude: Double) {
        (self.latitude, self.longitude) = (latitude, longitude)
    }

    /// The point on a sphere of radius 1.
    var onSphere: (Double, Double, Double) {
        let (latitude, longitude) = (latitude * .pi / 180, longitude * .pi / 180)
        return (cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    }
}
