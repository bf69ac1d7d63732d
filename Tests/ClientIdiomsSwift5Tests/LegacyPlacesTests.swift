import CoreLocation
import Photos
import PhotosTestSupport
import TestPermits
import Testing

@Suite(.permit) struct LegacyPlacesTests {
    @Test func `places are named with handlers`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                let places = LegacyPlaces()
                func describe(_ latitude: Double, _ longitude: Double) async -> String {
                    await withCheckedContinuation { continuation in
                        places.describe(CLLocation(latitude: latitude, longitude: longitude)) {
                            continuation.resume(returning: $0)
                        }
                    }
                }
                #expect(await describe(46, 7.7) == "offline")
                try sandbox.usePlaces("lat,lon,name,admin1,admin2,cc\n46.02,7.75,Zermatt,,,CH")
                #expect(await describe(46, 7.7) == "Zermatt CH")
                #expect(await describe(0, 0) == "nowhere")
                let (location, code) = await withCheckedContinuation { continuation in
                    places.find("Zermatt") { continuation.resume(returning: ($0, $1)) }
                }
                #expect(location?.coordinate.longitude == 7.75 && code == nil)
                let (none, error) = await withCheckedContinuation { continuation in
                    places.find("Atlantis") { continuation.resume(returning: ($0, $1)) }
                }
                #expect(none == nil && error == 8 && !places.geocoder.isGeocoding)
            }
        }
    }

    @Test func `a cancelled request ends with an error`() async {
        await #expect(processExitsWith: .success) {
            try await ClientSandbox.run { sandbox in
                try sandbox.usePlaces("lat,lon,name,admin1,admin2,cc\n46.02,7.75,Zermatt,,,CH")
                let places = LegacyPlaces()
                // A handler of an earlier request holds up the queue, so the later request still waits.
                let answers = await withCheckedContinuation { continuation in
                    let gate = DispatchSemaphore(value: 0)
                    let near = CLLocation(latitude: 46, longitude: 7.7)
                    places.describe(near) { first in
                        gate.wait()
                        places.describe(near) { third in
                            continuation.resume(returning: [first, third])
                        }
                    }
                    places.describe(near) { second in
                        if second != "cancelled" { fatalError(second) }
                    }
                    while places.geocoder.isGeocoding { places.geocoder.cancelGeocode() }
                    gate.signal()
                }
                #expect(answers.last == "Zermatt CH")
            }
        }
    }
}
