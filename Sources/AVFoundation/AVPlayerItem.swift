public import CoreMedia
public import Foundation

/// A movie for a player.
///
/// Linux has no player of AVFoundation: an item only contains the movie and its duration. Pass the URL of its asset
/// to another player.
open class AVPlayerItem: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; its stored property is constant.

    /// The movie.
    public let asset: AVAsset

    /// Makes an item from a movie.
    public init(asset: AVAsset) {
        self.asset = asset
        super.init()
    }

    /// Makes an item from a movie's file.
    public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

    /// The duration of the movie; `indefinite` if it cannot be read.
    open var duration: CMTime { asset.duration }
}

/// The volume of a movie's sound tracks over time.
///
/// Movies of the library have no audio mix, so requests return nil.
open class AVAudioMix: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; it has no stored properties.

    /// Makes a mix that changes nothing.
    public override init() { super.init() }
}
