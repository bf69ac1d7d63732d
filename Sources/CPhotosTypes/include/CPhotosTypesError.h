#pragma once

/// The error codes of the library.
///
/// `PHPhotosError.Code` in Swift.
PH_OPEN_ENUM(PHPhotosErrorCode) {
    /// An internal error of the library.
    PHPhotosErrorCodeInternalError = -1,
    /// The request, or the question put to the user, was cancelled.
    PHPhotosErrorCodeUserCancelled = 3072,
    /// The token is older than the history that the library keeps.
    PHPhotosErrorCodePersistentChangeTokenExpired = 3105,
    /// The volume of the library is not mounted.
    PHPhotosErrorCodeLibraryVolumeOffline = 3114,
    /// The library was moved, renamed or deleted while it was open.
    PHPhotosErrorCodeRelinquishingLibraryBundleToWriter = 3142,
    /// The user made another library the system photo library.
    PHPhotosErrorCodeSwitchingSystemPhotoLibrary = 3143,
    /// The data is not local, and the request does not allow the network.
    PHPhotosErrorCodeNetworkAccessRequired = 3164,
    /// The network failed.
    PHPhotosErrorCodeNetworkError = 3169,
    /// No object has the identifier.
    PHPhotosErrorCodeIdentifierNotFound = 3201,
    /// Several objects match the identifier.
    PHPhotosErrorCodeMultipleIdentifiersFound = 3202,
    /// The history does not contain enough details of the change.
    PHPhotosErrorCodePersistentChangeDetailsUnavailable = 3210,
    /// The requested change is not possible.
    PHPhotosErrorCodeChangeNotSupported = 3300,
    /// A temporary condition stopped the operation.
    PHPhotosErrorCodeOperationInterrupted = 3301,
    /// A file's content does not match its declared type.
    PHPhotosErrorCodeInvalidResource = 3302,
    /// A required file does not exist.
    PHPhotosErrorCodeMissingResource = 3303,
    /// The disk is full.
    PHPhotosErrorCodeNotEnoughSpace = 3305,
    /// The asset does not support the request.
    PHPhotosErrorCodeRequestNotSupportedForAsset = 3306,
    /// There are too many jobs.
    PHPhotosErrorCodeLimitExceeded = 3307,
    /// The configuration of the system forbids access.
    PHPhotosErrorCodeAccessRestricted = 3310,
    /// The user refused access.
    PHPhotosErrorCodeAccessUserDenied = 3311,
    /// The library is in a folder that a sync service manages.
    PHPhotosErrorCodeLibraryInFileProviderSyncRoot = 5423,
};
