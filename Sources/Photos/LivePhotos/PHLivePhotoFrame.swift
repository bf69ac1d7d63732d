// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPhotosTypes
public import CoreImage
public import CoreMedia
public import Foundation

/// A picture of a Live Photo that is being edited.
public protocol PHLivePhotoFrame {
    /// The upright picture.
    var image: CIImage { get }
    /// The time of the picture, from the beginning of the movie.
    var time: CMTime { get }
    /// Whether the picture is the still or a picture of the movie.
    var type: PHLivePhotoFrameType { get }
    /// The scale of the picture relative to the original.
    var renderScale: CGFloat { get }
}

/// A closure that edits one picture of a Live Photo and returns the result, or nil and an error.
public typealias PHLivePhotoFrameProcessingBlock = (any PHLivePhotoFrame, NSErrorPointer) ->
    CIImage?

/// A pointer to a variable for an error, as in Objective-C.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// An option for rendering a Live Photo.
public struct PHLivePhotoEditingOption: RawRepresentable, Hashable, Sendable {
    /// The name of the option.
    public let rawValue: String

    /// Makes an option with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An option without effect, since nothing plays Live Photos here.
    public static let shouldRenderAtPlaybackTime = PHLivePhotoEditingOption(
        rawValue: "PHLivePhotoShouldRenderAtPlaybackTime"
    )
}

/// The domain of errors of Live Photo editing before PhotoKit's own domain; no error here uses it.
@available(*, deprecated, message: "Errors are those of PHPhotosErrorDomain.")
public let PHLivePhotoEditingErrorDomain: String = "PHLivePhotoEditingErrorDomain"
