// The codes again, as static members of the error: `catch PHPhotosError.userCancelled` needs them.
extension PHPhotosError {
    /// Something went wrong inside the library.
    public static var internalError: Code { .internalError }

    /// The request, or the question put to the user, was cancelled.
    public static var userCancelled: Code { .userCancelled }

    /// The token is older than the history that the library keeps.
    public static var persistentChangeTokenExpired: Code { .persistentChangeTokenExpired }

    /// The volume of the library is not there.
    public static var libraryVolumeOffline: Code { .libraryVolumeOffline }

    /// The library was moved, renamed or deleted while it was open.
    public static var relinquishingLibraryBundleToWriter: Code {
        .relinquishingLibraryBundleToWriter
    }

    /// The user made another library the system's.
    public static var switchingSystemPhotoLibrary: Code { .switchingSystemPhotoLibrary }

    /// The data is elsewhere, and the request does not allow the network.
    public static var networkAccessRequired: Code { .networkAccessRequired }

    /// The network failed.
    public static var networkError: Code { .networkError }

    /// No object has the identifier.
    public static var identifierNotFound: Code { .identifierNotFound }

    /// Several objects match the identifier; the `userInfo` lists them.
    public static var multipleIdentifiersFound: Code { .multipleIdentifiersFound }

    /// The history does not hold enough to tell what the change did.
    public static var persistentChangeDetailsUnavailable: Code {
        .persistentChangeDetailsUnavailable
    }

    /// The change as it was asked for is not possible.
    public static var changeNotSupported: Code { .changeNotSupported }

    /// Something passing stopped the operation.
    public static var operationInterrupted: Code { .operationInterrupted }

    /// A file is not what it was said to be.
    public static var invalidResource: Code { .invalidResource }

    /// A file that is needed is not there.
    public static var missingResource: Code { .missingResource }

    /// The disk is full.
    public static var notEnoughSpace: Code { .notEnoughSpace }

    /// The asset cannot do what was asked.
    public static var requestNotSupportedForAsset: Code { .requestNotSupportedForAsset }

    /// There are too many jobs.
    public static var limitExceeded: Code { .limitExceeded }

    /// The configuration of the system forbids access.
    public static var accessRestricted: Code { .accessRestricted }

    /// The user refused access.
    public static var accessUserDenied: Code { .accessUserDenied }

    /// The library lies in a folder that a sync service owns.
    public static var libraryInFileProviderSyncRoot: Code { .libraryInFileProviderSyncRoot }

    /// Something went wrong inside the library.
    @available(*, deprecated, renamed: "internalError")
    public static var invalid: Code { .internalError }
}
