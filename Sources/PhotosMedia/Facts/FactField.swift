/// A fact in the table of facts, in the order in which facts are printed.
package enum FactField: String, Sendable, CaseIterable, Codable {
    case creationDate
    case location
    case altitude
    case horizontalAccuracy
    case direction
    case speed
    case cameraMake
    case cameraModel
    case lensModel
    case exposureTime
    case aperture
    case iso
    case focalLength
    case flash
    case software
    case persons
    case title
    case headline
    case caption
    case keywords
    case rating
    case creators
    case sublocation
    case city
    case region
    case country
    case contentIdentifier
    case burstIdentifier
    case embeddedMovie
    case panorama
    case hdr
    case screenshot
    case depthEffect
    case spatial
    case animation
    case videoHighFrameRate
    case videoTimelapse
    case videoScreenRecording
    case videoCinematic

    /// The subtype that the field stands for; nil for other fields.
    package var subtype: MediaSubtypes? {
        switch self {
        case .panorama: .panorama
        case .hdr: .hdr
        case .screenshot: .screenshot
        case .depthEffect: .depthEffect
        case .spatial: .spatial
        case .animation: .animation
        case .videoHighFrameRate: .videoHighFrameRate
        case .videoTimelapse: .videoTimelapse
        case .videoScreenRecording: .videoScreenRecording
        case .videoCinematic: .videoCinematic
        default: nil
        }
    }
}
