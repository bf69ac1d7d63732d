/// The role of a file in its asset, by the API's number for the type of a resource.
///
/// A library may have numbers without a name here, which stay as they are.
package struct ResourceRole: RawRepresentable, Hashable, Comparable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let photo = ResourceRole(rawValue: 1)
    package static let video = ResourceRole(rawValue: 2)
    package static let audio = ResourceRole(rawValue: 3)
    package static let alternatePhoto = ResourceRole(rawValue: 4)
    package static let fullSizePhoto = ResourceRole(rawValue: 5)
    package static let fullSizeVideo = ResourceRole(rawValue: 6)
    package static let adjustmentData = ResourceRole(rawValue: 7)
    package static let adjustmentBasePhoto = ResourceRole(rawValue: 8)
    package static let pairedVideo = ResourceRole(rawValue: 9)
    package static let fullSizePairedVideo = ResourceRole(rawValue: 10)
    package static let adjustmentBasePairedVideo = ResourceRole(rawValue: 11)
    package static let adjustmentBaseVideo = ResourceRole(rawValue: 12)
    package static let photoProxy = ResourceRole(rawValue: 19)

    package static func < (left: ResourceRole, right: ResourceRole) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension ResourceRole: CustomStringConvertible {
    /// The number.
    package var description: String { String(rawValue) }
}

extension ResourceRole {
    /// The resources that an edit creates and a revert removes.
    package static let edited = renderings + bases + [adjustmentData]
    package static let originals = [photo, video, audio]
    /// The renderings that are shown instead of the original.
    package static let fullSize = [fullSizePhoto, fullSizeVideo]
    package static let renderings = [fullSizePhoto, fullSizeVideo, fullSizePairedVideo]
    /// The resources from which the last edit was made, if not from the original.
    static let bases = [adjustmentBasePhoto, adjustmentBaseVideo, adjustmentBasePairedVideo]

    /// Returns the role that a rendering gets when an edit is made on top of it, or nil for other roles.
    static func base(of rendering: ResourceRole) -> ResourceRole? {
        zip(renderings, bases).first { $0.0 == rendering }?.1
    }

    /// Returns the role that a base gets when it is shown again, or nil for other roles.
    static func rendering(of base: ResourceRole) -> ResourceRole? {
        zip(renderings, bases).first { $0.1 == base }?.0
    }
}
