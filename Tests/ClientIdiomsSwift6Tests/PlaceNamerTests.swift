import CoreLocation
import Foundation
import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct PlaceNamerTests {
    static let places = """
        lat,lon,name,admin1,admin2,cc,zone
        -33.86785,151.20732,Sydney,New South Wales,,AU,
        46.01998,7.74863,Zermatt,Valais,Visp,CH,Europe/Zurich
        39.80172,-89.64371,Springfield,Illinois,Sangamon County,US
        42.10148,-72.58981,Springfield,Massachusetts,Hampden County,US
        """

    @Test func `the place of a photo is named by the table of its library`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let picture = try sandbox.cameraPicture("1.jpg")
                try await PHPhotoLibrary.shared().performChanges {
                    _ = PHAssetChangeRequest.creationRequestForAssetFromImage(atFileURL: picture)
                }
                let asset = try #require(PHAsset.fetchAssets(with: nil).firstObject)
                let namer = PlaceNamer()
                // Without a table, there is nobody to ask; the table may come later.
                #expect(await namer.name(of: asset) == nil)
                let error = await #expect(throws: CLError.self) {
                    try await namer.placemark(latitude: 46, longitude: 7.7, "de_DE")
                }
                #expect(error?.code == .network)
                try sandbox.usePlaces(PlaceNamerTests.places)
                let name = await namer.name(of: asset)
                #expect(name?.hasPrefix("Sydney, New South Wales, ") == true)
            }
        }
    }

    @Test func `places have names, codes and coordinates`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                try sandbox.usePlaces(PlaceNamerTests.places)
                let namer = PlaceNamer()
                let zermatt = try #require(
                    try await namer.placemark(latitude: 46, longitude: 7.7, "de_DE")
                )
                #expect(zermatt.name == "Zermatt" && zermatt.locality == "Zermatt")
                #expect(zermatt.subAdministrativeArea == "Visp")
                #expect(zermatt.administrativeArea == "Valais")
                #expect(zermatt.country == "Schweiz" && zermatt.isoCountryCode == "CH")
                #expect(zermatt.location?.coordinate.latitude == 46)
                #expect(zermatt.timeZone?.identifier == "Europe/Zurich")
                #expect(zermatt.thoroughfare == nil && zermatt.postalCode == nil)
                let french = try await namer.placemark(latitude: 46, longitude: 7.7, "fr_FR")
                #expect(french?.country == "Suisse")
                #expect(try await namer.coordinates(of: "Springfield").count == 2)
                let one = try await namer.coordinates(of: "springfield, Illinois")
                #expect(one.map(\.latitude) == [39.80172] && one.map(\.longitude) == [-89.64371])
                #expect(try await namer.coordinates(of: "Atlantis").isEmpty)
                let error = await #expect(throws: CLError.self) {
                    try await namer.placemark(latitude: -50, longitude: -120, "en_US")
                }
                #expect(error?.code == .geocodeFoundNoResult)
                #expect(error.map { ($0 as NSError).domain } == kCLErrorDomain)
                await #expect(throws: CLError(.geocodeFoundNoResult)) {
                    try await namer.placemark(latitude: 91, longitude: .nan, "en_US")
                }
                let data = try NSKeyedArchiver.archivedData(
                    withRootObject: zermatt,
                    requiringSecureCoding: true
                )
                let copy = try NSKeyedUnarchiver.unarchivedObject(
                    ofClass: CLPlacemark.self,
                    from: data
                )
                #expect(copy == zermatt && copy !== zermatt)
            }
        }
    }
}
