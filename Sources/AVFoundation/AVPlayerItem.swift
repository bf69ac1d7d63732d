public import CoreMedia
public import Foundation

/// A movie as a player would take it.
///
/// There is no player on Linux: it names the movie and its duration, and plays nothing. Hand the URL of its asset to a
/// player of the system.
open class AVPlayerItem: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; what it stores is constant.

    /// The movie.
    public let asset: AVAsset

    /// Takes a movie.
    public init(asset: AVAsset) {
        self.asset = asset
        super.init()
    }

    /// Takes a movie's file.
    public convenience init(url URL: URL) { self.init(asset: AVURLAsset(url: URL)) }

    /// How long the movie lasts; `indefinite` where that cannot be read.
    open var duration: CMTime { asset.duration }
}

/// How loud the sound tracks of a movie are, over time.
///
/// Movies of the library have none of their own, so that requests give nil for it.
open class AVAudioMix: NSObject, @unchecked Sendable {
    // Unchecked because the class is open; it stores nothing.

    /// Makes a mix that changes nothing.
    public override init() { super.init() }
}
