import Photos
import TestPermits
import Testing

@Suite(.permit) struct CollectionRawValueTests {
    @Test func `PHAssetCollectionType has Apple's raw values`() {
        expectRawValues([
            (PHAssetCollectionType.album, 1),
            (PHAssetCollectionType.smartAlbum, 2),
        ])
    }

    @available(*, deprecated)
    @Test func `PHAssetCollectionType has Apple's raw values in its deprecated names`() {
        expectRawValues([
            (PHAssetCollectionType.moment, 3)
        ])
    }

    @Test func `PHAssetCollectionSubtype has Apple's raw values`() {
        expectRawValues([
            (PHAssetCollectionSubtype.albumRegular, 2),
            (PHAssetCollectionSubtype.albumSyncedEvent, 3),
            (PHAssetCollectionSubtype.albumSyncedFaces, 4),
            (PHAssetCollectionSubtype.albumSyncedAlbum, 5),
            (PHAssetCollectionSubtype.albumImported, 6),
            (PHAssetCollectionSubtype.albumMyPhotoStream, 100),
            (PHAssetCollectionSubtype.albumCloudShared, 101),
            (PHAssetCollectionSubtype.smartAlbumGeneric, 200),
            (PHAssetCollectionSubtype.smartAlbumPanoramas, 201),
            (PHAssetCollectionSubtype.smartAlbumVideos, 202),
            (PHAssetCollectionSubtype.smartAlbumFavorites, 203),
            (PHAssetCollectionSubtype.smartAlbumTimelapses, 204),
            (PHAssetCollectionSubtype.smartAlbumAllHidden, 205),
            (PHAssetCollectionSubtype.smartAlbumRecentlyAdded, 206),
            (PHAssetCollectionSubtype.smartAlbumBursts, 207),
            (PHAssetCollectionSubtype.smartAlbumSlomoVideos, 208),
            (PHAssetCollectionSubtype.smartAlbumUserLibrary, 209),
            (PHAssetCollectionSubtype.smartAlbumSelfPortraits, 210),
            (PHAssetCollectionSubtype.smartAlbumScreenshots, 211),
            (PHAssetCollectionSubtype.smartAlbumDepthEffect, 212),
            (PHAssetCollectionSubtype.smartAlbumLivePhotos, 213),
            (PHAssetCollectionSubtype.smartAlbumAnimated, 214),
            (PHAssetCollectionSubtype.smartAlbumLongExposures, 215),
            (PHAssetCollectionSubtype.smartAlbumUnableToUpload, 216),
            (PHAssetCollectionSubtype.smartAlbumRAW, 217),
            (PHAssetCollectionSubtype.smartAlbumCinematic, 218),
            (PHAssetCollectionSubtype.smartAlbumSpatial, 219),
            (PHAssetCollectionSubtype.smartAlbumScreenRecordings, 220),
            (PHAssetCollectionSubtype.any, .max),
        ])
    }

    @Test func `PHCollectionListType has Apple's raw values`() {
        expectRawValues([
            (PHCollectionListType.folder, 2),
            (PHCollectionListType.smartFolder, 3),
        ])
    }

    @available(*, deprecated)
    @Test func `PHCollectionListType has Apple's raw values in its deprecated names`() {
        expectRawValues([
            (PHCollectionListType.momentList, 1)
        ])
    }

    @Test func `PHCollectionListSubtype has Apple's raw values`() {
        expectRawValues([
            (PHCollectionListSubtype.regularFolder, 100),
            (PHCollectionListSubtype.rootFolder, 101),
            (PHCollectionListSubtype.smartFolderEvents, 200),
            (PHCollectionListSubtype.smartFolderFaces, 201),
            (PHCollectionListSubtype.any, .max),
        ])
    }

    @available(*, deprecated)
    @Test func `PHCollectionListSubtype has Apple's raw values in its deprecated names`() {
        expectRawValues([
            (PHCollectionListSubtype.momentListCluster, 1),
            (PHCollectionListSubtype.momentListYear, 2),
        ])
    }

    @Test func `PHCollectionEditOperation has Apple's raw values`() {
        expectRawValues([
            (PHCollectionEditOperation.deleteContent, 1),
            (PHCollectionEditOperation.removeContent, 2),
            (PHCollectionEditOperation.addContent, 3),
            (PHCollectionEditOperation.createContent, 4),
            (PHCollectionEditOperation.rearrangeContent, 5),
            (PHCollectionEditOperation.delete, 6),
            (PHCollectionEditOperation.rename, 7),
        ])
    }
}
