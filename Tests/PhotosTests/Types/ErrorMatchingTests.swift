import Photos
import TestPermits
import Testing

@Suite(.permit) struct ErrorMatchingTests {
    private func matched(_ thrown: any Error) -> String {
        do {
            throw thrown
        } catch PHPhotosError.limitExceeded {
            return "limit exceeded"
        } catch PHPhotosError.userCancelled, PHPhotosError.networkError {
            return "cancelled or network"
        } catch let error as PHPhotosError where error.code == .identifierNotFound {
            return "not found"
        } catch let error as PHPhotosError {
            return "another: \(error.code.rawValue)"
        } catch {
            return "not of the library"
        }
    }

    @Test func `a catch clause matches its code and no other`() {
        #expect(matched(PHPhotosError(.limitExceeded)) == "limit exceeded")
        #expect(matched(PHPhotosError(.userCancelled)) == "cancelled or network")
        #expect(matched(PHPhotosError(.networkError)) == "cancelled or network")
        #expect(matched(PHPhotosError(.identifierNotFound)) == "not found")
        #expect(matched(PHPhotosError(.notEnoughSpace)) == "another: 3305")
    }

    @Test func `a catch clause does not match other errors with the same number`() {
        #expect(matched(NSError(domain: "Elsewhere", code: 3307)) == "not of the library")
        #expect(matched(CocoaError(.fileNoSuchFile)) == "not of the library")
    }

    @Test func `a catch clause still matches an error that became an NSError`() {
        let error = PHPhotosError(.limitExceeded) as NSError
        #expect(matched(error) == "limit exceeded")
    }

    @Test(arguments: [PHImageErrorKey, PHContentEditingInputErrorKey, PHLivePhotoInfoErrorKey])
    func `an error in a handler's info is what a program asks for`(_ key: String) throws {
        let error = PHPhotosError(.networkAccessRequired, userInfo: ["reason": "none"])
        let values: [Any] = [error, error as NSError, error as any Error]
        for value in values {
            let info: [AnyHashable: Any] = [key: value]
            let bridged = try #require(info[key] as? NSError)
            #expect(bridged.domain == PHPhotosErrorDomain && bridged.code == 3164)
            #expect(bridged.userInfo["reason"] as? String == "none")
            #expect(!bridged.localizedDescription.isEmpty)
            #expect((info[key] as? PHPhotosError)?.code == .networkAccessRequired)
            #expect((info[key] as? PHPhotosError) == error)
            #expect((info[key] as? any Error)?.localizedDescription == error.localizedDescription)
        }
        let others: [Any] = [
            NSError(domain: "Elsewhere", code: 3164), CocoaError(.fileNoSuchFile), 3164, "3164",
        ]
        for value in others { #expect(value as? PHPhotosError == nil) }
    }

    @Test
    func `an optional error is an NSError, and an NSError of the domain an error of the library`() {
        let error: (any Error)? = PHPhotosError(.userCancelled)
        #expect((error as NSError?)?.code == 3072)
        let plain: any Error = NSError(domain: PHPhotosErrorDomain, code: 3072)
        #expect((plain as? PHPhotosError)?.code == .userCancelled)
        #expect(matched(plain) == "cancelled or network")
    }

    @Test(arguments: [
        PHPhotosError(.userCancelled) as any Error, AVError(.noImageAtTime), CLError(.network),
    ])
    func `a pattern that asks for an NSError gets one`(_ thrown: any Error) {
        let expected = thrown as NSError
        do { throw thrown } catch let error as NSError where error.code == expected.code {
            #expect(error.domain == expected.domain)
            #expect(error.localizedDescription == thrown.localizedDescription)
        } catch {
            Issue.record("It was not matched: \(error)")
        }
        do { throw thrown } catch let error as NSError { #expect(error.code == expected.code) }
    }

    @Test func `an NSError of a movie or of a place is an error of that type`() {
        let movie: any Error = NSError(domain: AVFoundationErrorDomain, code: -11832)
        #expect((movie as? AVError)?.code == .noImageAtTime)
        #expect(movie as? CLError == nil)
        let place: any Error = NSError(domain: kCLErrorDomain, code: 8)
        #expect((place as? CLError)?.code == .geocodeFoundNoResult)
        #expect(place as? AVError == nil)
        let unknown: any Error = NSError(domain: kCLErrorDomain, code: 999)
        #expect(unknown as? CLError == nil)
    }

    @Test func `a switch over an optional error matches`() {
        let error: (any Error)? = PHPhotosError(.accessUserDenied)
        switch error {
        case let error as PHPhotosError where error.code == .userCancelled:
            Issue.record("It was matched as cancelled: \(error)")
        case let error as PHPhotosError:
            #expect(error.code == .accessUserDenied)
        default:
            Issue.record("It was not matched.")
        }
    }

    @Test func `an NSError of it has domain, code and user info`() {
        let error: any Error = PHPhotosError(
            .multipleIdentifiersFound,
            userInfo: [PHLocalIdentifiersErrorKey: ["one", "two"]]
        )
        let bridged = error as NSError
        #expect(bridged.domain == "PHPhotosErrorDomain")
        #expect(bridged.domain == PHPhotosErrorDomain)
        #expect(bridged.code == 3202)
        #expect(bridged.userInfo[PHLocalIdentifiersErrorKey] as? [String] == ["one", "two"])
        #expect(PHPhotosError.errorDomain == PHPhotosErrorDomain)
    }

    @Test func `a given description wins over the sentence of the code`() {
        let plain: any Error = PHPhotosError(.notEnoughSpace)
        let explained: any Error = PHPhotosError(
            .notEnoughSpace,
            userInfo: [NSLocalizedDescriptionKey: "The import needs 3 GB more."]
        )
        #expect(explained.localizedDescription == "The import needs 3 GB more.")
        #expect((explained as NSError).localizedDescription == "The import needs 3 GB more.")
        #expect(plain.localizedDescription == (plain as NSError).localizedDescription)
        #expect(plain.localizedDescription.contains("space"))
    }

    @Test func `errors are equal by code and user info`() {
        let error = PHPhotosError(.networkError)
        #expect(error == PHPhotosError(.networkError))
        #expect(error.hashValue == PHPhotosError(.networkError).hashValue)
        #expect(Set([error, PHPhotosError(.networkError)]).count == 1)
        #expect(error != PHPhotosError(.userCancelled))
        #expect(error != PHPhotosError(.networkError, userInfo: ["host": "example.org"]))
    }
}
