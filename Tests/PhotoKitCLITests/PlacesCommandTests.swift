import Foundation
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct PlacesCommandTests {
    /// A library with a photo near Zermatt and one without coordinates, and a file of places.
    private func fixture() async throws -> (ProgramFixture, file: String) {
        let fixture = try await ProgramFixture()
        var exif = ExifFields()
        exif.place = ExifFields.Place(latitude: 46.0, longitude: 7.7)
        try fixture.write("IMG_1.jpg", TestJPEG(exif: exif, seed: 1).data())
        try fixture.write("IMG_2.jpg", TestJPEG(exif: ExifFields(), seed: 2).data())
        try await fixture.run("import", fixture.source.path, "--no-previews")
        let text = """
            lat,lon,name,admin1,admin2,cc
            46.01998,7.74863,Zermatt,Valais,Visp,CH
            39.80172,-89.64371,Springfield,Illinois,Sangamon County,US
            """
        let file = fixture.library.deletingLastPathComponent().appendingPathComponent("places.csv")
        try Data(text.utf8).write(to: file)
        return (fixture, file.path)
    }

    private func count(_ text: String, in fixture: ProgramFixture) async throws -> [String] {
        try await fixture.run("search", "--count", "--", text).lines
    }

    @Test func `coordinates are searched without a table`() async throws {
        let (fixture, _) = try await fixture()
        for (text, number) in [
            ("near 46.02,7.75", "1"), ("46.02N 7.75E within 1 km", "0"), ("-near 46.02,7.75", "1"),
            ("between 45,7 and 47,8", "1"), ("46.5,7.0..47.0,8.0", "0"), ("no gps", "1"),
        ] {
            #expect(try await count(text, in: fixture) == [number], "\(text)")
        }
        let outcome = try await fixture.run("search", "near Zermatt")
        #expect(outcome.complaints.contains("no table of places"))
    }

    @Test func `a table names places in show and in searches, with and without an index`()
        async throws
    {
        let (fixture, file) = try await fixture()
        #expect(try await fixture.run("places").lines.first?.hasPrefix("There is no table") == true)
        #expect(
            try await fixture.run("places", "use", file).lines
                == ["The table has 2 places, without time zones."]
        )
        let searches = [
            ("near Zermatt", "1"), ("bei zermatt within 1 km", "0"), ("near Springfield", "0"),
            ("Valais", "1"), ("place:schweiz", "1"), ("caption:schweiz", "0"),
            ("img -zermatt", "1"),
            ("visp or springfield", "1"),
        ]
        for (text, number) in searches {
            #expect(try await count(text, in: fixture) == [number], "\(text)")
        }
        try await fixture.run("search", "--index")
        for (text, number) in searches {
            #expect(try await count(text, in: fixture) == [number], "\(text)")
        }
        #expect(try await fixture.run("check").code == 0)
        let found = try await fixture.run("search", "zermatt", "--json").objects()
        let identifier = try #require(found.first?["identifier"] as? String)
        let shown = try await fixture.run("show", identifier)
        #expect(shown.output.contains("Zermatt, Valais, Switzerland, 4.4 km away"))
        let object = try #require(
            try await fixture.run("show", identifier, "--json").objects().first
        )
        #expect(object["placeName"] as? String == "Zermatt")
        let places = try await fixture.run("places", "find", "zermatt")
        #expect(places.lines == ["Zermatt, Valais, Switzerland  46.01998, 7.74863"])
        // Names of a removed table are not found any more, although the index had them.
        try await fixture.run("places", "remove")
        #expect(try await count("Valais", in: fixture) == ["0"])
        #expect(try await fixture.run("check").code == 0)
    }

    @Test func `files that are no tables are refused, and leave the old table`() async throws {
        let (fixture, file) = try await fixture()
        try await fixture.run("places", "use", file)
        #expect(try await fixture.run("places", "use", file + ".missing").code == 2)
        let other = file + ".txt"
        try Data("nothing".utf8).write(to: URL(fileURLWithPath: other))
        let refused = try await fixture.run("places", "use", other)
        #expect(refused.code == 2)
        #expect(refused.complaints.contains("Line 1 is not a place."))
        #expect(
            try await fixture.run("places").lines == ["The table has 2 places, without time zones."]
        )
    }

    @Test func `a movie gets the zone of its place, marked as assumed`() async throws {
        let (fixture, file) = try await fixture()
        let table = """
            lat,lon,name,admin1,admin2,cc,zone
            46.01998,7.74863,Zermatt,Valais,Visp,CH,Europe/Zurich
            """
        try Data(table.utf8).write(to: URL(fileURLWithPath: file))
        #expect(
            try await fixture.run("places", "use", file).lines
                == ["The table has 1 place, with time zones."]
        )
        let movie = TestMovie(
            .mpeg4,
            creationTime: 1_719_873_000,
            userDataLocation: "+46.0200+007.7500/"
        )
        try fixture.write("VID_1.mp4", movie.data())
        try await fixture.run("import", fixture.source.path, "--no-previews")
        let shown = try await fixture.run("show", "VID_1.mp4")
        #expect(shown.output.contains("2024-07-02 00:30:00 +02:00? (time zone assumed"))
        #expect(try await fixture.run("facts", "--reread", "--all").code == 0)
        let status = try await fixture.run("places", "--json")
        #expect(status.lines == [#"{"places":1,"zones":1}"#])
    }
}
