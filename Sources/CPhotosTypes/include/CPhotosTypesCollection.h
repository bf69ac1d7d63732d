#pragma once

/// The kind of a collection of assets.
PH_OPEN_ENUM(PHAssetCollectionType) {
    /// An album, whose assets were added to it.
    PHAssetCollectionTypeAlbum = 1,
    /// A smart album, whose assets have a common property.
    PHAssetCollectionTypeSmartAlbum = 2,
    /// A moment, whose assets were taken at one time and place.
    PHAssetCollectionTypeMoment PH_DEPRECATED("Moments are no longer made.") = 3,
};

/// The subtype of an album or a smart album.
PH_OPEN_ENUM(PHAssetCollectionSubtype) {
    /// An album made in this library.
    PHAssetCollectionSubtypeAlbumRegular = 2,
    /// An event from the computer that synchronises the device.
    PHAssetCollectionSubtypeAlbumSyncedEvent = 3,
    /// A person from the computer that synchronises the device.
    PHAssetCollectionSubtypeAlbumSyncedFaces = 4,
    /// An album from the computer that synchronises the device.
    PHAssetCollectionSubtypeAlbumSyncedAlbum = 5,
    /// Assets that were imported from a camera or a card.
    PHAssetCollectionSubtypeAlbumImported = 6,
    /// The user's photo stream.
    PHAssetCollectionSubtypeAlbumMyPhotoStream = 100,
    /// An album shared between users.
    PHAssetCollectionSubtypeAlbumCloudShared = 101,
    /// A smart album without a specific subtype.
    PHAssetCollectionSubtypeSmartAlbumGeneric = 200,
    /// All panoramas.
    PHAssetCollectionSubtypeSmartAlbumPanoramas = 201,
    /// All videos.
    PHAssetCollectionSubtypeSmartAlbumVideos = 202,
    /// All assets marked as favorites.
    PHAssetCollectionSubtypeSmartAlbumFavorites = 203,
    /// All time-lapse videos.
    PHAssetCollectionSubtypeSmartAlbumTimelapses = 204,
    /// All hidden assets.
    PHAssetCollectionSubtypeSmartAlbumAllHidden = 205,
    /// Assets added in the last days.
    PHAssetCollectionSubtypeSmartAlbumRecentlyAdded = 206,
    /// All bursts.
    PHAssetCollectionSubtypeSmartAlbumBursts = 207,
    /// All videos in slow motion.
    PHAssetCollectionSubtypeSmartAlbumSlomoVideos = 208,
    /// All of the user's own assets, without shared albums.
    PHAssetCollectionSubtypeSmartAlbumUserLibrary = 209,
    /// All photos and videos taken by a device's front camera.
    PHAssetCollectionSubtypeSmartAlbumSelfPortraits = 210,
    /// All screenshots.
    PHAssetCollectionSubtypeSmartAlbumScreenshots = 211,
    /// All portraits with a blurred background.
    PHAssetCollectionSubtypeSmartAlbumDepthEffect = 212,
    /// All Live Photos.
    PHAssetCollectionSubtypeSmartAlbumLivePhotos = 213,
    /// All animated pictures.
    PHAssetCollectionSubtypeSmartAlbumAnimated = 214,
    /// All Live Photos shown as a long exposure.
    PHAssetCollectionSubtypeSmartAlbumLongExposures = 215,
    /// All assets that could not be uploaded to the cloud.
    PHAssetCollectionSubtypeSmartAlbumUnableToUpload = 216,
    /// All assets with a RAW original.
    PHAssetCollectionSubtypeSmartAlbumRAW = 217,
    /// All videos whose focus can be changed later.
    PHAssetCollectionSubtypeSmartAlbumCinematic = 218,
    /// All spatial photos and videos.
    PHAssetCollectionSubtypeSmartAlbumSpatial = 219,
    /// All screen recordings.
    PHAssetCollectionSubtypeSmartAlbumScreenRecordings = 220,
    /// Every subtype, for fetching only.
    ///
    /// The value is not a mask of bits.
    PHAssetCollectionSubtypeAny = LONG_MAX,
};

/// The kind of a collection of collections.
PH_OPEN_ENUM(PHCollectionListType) {
    /// A group of moments.
    PHCollectionListTypeMomentList PH_DEPRECATED("Moments are no longer made.") = 1,
    /// A folder of albums and folders.
    PHCollectionListTypeFolder = 2,
    /// A folder whose contents have a common property.
    PHCollectionListTypeSmartFolder = 3,
};

/// The subtype of a folder.
PH_OPEN_ENUM(PHCollectionListSubtype) {
    /// A group of moments near in time and place.
    PHCollectionListSubtypeMomentListCluster PH_DEPRECATED("Moments are no longer made.") = 1,
    /// All moments of a year.
    PHCollectionListSubtypeMomentListYear PH_DEPRECATED("Moments are no longer made.") = 2,
    /// A folder made in this library.
    PHCollectionListSubtypeRegularFolder = 100,
    /// The folder that contains all others.
    PHCollectionListSubtypeRootFolder = 101,
    /// The events from the computer that synchronises the device.
    PHCollectionListSubtypeSmartFolderEvents = 200,
    /// The people from the computer that synchronises the device.
    PHCollectionListSubtypeSmartFolderFaces = 201,
    /// Every subtype, for fetching only.
    PHCollectionListSubtypeAny = LONG_MAX,
};

/// A kind of change that an album or a folder may or may not allow.
PH_OPEN_ENUM(PHCollectionEditOperation) {
    /// Deleting the contents of the collection from the library.
    PHCollectionEditOperationDeleteContent = 1,
    /// Removing contents from the collection.
    PHCollectionEditOperationRemoveContent = 2,
    /// Adding contents of other collections.
    PHCollectionEditOperationAddContent = 3,
    /// Creating new contents in the collection.
    PHCollectionEditOperationCreateContent = 4,
    /// Changing the order of the contents.
    PHCollectionEditOperationRearrangeContent = 5,
    /// Deleting the collection.
    PHCollectionEditOperationDelete = 6,
    /// Changing the name of the collection.
    PHCollectionEditOperationRename = 7,
};
