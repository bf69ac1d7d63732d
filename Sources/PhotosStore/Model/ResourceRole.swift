/// The numbers of the API's resource types that the engine must know.
package enum ResourceRole {
    package static let photo = 1
    package static let video = 2
    package static let audio = 3
    package static let alternatePhoto = 4
    package static let fullSizePhoto = 5
    package static let fullSizeVideo = 6
    package static let adjustmentData = 7
    package static let adjustmentBasePhoto = 8
    package static let pairedVideo = 9
    package static let fullSizePairedVideo = 10
    package static let adjustmentBasePairedVideo = 11
    package static let adjustmentBaseVideo = 12
    package static let photoProxy = 19

    /// The resources that an edit creates and a revert removes.
    package static let edited = renderings + bases + [adjustmentData]
    package static let originals = [photo, video, audio]
    /// The renderings that are shown instead of the original.
    package static let fullSize = [fullSizePhoto, fullSizeVideo]
    static let renderings = [fullSizePhoto, fullSizeVideo, fullSizePairedVideo]
    /// The resources from which the last edit was made, if not from the original.
    static let bases = [adjustmentBasePhoto, adjustmentBaseVideo, adjustmentBasePairedVideo]

    /// Returns the type that a rendering gets when an edit is made on top of it, or nil for other types.
    static func base(of rendering: Int) -> Int? {
        zip(renderings, bases).first { $0.0 == rendering }?.1
    }

    /// Returns the type that a base gets when it is shown again, or nil for other types.
    static func rendering(of base: Int) -> Int? {
        zip(renderings, bases).first { $0.1 == base }?.0
    }
}
