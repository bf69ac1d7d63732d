#pragma once

/// The kind of a collection of assets.
PH_OPEN_ENUM(PHAssetCollectionType) {
    /// Its assets were put there.
    PHAssetCollectionTypeAlbum = 1,
    /// Its assets are those that have something in common.
    PHAssetCollectionTypeSmartAlbum = 2,
    /// Its assets were taken at one time and place.
    PHAssetCollectionTypeMoment PH_DEPRECATED("Moments are no longer made.") = 3,
};

/// The kind of an album or a smart album, more closely.
PH_OPEN_ENUM(PHAssetCollectionSubtype) {
    /// An album made in this library.
    PHAssetCollectionSubtypeAlbumRegular = 2,
    /// An event of the computer that the device is synced with.
    PHAssetCollectionSubtypeAlbumSyncedEvent = 3,
    /// A person known to the computer that the device is synced with.
    PHAssetCollectionSubtypeAlbumSyncedFaces = 4,
    /// An album of the computer that the device is synced with.
    PHAssetCollectionSubtypeAlbumSyncedAlbum = 5,
    /// Assets that were imported from a camera or a card.
    PHAssetCollectionSubtypeAlbumImported = 6,
    /// The user's photo stream.
    PHAssetCollectionSubtypeAlbumMyPhotoStream = 100,
    /// An album shared between users.
    PHAssetCollectionSubtypeAlbumCloudShared = 101,
    /// A smart album of no more special kind.
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
    /// All assets of the user's own, shared albums left out.
    PHAssetCollectionSubtypeSmartAlbumUserLibrary = 209,
    /// All photos and videos taken by a device's front camera.
    PHAssetCollectionSubtypeSmartAlbumSelfPortraits = 210,
    /// All pictures of a device's screen.
    PHAssetCollectionSubtypeSmartAlbumScreenshots = 211,
    /// All portraits with a blurred background.
    PHAssetCollectionSubtypeSmartAlbumDepthEffect = 212,
    /// All Live Photos.
    PHAssetCollectionSubtypeSmartAlbumLivePhotos = 213,
    /// All pictures of several frames.
    PHAssetCollectionSubtypeSmartAlbumAnimated = 214,
    /// All Live Photos shown as a long exposure.
    PHAssetCollectionSubtypeSmartAlbumLongExposures = 215,
    /// All assets that could not be sent to the cloud.
    PHAssetCollectionSubtypeSmartAlbumUnableToUpload = 216,
    /// All assets with a RAW original.
    PHAssetCollectionSubtypeSmartAlbumRAW = 217,
    /// All videos whose focus can be chosen afterwards.
    PHAssetCollectionSubtypeSmartAlbumCinematic = 218,
    /// All photos and videos with depth.
    PHAssetCollectionSubtypeSmartAlbumSpatial = 219,
    /// All videos of a device's screen.
    PHAssetCollectionSubtypeSmartAlbumScreenRecordings = 220,
    /// Every subtype, for fetching only. It is one value, not a mask of bits.
    PHAssetCollectionSubtypeAny = LONG_MAX,
};

/// The kind of a collection of collections.
PH_OPEN_ENUM(PHCollectionListType) {
    /// A group of moments.
    PHCollectionListTypeMomentList PH_DEPRECATED("Moments are no longer made.") = 1,
    /// A folder of albums and folders.
    PHCollectionListTypeFolder = 2,
    /// A folder whose contents are those that have something in common.
    PHCollectionListTypeSmartFolder = 3,
};

/// The kind of a folder, more closely.
PH_OPEN_ENUM(PHCollectionListSubtype) {
    /// A group of moments near in time and place.
    PHCollectionListSubtypeMomentListCluster PH_DEPRECATED("Moments are no longer made.") = 1,
    /// All moments of a year.
    PHCollectionListSubtypeMomentListYear PH_DEPRECATED("Moments are no longer made.") = 2,
    /// A folder made in this library.
    PHCollectionListSubtypeRegularFolder = 100,
    /// The folder that holds all others.
    PHCollectionListSubtypeRootFolder = 101,
    /// The events of the computer that the device is synced with.
    PHCollectionListSubtypeSmartFolderEvents = 200,
    /// The people known to the computer that the device is synced with.
    PHCollectionListSubtypeSmartFolderFaces = 201,
    /// Every subtype, for fetching only.
    PHCollectionListSubtypeAny = LONG_MAX,
};

/// A kind of change that an album or a folder may or may not allow.
PH_OPEN_ENUM(PHCollectionEditOperation) {
    /// Deleting its contents from the library.
    PHCollectionEditOperationDeleteContent = 1,
    /// Taking contents out of it.
    PHCollectionEditOperationRemoveContent = 2,
    /// Putting contents of other collections into it.
    PHCollectionEditOperationAddContent = 3,
    /// Making new contents in it.
    PHCollectionEditOperationCreateContent = 4,
    /// Changing the order of its contents.
    PHCollectionEditOperationRearrangeContent = 5,
    /// Deleting it.
    PHCollectionEditOperationDelete = 6,
    /// Changing its name.
    PHCollectionEditOperationRename = 7,
};
