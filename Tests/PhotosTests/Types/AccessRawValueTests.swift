import Photos
import TestPermits
import Testing

@Suite(.permit) struct AccessRawValueTests {
    @Test func `PHObjectType has Apple's raw values`() {
        expectRawValues([
            (PHObjectType.asset, 1),
            (PHObjectType.assetCollection, 2),
            (PHObjectType.collectionList, 3),
        ])
    }

    @Test func `PHAuthorizationStatus has Apple's raw values`() {
        expectRawValues([
            (PHAuthorizationStatus.notDetermined, 0),
            (PHAuthorizationStatus.restricted, 1),
            (PHAuthorizationStatus.denied, 2),
            (PHAuthorizationStatus.authorized, 3),
            (PHAuthorizationStatus.limited, 4),
        ])
    }

    @Test func `PHAccessLevel has Apple's raw values`() {
        expectRawValues([
            (PHAccessLevel.addOnly, 1),
            (PHAccessLevel.readWrite, 2),
        ])
    }
}
