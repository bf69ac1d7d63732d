// Apple's names.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CPhotosTypes
public import CoreImage
public import CoreMedia
public import Foundation

/// One picture of a Live Photo that is being edited.
public protocol PHLivePhotoFrame {
    /// The picture, upright.
    var image: CIImage { get }
    /// When it is shown, from the beginning of the movie on.
    var time: CMTime { get }
    /// Whether it is the still or one of the movie.
    var type: PHLivePhotoFrameType { get }
    /// How much smaller than the original it is.
    var renderScale: CGFloat { get }
}

/// Edits one picture of a Live Photo: gives the result, or nil and an error.
public typealias PHLivePhotoFrameProcessingBlock = (any PHLivePhotoFrame, NSErrorPointer) ->
    CIImage?

/// Where a function puts an error, as in Objective-C.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// How a Live Photo is rendered.
public struct PHLivePhotoEditingOption: RawRepresentable, Hashable, Sendable {
    /// The name of the option.
    public let rawValue: String

    /// Takes the name of an option.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Whether pictures are rendered as they are shown; of no effect, since nothing plays them here.
    public static let shouldRenderAtPlaybackTime = PHLivePhotoEditingOption(
        rawValue: "PHLivePhotoShouldRenderAtPlaybackTime"
    )
}

/// The domain of errors that editing a Live Photo had before PhotoKit's own; none here has it.
@available(*, deprecated, message: "Errors are those of PHPhotosErrorDomain.")
public let PHLivePhotoEditingErrorDomain: String = "PHLivePhotoEditingErrorDomain"
