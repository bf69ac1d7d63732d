// Repeats the codes as static members of the error, which `catch PHPhotosError.userCancelled` needs.
extension PHPhotosError {
    /// An internal error of the library.
    public static var internalError: Code { .internalError }

    /// The request, or the question put to the user, was cancelled.
    public static var userCancelled: Code { .userCancelled }

    /// The token is older than the history that the library keeps.
    public static var persistentChangeTokenExpired: Code { .persistentChangeTokenExpired }

    /// The volume of the library is not mounted.
    public static var libraryVolumeOffline: Code { .libraryVolumeOffline }

    /// The library was moved, renamed or deleted while it was open.
    public static var relinquishingLibraryBundleToWriter: Code {
        .relinquishingLibraryBundleToWriter
    }

    /// The user made another library the system photo library.
    public static var switchingSystemPhotoLibrary: Code { .switchingSystemPhotoLibrary }

    /// The data is not local, and the request does not allow the network.
    public static var networkAccessRequired: Code { .networkAccessRequired }

    /// The network failed.
    public static var networkError: Code { .networkError }

    /// No object has the identifier.
    public static var identifierNotFound: Code { .identifierNotFound }

    /// Several objects match the identifier; the `userInfo` lists them.
    public static var multipleIdentifiersFound: Code { .multipleIdentifiersFound }

    /// The history does not contain enough details of the change.
    public static var persistentChangeDetailsUnavailable: Code {
        .persistentChangeDetailsUnavailable
    }

    /// The requested change is not possible.
    public static var changeNotSupported: Code { .changeNotSupported }

    /// A temporary condition stopped the operation.
    public static var operationInterrupted: Code { .operationInterrupted }

    /// A file's content does not match its declared type.
    public static var invalidResource: Code { .invalidResource }

    /// A required file does not exist.
    public static var missingResource: Code { .missingResource }

    /// The disk is full.
    public static var notEnoughSpace: Code { .notEnoughSpace }

    /// The asset does not support the request.
    public static var requestNotSupportedForAsset: Code { .requestNotSupportedForAsset }

    /// There are too many jobs.
    public static var limitExceeded: Code { .limitExceeded }

    /// The configuration of the system forbids access.
    public static var accessRestricted: Code { .accessRestricted }

    /// The user refused access.
    public static var accessUserDenied: Code { .accessUserDenied }

    /// The library is in a folder that a sync service manages.
    public static var libraryInFileProviderSyncRoot: Code { .libraryInFileProviderSyncRoot }

    /// An internal error of the library.
    @available(*, deprecated, renamed: "internalError")
    public static var invalid: Code { .internalError }
}
