package import Foundation

/// A place as a file of places states it.
package struct PlaceEntry: Hashable, Sendable {
    package var point: PlacePoint
    package var name: String
    package var district: String
    package var region: String
    /// The code of the country in two letters.
    package var countryCode: String
    /// The identifier of the time zone, such as `Europe/Zurich`; empty if unknown.
    package var zone: String

    package init(
        _ point: PlacePoint,
        name: String,
        district: String = "",
        region: String = "",
        countryCode: String = "",
        zone: String = ""
    ) {
        (self.point, self.name, self.district) = (point, name, district)
        (self.region, self.countryCode, self.zone) = (region, countryCode, zone)
    }
}

/// Makes the bytes that ``PlaceTable`` and ``PlaceZones`` read.
package enum PlaceTableWriter {
    /// Returns the table of some places, and that of their time zones; the second is nil where no zone is known.
    ///
    /// The zones are a table of their own, so that older software reads the places as before.
    package static func tables(of entries: [PlaceEntry]) -> (places: Data, zones: Data?) {
        let (places, order) = placeTable(of: entries)
        return (places, PlaceZones.table(of: order.map { entries[$0].zone }, beside: places))
    }

    /// Returns the table of some places, and the numbers of the entries in its order.
    ///
    /// The places are put into the order of a balanced tree. The middle of each range divides the range by one coordinate
    /// of the sphere, and the next coordinate divides each half.
    private static func placeTable(of entries: [PlaceEntry]) -> (Data, order: [Int]) {
        let spheres = entries.map { entry -> [Double] in
            let sphere = entry.point.onSphere
            return [sphere.0, sphere.1, sphere.2, entry.point.latitude, entry.point.longitude]
        }
        var order = Array(entries.indices)
        divide(&order, from: 0, to: order.count, axis: 0, spheres: spheres)
        var texts = Texts()
        var countries = Countries()
        var labels: [UInt32] = []
        var named: [String: [UInt32]] = [:]
        for (place, index) in order.enumerated() {
            let entry = entries[index]
            let (country, other) = countries.names(of: entry.countryCode)
            for text in [entry.name, entry.district, entry.region, country, other] {
                labels.append(texts.number(of: text))
            }
            let key = PlaceTable.nameKey(of: entry.name)
            named[key, default: []].append(UInt32(place))
        }
        let keys = named.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        var starts: [UInt32] = [0]
        var members: [UInt32] = []
        for key in keys {
            members += named[key] ?? []
            starts.append(UInt32(members.count))
        }
        let keyNumbers = keys.map { texts.number(of: $0) }
        var body = Data()
        body.append(numbers: order.flatMap { spheres[$0] })
        body.append(numbers: labels)
        body.append(numbers: texts.offsets)
        body.append(numbers: keyNumbers)
        body.append(numbers: starts)
        body.append(numbers: members)
        body.append(contentsOf: texts.bytes)
        let header: [UInt64] = [
            PlaceTable.magic, PlaceTable.hash(ArraySlice(body)), UInt64(entries.count),
            UInt64(texts.offsets.count - 1), UInt64(texts.bytes.count), UInt64(keys.count),
        ]
        var data = Data()
        data.append(numbers: header)
        return (data + body, order)
    }

    private static func divide(
        _ order: inout [Int],
        from low: Int,
        to high: Int,
        axis: Int,
        spheres: [[Double]]
    ) {
        guard high - low > 1 else { return }
        order[low..<high].sort { left, right in
            let (first, second) = (spheres[left][axis], spheres[right][axis])
            return first == second ? left < right : first < second
        }
        let middle = (low + high) / 2
        let next = axis == 2 ? 0 : axis + 1
        divide(&order, from: low, to: middle, axis: next, spheres: spheres)
        divide(&order, from: middle + 1, to: high, axis: next, spheres: spheres)
    }

    /// Texts, each stored once.
    private struct Texts {
        private var numbers: [String: UInt32] = [:]
        private(set) var offsets: [UInt32] = [0]
        private(set) var bytes: [UInt8] = []

        mutating func number(of text: String) -> UInt32 {
            if let known = numbers[text] { return known }
            let number = UInt32(offsets.count - 1)
            bytes += text.utf8
            offsets.append(UInt32(bytes.count))
            numbers[text] = number
            return number
        }
    }

    /// The names of countries in English and German.
    private struct Countries {
        private let english = Locale(identifier: "en_US")
        private let german = Locale(identifier: "de_DE")
        private static let shortNames = ["US": "USA", "GB": "UK", "AE": "UAE"]
        private var known: [String: (String, String)] = [:]

        mutating func names(of code: String) -> (String, String) {
            if let names = known[code] { return names }
            let name = english.localizedString(forRegionCode: code) ?? code
            var other = german.localizedString(forRegionCode: code) ?? ""
            // Short names that people write, and that no list of names has.
            if let short = Self.shortNames[code] { other += " (\(short))" }
            let names = (name, other == name || other == code ? "" : other)
            known[code] = code.isEmpty ? ("", "") : names
            return known[code] ?? names
        }
    }
}
