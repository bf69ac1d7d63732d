#pragma once

/// The class of object that a change in the persistent history is about.
PH_OPEN_ENUM(PHObjectType) {
    /// Photos, videos and audio files.
    PHObjectTypeAsset = 1,
    /// Albums and smart albums.
    PHObjectTypeAssetCollection = 2,
    /// Folders.
    PHObjectTypeCollectionList = 3,
};

/// What a client of the library is allowed to do.
PH_OPEN_ENUM(PHAuthorizationStatus) {
    /// Nobody was asked yet.
    PHAuthorizationStatusNotDetermined = 0,
    /// The configuration of the system forbids access, whatever the user says.
    PHAuthorizationStatusRestricted = 1,
    /// The user refused.
    PHAuthorizationStatusDenied = 2,
    /// The user allowed the access that was asked for.
    PHAuthorizationStatusAuthorized = 3,
    /// The user allowed access to a selection of assets. Only calls that name an access level say so.
    PHAuthorizationStatusLimited = 4,
};

/// How much access a client asks for.
PH_OPEN_ENUM(PHAccessLevel) {
    /// To add assets, and to see none.
    PHAccessLevelAddOnly = 1,
    /// To see and change what is in the library, and to add to it.
    PHAccessLevelReadWrite = 2,
};
