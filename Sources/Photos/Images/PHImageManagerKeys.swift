// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// The number of a request to an image manager.
public typealias PHImageRequestID = Int32

/// The number that no request has.
public let PHInvalidImageRequestID: PHImageRequestID = 0

/// Asks for the largest image that there is; content mode, crop rectangle and resize mode do not count then.
public let PHImageManagerMaximumSize = CGSize(width: -1, height: -1)

/// Whether there is no image because the data is in a cloud; never, since all data is local here.
public let PHImageResultIsInCloudKey: String = "PHImageResultIsInCloudKey"

/// Whether the image is a stand-in: another call may follow.
public let PHImageResultIsDegradedKey: String = "PHImageResultIsDegradedKey"

/// The number of the request.
public let PHImageResultRequestIDKey: String = "PHImageResultRequestIDKey"

/// Whether the request was cancelled.
public let PHImageCancelledKey: String = "PHImageCancelledKey"

/// Why there is no image: a ``PHPhotosError``.
public let PHImageErrorKey: String = "PHImageErrorKey"
