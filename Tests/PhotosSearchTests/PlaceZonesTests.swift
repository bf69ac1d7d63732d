import Foundation
import PhotosSearch
import TestPermits
import Testing

/// The time zones of the places of a table.
@Suite(.permit) struct PlaceZonesTests {
    private static let text = """
        lat,lon,name,admin1,admin2,cc,zone
        46.01998,7.74863,Zermatt,Valais,Visp,CH,Europe/Zurich
        40.71427,-74.00597,New York City,New York,,US,America/New_York
        35.6895,139.69171,東京,Tokyo,,JP,Asia/Tokyo
        1.5,2.5,Nowhere,,,,
        2.5,2.5,Elsewhere,,,,Mars/Olympus
        """

    private static func tables() throws -> (table: PlaceTable, zones: Data) {
        let tables = PlaceTableWriter.tables(of: try PlaceFile.places(in: Data(text.utf8)))
        return (try #require(PlaceTable(tables.places)), try #require(tables.zones))
    }

    @Test func `each place has the zone that its line states`() throws {
        let (table, data) = try Self.tables()
        let zones = try #require(PlaceZones(data, of: table))
        func zone(of name: String) throws -> String? {
            zones.zone(ofPlace: try #require(table.places(named: name).first))?.identifier
        }
        #expect(try zone(of: "Zermatt") == "Europe/Zurich")
        #expect(try zone(of: "New York City") == "America/New_York")
        #expect(try zone(of: "東京") == "Asia/Tokyo")
        #expect(try zone(of: "Nowhere") == nil)
        #expect(try zone(of: "Elsewhere") == nil)
        #expect(zones.count == 3)
    }

    @Test func `a file of GeoNames states zones in its eighteenth column`() throws {
        let fields = [
            "2657928", "Zermatt", "Zermatt", "", "46.01998", "7.74863", "P", "PPL", "CH", "", "VS",
            "2300", "6300", "", "5643", "", "1624", "Europe/Zurich", "2024-01-01",
        ]
        let places = try PlaceFile.places(in: Data(fields.joined(separator: "\t").utf8))
        #expect(places.map(\.zone) == ["Europe/Zurich"])
    }

    @Test func `a table without zones has no file of them`() throws {
        let places = try PlaceFile.places(in: Data(PlaceTableTests.text.utf8))
        #expect(PlaceTableWriter.tables(of: places).zones == nil)
    }

    @Test func `zones of another table, and damaged ones, are none`() throws {
        let (table, data) = try Self.tables()
        #expect(PlaceZones(data, of: try PlaceTableTests.table()) == nil)
        for length in 0..<data.count {
            #expect(PlaceZones(data.prefix(length), of: table) == nil)
        }
        for index in data.indices {
            var damaged = data
            damaged[index] ^= 0x10
            #expect(PlaceZones(damaged, of: table) == nil)
        }
    }
}
