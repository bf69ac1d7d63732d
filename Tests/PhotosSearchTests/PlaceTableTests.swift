import Foundation
import PhotosSearch
import TestPermits
import Testing

/// The table of places: its file, its names and the nearest place.
@Suite(.permit) struct PlaceTableTests {
    static let text = """
        lat,lon,name,admin1,admin2,cc
        46.01998,7.74863,Zermatt,Valais,Visp,CH
        46.30046,7.53388,Sierre,Valais,Sierre,CH
        46.94809,7.44744,Bern,Bern,Bern-Mittelland,CH
        40.71427,-74.00597,New York City,New York,,US
        43.00035,-75.49990,New York Mills,New York,Oneida County,US
        39.80172,-89.64371,Springfield,Illinois,Sangamon County,US
        42.10148,-72.58981,Springfield,Massachusetts,Hampden County,US
        45.43389,4.39,Saint-Étienne,Auvergne-Rhône-Alpes,Loire,FR
        -16.79372,179.97,Somosomo,Northern,,FJ
        35.6895,139.69171,東京,Tokyo,,JP
        "1.5","2.5","A, ""quoted"" name",,,
        """

    static func table() throws -> PlaceTable {
        let places = try PlaceFile.places(in: Data(text.utf8))
        return try #require(PlaceTable(PlaceTableWriter.tables(of: places).places))
    }

    @Test func `a table has the places of its file, with names of countries`() throws {
        let table = try Self.table()
        #expect(table.count == 11)
        let zermatt = table.place(try #require(table.places(named: "ZERMATT").first))
        #expect(zermatt.names == ["Zermatt", "Visp", "Valais", "Switzerland", "Schweiz"])
        let mills = table.place(try #require(table.places(named: "new york mills").first))
        #expect(mills.otherCountry == "Vereinigte Staaten (USA)")
        #expect(table.places(named: "saint etienne").count == 1)
        #expect(table.places(named: "Springfield").count == 2)
        #expect(table.places(named: "Springfield, illinois").count == 1)
        #expect(table.places(named: "Springfield, Ohio").isEmpty)
        #expect(table.places(named: "Spring").isEmpty)
        #expect(table.places(named: "A, \"quoted\" name").isEmpty)
        #expect(table.places(named: "東京").count == 1)
        #expect(table.places(named: ", ").isEmpty)
    }

    @Test(arguments: [
        ("zer", 9, ["Zermatt"]), ("BERN", 9, ["Bern"]),
        ("new york", 9, ["New York City", "New York Mills"]),
        ("New York", 1, ["New York City"]),
        ("s", 9, ["Saint-Étienne", "Sierre", "Somosomo", "Springfield", "Springfield"]),
        ("springfield, ill", 9, ["Springfield"]), ("spring, ohio", 9, []), ("東", 9, ["東京"]),
        ("matt", 9, []), ("", 9, []), (" , Bern", 9, []), ("saint e", 9, ["Saint-Étienne"]),
    ])
    func `places are found by the beginning of their name`(
        text: String,
        limit: Int,
        names: [String]
    )
        throws
    {
        let table = try Self.table()
        let found = table.places(beginningWith: text, limit: limit)
        #expect(found.map { table.place($0).name } == names)
    }

    @Test func `points far from all places have no name`() throws {
        let table = try Self.table()
        let near = try #require(PlacePoint(46.0, 7.7))
        #expect(table.nearest(to: near).map { table.place($0).name } == "Zermatt")
        #expect(table.nearest(to: try #require(PlacePoint(-50, -120))) == nil)
        // The nearest place is on the other side of the line of 180 degrees.
        let beyond = try #require(PlacePoint(-16.8, -179.9))
        #expect(table.nearest(to: beyond).map { table.place($0).name } == "Somosomo")
    }

    @Test func `the nearest of many places is that of a comparison with all`() throws {
        var state: UInt64 = 3
        func number() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(state >> 11) / 9_007_199_254_740_992
        }
        func point() throws -> PlacePoint {
            try #require(PlacePoint(number() * 180 - 90, number() * 360 - 180))
        }
        var places: [PlaceEntry] = []
        for index in 0..<2_000 {
            // Every tenth place is where another one is.
            let place = index % 10 == 9 ? places[index - 9].point : try point()
            places.append(PlaceEntry(place, name: "\(index)"))
        }
        let table = try #require(PlaceTable(PlaceTableWriter.tables(of: places).places))
        for index in 0..<10_000 {
            let wanted = index % 7 == 0 ? places[index % 2_000].point : try point()
            let found = try #require(table.nearestAnywhere(to: wanted))
            var best = (index: 0, square: Double.infinity)
            for place in 0..<table.count {
                let square = table.square(from: wanted, to: place)
                if square < best.square { best = (place, square) }
            }
            #expect(found == best)
        }
    }

    @Test func `a place without a name has the names of its region and country`() throws {
        let text = "lat,lon,name,admin1,admin2,cc\r\n51.9,58.2,,Bashkortostan,,RU\r\n"
        let places = try PlaceFile.places(in: Data(text.utf8))
        let table = try #require(PlaceTable(PlaceTableWriter.tables(of: places).places))
        #expect(table.place(0).names == ["Bashkortostan", "Russia", "Russland"])
    }

    @Test func `files of GeoNames are read, with the names of regions`() throws {
        let fields = [
            "2657928", "Zermatt", "Zermatt", "", "46.02", "7.74", "P", "PPL", "CH", "", "VS",
            "2301",
        ]
        let line = fields.joined(separator: "\t")
        let regions = Data("CH.VS\tValais\tValais\t2658205".utf8)
        let places = try PlaceFile.places(in: Data(line.utf8), regions: regions)
        #expect(places.map(\.region) == ["Valais"])
        #expect(places.map(\.countryCode) == ["CH"])
    }

    @Test(arguments: [
        "", "no places", "lat,lon,name\n", "lat,lon,name\n91,0,Nowhere", "lat,lon,name\nx,y,z",
        "lat,lon,name\n1",
    ])
    func `other files are refused`(text: String) {
        #expect(throws: PlaceFile.Unreadable.self) {
            try PlaceFile.places(in: Data(text.utf8))
        }
    }

    @Test func `a damaged table is no table`() throws {
        let data = PlaceTableWriter.tables(of: try PlaceFile.places(in: Data(Self.text.utf8)))
            .places
        #expect(PlaceTable(data) != nil)
        for index in stride(from: 0, to: data.count, by: 7) {
            var damaged = data
            damaged[index] ^= 0x41
            #expect(PlaceTable(damaged) == nil, "byte \(index)")
        }
        for count in stride(from: 0, to: data.count, by: 31) {
            #expect(PlaceTable(data.prefix(count)) == nil)
        }
        #expect(PlaceTable(data + [0]) == nil)
    }

    @Test func `distances are those of a sphere`() throws {
        let bern = try #require(PlacePoint(46.94809, 7.44744))
        let zermatt = try #require(PlacePoint(46.01998, 7.74863))
        #expect(abs(bern.distance(to: zermatt) - 105_800) < 500)
        let west = try #require(PlacePoint(0, -179.5))
        let east = try #require(PlacePoint(0, 179.5))
        #expect(abs(west.distance(to: east) - 111_195) < 10)
        #expect(PlacePoint(90.1, 0) == nil && PlacePoint(.nan, 0) == nil)
    }
}
