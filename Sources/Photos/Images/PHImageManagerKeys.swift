// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

/// The number of a request to an image manager.
public typealias PHImageRequestID = Int32

/// A number that no request has.
public let PHInvalidImageRequestID: PHImageRequestID = 0

/// A target size for the largest image; content mode, crop rectangle and resize mode are then ignored.
public let PHImageManagerMaximumSize = CGSize(width: -1, height: -1)

/// The key that is true if there is no result because a file is in a remote and not on this disk.
///
/// Request again with options that allow the network.
public let PHImageResultIsInCloudKey: String = "PHImageResultIsInCloudKey"

/// The key that is true for a degraded image: another call may follow.
public let PHImageResultIsDegradedKey: String = "PHImageResultIsDegradedKey"

/// The key of the request's number.
public let PHImageResultRequestIDKey: String = "PHImageResultRequestIDKey"

/// The key that is true if the request was cancelled.
public let PHImageCancelledKey: String = "PHImageCancelledKey"

/// The key of the ``PHPhotosError`` that explains why there is no image.
public let PHImageErrorKey: String = "PHImageErrorKey"
