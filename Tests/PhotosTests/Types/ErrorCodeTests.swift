import Photos
import TestPermits
import Testing

@Suite(.permit) struct ErrorCodeTests {
    private static let codes:
        [(code: PHPhotosError.Code, shorthand: PHPhotosError.Code, number: Int)] = [
            (.internalError, PHPhotosError.internalError, -1),
            (.userCancelled, PHPhotosError.userCancelled, 3072),
            (.persistentChangeTokenExpired, PHPhotosError.persistentChangeTokenExpired, 3105),
            (.libraryVolumeOffline, PHPhotosError.libraryVolumeOffline, 3114),
            (
                .relinquishingLibraryBundleToWriter,
                PHPhotosError.relinquishingLibraryBundleToWriter, 3142
            ),
            (.switchingSystemPhotoLibrary, PHPhotosError.switchingSystemPhotoLibrary, 3143),
            (.networkAccessRequired, PHPhotosError.networkAccessRequired, 3164),
            (.networkError, PHPhotosError.networkError, 3169),
            (.identifierNotFound, PHPhotosError.identifierNotFound, 3201),
            (.multipleIdentifiersFound, PHPhotosError.multipleIdentifiersFound, 3202),
            (
                .persistentChangeDetailsUnavailable,
                PHPhotosError.persistentChangeDetailsUnavailable, 3210
            ),
            (.changeNotSupported, PHPhotosError.changeNotSupported, 3300),
            (.operationInterrupted, PHPhotosError.operationInterrupted, 3301),
            (.invalidResource, PHPhotosError.invalidResource, 3302),
            (.missingResource, PHPhotosError.missingResource, 3303),
            (.notEnoughSpace, PHPhotosError.notEnoughSpace, 3305),
            (.requestNotSupportedForAsset, PHPhotosError.requestNotSupportedForAsset, 3306),
            (.limitExceeded, PHPhotosError.limitExceeded, 3307),
            (.accessRestricted, PHPhotosError.accessRestricted, 3310),
            (.accessUserDenied, PHPhotosError.accessUserDenied, 3311),
            (.libraryInFileProviderSyncRoot, PHPhotosError.libraryInFileProviderSyncRoot, 5423),
        ]

    @Test func `error codes have Apple's raw values under both names`() {
        expectRawValues(Self.codes.map { ($0.code, $0.number) })
        for (code, shorthand, _) in Self.codes {
            #expect(code == shorthand)
        }
    }

    @available(*, deprecated)
    @Test func `deprecated names of codes keep their values`() {
        #expect(PHPhotosError.invalid == .internalError)
        #expect(PHPhotosError.Code.invalid == .internalError)
        #expect(PHPhotosErrorInvalid == -1)
        #expect(PHPhotosErrorUserCancelled == 3072)
        #expect(PHPhotosErrorLibraryVolumeOffline == 3114)
        #expect(PHPhotosErrorRelinquishingLibraryBundleToWriter == 3142)
        #expect(PHPhotosErrorSwitchingSystemPhotoLibrary == 3143)
    }

    @Test func `every code has a sentence of its own`() {
        let sentences = Set(Self.codes.map { PHPhotosError($0.code).localizedDescription })
        #expect(sentences.count == Self.codes.count)
        for sentence in sentences {
            #expect(sentence.hasSuffix("."))
            #expect(!sentence.contains("PHPhotosErrorDomain"))
            #expect(!sentence.contains("with the code"))
        }
    }

    @Test func `a code without a name makes an error too`() throws {
        let code = try #require(PHPhotosError.Code(rawValue: 3304))
        let error = PHPhotosError(code)
        #expect(error.code.rawValue == 3304)
        #expect(error.localizedDescription.contains("3304"))
    }
}
