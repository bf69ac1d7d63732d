import OpenPhotoKit

/// Properties of the history as text: numbers of kinds and bits are replaced by words.
enum PropertyWords {
    /// Returns the name of a property in output.
    static func name(_ property: String) -> String {
        names[property] ?? property
    }

    /// Names that differ from those of the API.
    private static let names = [
        "traits": "state", "isFavorite": "favorite", "isHidden": "hidden",
        "creationDate": "date", "creationZone": "time zone", "mediaType": "type",
        "mediaSubtypes": "kinds", "originalChoice": "shown original",
        "adjustmentsState": "edit",
    ]

    /// Returns the old value of a property as text.
    static func value(_ value: PropertyValue, of property: String) -> String {
        if case .none = value { return property == "creationZone" ? "unknown" : "none" }
        guard case .integer(let number) = value else { return value.words }
        switch property {
        case "traits": return state(number)
        case "mediaType": return types[number] ?? "\(number)"
        case "mediaSubtypes": return list(number, subtypes, none: "none")
        case "creationZone": return zone(number)
        case "originalChoice": return number == 1 ? "RAW" : "JPEG"
        case "adjustmentsState": return states[number] ?? "\(number)"
        default: return value.words
        }
    }

    /// Returns a photo's state; one that is not offline is called online, whatever else is known of it.
    private static func state(_ bits: Int64) -> String {
        let words = list(bits, traits, none: "online")
        return bits & (1 << 3) == 0 && words != "online" ? "online, \(words)" : words
    }

    private static func list(_ bits: Int64, _ names: [(Int64, String)], none: String) -> String {
        let set = names.filter { bits & (1 << $0.0) != 0 }.map(\.1)
        return set.isEmpty ? none : set.joined(separator: ", ")
    }

    private static func zone(_ seconds: Int64) -> String {
        let minutes = seconds.magnitude / 60
        let sign = seconds < 0 ? "-" : "+"
        return sign + two(minutes / 60) + ":" + two(minutes % 60)
    }

    private static func two(_ number: UInt64) -> String { (number < 10 ? "0" : "") + "\(number)" }

    /// The names of the bits, as in `Documentation/LibraryFormat.md`.
    private static let traits: [(Int64, String)] = [
        (3, "offline"), (0, "front camera"), (1, "RAW"), (4, "base by the camera"),
        (5, "time zone assumed"), (6, "refused by a remote"),
    ]

    private static let types: [Int64: String] = [
        0: "unknown", 1: "image", 2: "video", 3: "audio",
    ]

    private static let states: [Int64: String] = [
        state(.none): "not edited", state(.userAdjusted): "edited",
        state(.cameraAutoAdjusted): "edited by the camera",
    ]

    private static func state(_ state: PHAsset.AdjustmentsState) -> Int64 { Int64(state.rawValue) }

    private static let subtypes: [(Int64, String)] = [
        (0, "photoPanorama"), (1, "photoHDR"), (2, "photoScreenshot"), (3, "photoLive"),
        (4, "photoDepthEffect"), (10, "spatialMedia"), (16, "videoStreamed"),
        (17, "videoHighFrameRate"), (18, "videoTimelapse"), (19, "videoScreenRecording"),
        (21, "videoCinematic"),
    ]
}
