import CoreLocation
import CoreMedia
import Foundation
import Photos
import PhotosTestSupport
import TestPermits
import Testing

/// Times, places and what assets are given take every number.
@Suite(.permit) struct ValueNumberTests {
    private static var times: [CMTime] {
        var times: [CMTime] = [.zero, .invalid, .indefinite, .positiveInfinity, .negativeInfinity]
        let values = NumberEnds.integers.map { Int64($0) }
        let scales: [Int32] = [.min, -1, 0, 1, 600, .max - 1, .max]
        for scale in scales {
            for value in values { times.append(CMTime(value: value, timescale: scale)) }
            for number in NumberEnds.reals {
                times.append(CMTime(seconds: number, preferredTimescale: scale))
            }
            for value in [Int64.min, 0, 7, .max] {
                for flags in [UInt32(0), 1, 3, 5, 9, 17, .max] {
                    times.append(
                        CMTime(
                            value: value,
                            timescale: scale,
                            flags: CMTimeFlags(rawValue: flags),
                            epoch: value
                        )
                    )
                }
            }
        }
        return times
    }

    @Test func `times in movies`() {
        let times = Self.times
        for left in times {
            _ = (left.seconds, left.hashValue, left.isNumeric, CMTimeGetSeconds(left))
            #expect(left == left && !(left < left))
            for right in times {
                let (sum, difference) = (left + right, left - right)
                if !left.isNumeric || !right.isNumeric {
                    #expect(!sum.isNumeric && !difference.isNumeric)
                }
                let order = CMTimeCompare(left, right)
                #expect(order == -CMTimeCompare(right, left))
                if left == right, left.epoch == right.epoch {
                    #expect(left.hashValue == right.hashValue, "\(left) \(right)")
                }
            }
        }
    }

    @Test func `places`() throws {
        for (latitude, longitude) in NumberEnds.pairs(NumberEnds.reals) {
            let place = CLLocation(
                coordinate: CLLocationCoordinate2DMake(latitude, longitude),
                altitude: latitude,
                horizontalAccuracy: longitude,
                verticalAccuracy: latitude,
                course: longitude,
                courseAccuracy: latitude,
                speed: longitude,
                speedAccuracy: latitude,
                timestamp: Date(timeIntervalSinceReferenceDate: longitude)
            )
            _ = (place.description, place.hash, place.isEqual(place))
            _ = place.distance(from: CLLocation(latitude: longitude, longitude: latitude))
            _ = CLLocationCoordinate2DIsValid(place.coordinate)
            let archive = try NSKeyedArchiver.archivedData(
                withRootObject: place,
                requiringSecureCoding: true
            )
            _ = try NSKeyedUnarchiver.unarchivedObject(ofClass: CLLocation.self, from: archive)
        }
    }

    @Test func `dates of assets`() throws {
        let library = try TestLibrary()
        let asset = try library.addPicture()
        for date in NumberEnds.dates {
            let isFinite = date.timeIntervalSinceReferenceDate.isFinite
            let refusal = library.refusal {
                let request = PHAssetChangeRequest(for: asset)
                request.creationDate = date
                _ = request.creationDate
            }
            #expect(refusal == (isFinite ? nil : .changeNotSupported))
            let now = try library.asset(asset.localIdentifier)
            if isFinite { #expect(now.creationDate == date) }
            let made = library.refusal { TestLibrary.pictureRequest().creationDate = date }
            #expect(made == refusal)
        }
        #expect(library.assets.count > 10)
        let newest = library.options {
            $0.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
        }
        #expect(
            PHAsset.fetchAssets(with: newest).firstObject?.creationDate
                == Date(timeIntervalSinceReferenceDate: .greatestFiniteMagnitude)
        )
    }

    @Test func `places, stars and originals of assets`() throws {
        let library = try TestLibrary()
        let asset = try library.addPicture()
        for number in NumberEnds.reals {
            let refusal = library.refusal {
                PHAssetChangeRequest(for: asset).location = CLLocation(
                    coordinate: CLLocationCoordinate2D(latitude: 1, longitude: 2),
                    altitude: number,
                    horizontalAccuracy: number,
                    verticalAccuracy: number,
                    course: number,
                    speed: number,
                    timestamp: Date(timeIntervalSinceReferenceDate: number)
                )
            }
            #expect(refusal == (number.isFinite ? nil : .changeNotSupported))
        }
        for number in NumberEnds.integers {
            if let rating = PHAsset.Rating(rawValue: number) {
                let refusal = library.refusal { PHAssetChangeRequest(for: asset).rating = rating }
                #expect(refusal == ((0...5).contains(number) ? nil : .changeNotSupported))
            }
            if let choice = PHAsset.OriginalResourceChoice(rawValue: number) {
                let refusals = [
                    library.refusal {
                        TestLibrary.pictureRequest().originalResourceChoice = choice
                    },
                    library.refusal {
                        PHAssetChangeRequest(for: asset).revertAssetContent(to: choice)
                    },
                ]
                #expect(refusals.allSatisfy { $0 == nil || $0 == .changeNotSupported })
            }
            if let type = PHAssetResourceType(rawValue: number), number != 1 {
                let refusal = library.refusal {
                    let request = PHAssetCreationRequest.forAsset()
                    request.addResource(with: type, data: TestLibrary.picture(), options: nil)
                }
                #expect(refusal != nil)
            }
            let supported = PHAssetCreationRequest.supportsAssetResourceTypes([
                NSNumber(value: number)
            ])
            #expect(supported == (number == 1))
        }
        for number in NumberEnds.reals where number != 1 {
            #expect(
                !PHAssetCreationRequest.supportsAssetResourceTypes([NSNumber(value: number)])
            )
        }
        for code in NumberEnds.integers {
            if let code = PHPhotosErrorCode(rawValue: code) {
                _ = PHPhotosError(code).localizedDescription
            }
        }
    }

    @Test func `a coordinate that is none traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        {
            let library = try TestLibrary()
            let asset = try library.addPicture()
            try library.change {
                PHAssetChangeRequest(for: asset).location = CLLocation(latitude: .nan, longitude: 0)
            }
        }
        let text = result.said
        #expect(text.contains("A location outside -90...90 and -180...180 degrees"))
    }
}
