// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPhotosTypes

/// The number of `PHPhotosError.internalError`.
@available(*, deprecated, message: "Use PHPhotosError.internalError.")
public var PHPhotosErrorInvalid: Int { PHPhotosError.internalError.rawValue }

/// The number of `PHPhotosError.userCancelled`.
@available(*, deprecated, message: "Use PHPhotosError.userCancelled.")
public var PHPhotosErrorUserCancelled: Int { PHPhotosError.userCancelled.rawValue }

/// The number of `PHPhotosError.libraryVolumeOffline`.
@available(*, deprecated, message: "Use PHPhotosError.libraryVolumeOffline.")
public var PHPhotosErrorLibraryVolumeOffline: Int { PHPhotosError.libraryVolumeOffline.rawValue }

/// The number of `PHPhotosError.relinquishingLibraryBundleToWriter`.
@available(*, deprecated, message: "Use PHPhotosError.relinquishingLibraryBundleToWriter.")
public var PHPhotosErrorRelinquishingLibraryBundleToWriter: Int {
    PHPhotosError.relinquishingLibraryBundleToWriter.rawValue
}

/// The number of `PHPhotosError.switchingSystemPhotoLibrary`.
@available(*, deprecated, message: "Use PHPhotosError.switchingSystemPhotoLibrary.")
public var PHPhotosErrorSwitchingSystemPhotoLibrary: Int {
    PHPhotosError.switchingSystemPhotoLibrary.rawValue
}

extension PHPhotosErrorCode {
    /// An internal error of the library.
    @available(*, deprecated, renamed: "internalError")
    public static var invalid: PHPhotosErrorCode { .internalError }
}
