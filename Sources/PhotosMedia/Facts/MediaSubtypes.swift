/// The special kinds of a picture or movie, with the bits of PhotoKit's media subtypes.
package struct MediaSubtypes: OptionSet, Sendable, Hashable, Codable {
    package let rawValue: UInt

    package init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    package static let panorama = MediaSubtypes(rawValue: 1 << 0)
    package static let hdr = MediaSubtypes(rawValue: 1 << 1)
    package static let screenshot = MediaSubtypes(rawValue: 1 << 2)
    package static let live = MediaSubtypes(rawValue: 1 << 3)
    package static let depthEffect = MediaSubtypes(rawValue: 1 << 4)
    package static let animation = MediaSubtypes(rawValue: 1 << 6)
    package static let spatial = MediaSubtypes(rawValue: 1 << 10)
    package static let videoStreamed = MediaSubtypes(rawValue: 1 << 16)
    package static let videoHighFrameRate = MediaSubtypes(rawValue: 1 << 17)
    package static let videoTimelapse = MediaSubtypes(rawValue: 1 << 18)
    package static let videoScreenRecording = MediaSubtypes(rawValue: 1 << 19)
    package static let videoCinematic = MediaSubtypes(rawValue: 1 << 21)
}
