#pragma once

/// The codes of errors of the library. `PHPhotosError.Code` in Swift.
PH_OPEN_ENUM(PHPhotosErrorCode) {
    /// Something went wrong inside the library.
    PHPhotosErrorCodeInternalError = -1,
    /// The request, or the question put to the user, was cancelled.
    PHPhotosErrorCodeUserCancelled = 3072,
    /// The token is older than the history that the library keeps.
    PHPhotosErrorCodePersistentChangeTokenExpired = 3105,
    /// The volume of the library is not there.
    PHPhotosErrorCodeLibraryVolumeOffline = 3114,
    /// The library was moved, renamed or deleted while it was open.
    PHPhotosErrorCodeRelinquishingLibraryBundleToWriter = 3142,
    /// The user made another library the system's.
    PHPhotosErrorCodeSwitchingSystemPhotoLibrary = 3143,
    /// The data is elsewhere, and the request does not allow the network.
    PHPhotosErrorCodeNetworkAccessRequired = 3164,
    /// The network failed.
    PHPhotosErrorCodeNetworkError = 3169,
    /// No object has the identifier.
    PHPhotosErrorCodeIdentifierNotFound = 3201,
    /// Several objects match the identifier.
    PHPhotosErrorCodeMultipleIdentifiersFound = 3202,
    /// The history does not hold enough to tell what the change did.
    PHPhotosErrorCodePersistentChangeDetailsUnavailable = 3210,
    /// The change as it was asked for is not possible.
    PHPhotosErrorCodeChangeNotSupported = 3300,
    /// Something passing stopped the operation.
    PHPhotosErrorCodeOperationInterrupted = 3301,
    /// A file is not what it was said to be.
    PHPhotosErrorCodeInvalidResource = 3302,
    /// A file that is needed is not there.
    PHPhotosErrorCodeMissingResource = 3303,
    /// The disk is full.
    PHPhotosErrorCodeNotEnoughSpace = 3305,
    /// The asset cannot do what was asked.
    PHPhotosErrorCodeRequestNotSupportedForAsset = 3306,
    /// There are too many jobs.
    PHPhotosErrorCodeLimitExceeded = 3307,
    /// The configuration of the system forbids access.
    PHPhotosErrorCodeAccessRestricted = 3310,
    /// The user refused access.
    PHPhotosErrorCodeAccessUserDenied = 3311,
    /// The library lies in a folder that a sync service owns.
    PHPhotosErrorCodeLibraryInFileProviderSyncRoot = 5423,
};
