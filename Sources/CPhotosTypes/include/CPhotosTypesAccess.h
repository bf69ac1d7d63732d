#pragma once

/// The class of the objects in a change of the persistent history.
PH_OPEN_ENUM(PHObjectType) {
    /// Photos, videos and audio files.
    PHObjectTypeAsset = 1,
    /// Albums and smart albums.
    PHObjectTypeAssetCollection = 2,
    /// Folders.
    PHObjectTypeCollectionList = 3,
};

/// The access that a client of the library has.
PH_OPEN_ENUM(PHAuthorizationStatus) {
    /// Nothing was decided yet.
    PHAuthorizationStatusNotDetermined = 0,
    /// The configuration of the system forbids access, whatever the user decides.
    PHAuthorizationStatusRestricted = 1,
    /// The user denied access.
    PHAuthorizationStatusDenied = 2,
    /// The user allowed the requested access.
    PHAuthorizationStatusAuthorized = 3,
    /// The user allowed access to a selection of assets.
    ///
    /// Only calls with an access level return this value.
    PHAuthorizationStatusLimited = 4,
};

/// The level of access that a client requests.
PH_OPEN_ENUM(PHAccessLevel) {
    /// Access to add assets, without seeing any.
    PHAccessLevelAddOnly = 1,
    /// Access to see and change the content of the library, and to add to it.
    PHAccessLevelReadWrite = 2,
};
