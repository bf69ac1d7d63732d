import OpenPhotoKit

/// Properties of the history as text: names of the API, numbers of kinds and bits are replaced by words.
enum PropertyWords {
    /// Returns the name of a property in output.
    ///
    /// The name of the API in plain words stands for itself: `isHidden` is "hidden", and `colorLabel` would be
    /// "color label".
    static func propertyName(_ property: String) -> String {
        if let name = names[property] { return name }
        let words = property.reduce(into: "") {
            $0 += $1.isUppercase ? " " + $1.lowercased() : String($1)
        }
        return words.hasPrefix("is ") ? String(words.dropFirst(3)) : words
    }

    /// Returns whether the name of a property is a plural.
    static func isPlural(_ property: String) -> Bool {
        ["keywords", "mediaSubtypes"].contains(property)
    }

    /// The words for properties of photos, albums and folders whose names in the API people do not understand.
    private static let names = [
        "modificationDate": "date of the last change", "trashedDate": "date of the deletion",
        "contentVersion": "picture", "creationDate": "date", "creationZone": "time zone",
        "dateSource": "where the date is from", "horizontalAccuracy": "accuracy of the place",
        "verticalAccuracy": "accuracy of the altitude", "course": "direction",
        "locationDate": "time at the place", "mediaType": "type", "mediaSubtypes": "kinds",
        "playbackStyle": "how it plays", "playbackVariation": "effect of the Live Photo",
        "contentType": "file format", "pixelWidth": "width", "pixelHeight": "height",
        "addedDate": "date of the addition", "filename": "file name", "burstIdentifier": "burst",
        "burstSelection": "choice in the burst", "representsBurst": "first of the burst",
        "sourceType": "kind of source", "adjustmentsState": "edit",
        "adjustmentFormat": "editing program",
        "adjustmentVersion": "version of the editing program",
        "adjustmentDate": "time of editing", "originalChoice": "shown original",
        "traits": "state", "uuid": "identifier", "parent": "folder",
        "subtype": "kind of smart album",
    ]

    /// Returns the old value of a property as text.
    static func valueText(_ value: PropertyValue, of property: String) -> String {
        if case .none = value { return property == "creationZone" ? "unknown" : "none" }
        if property == "dateSource", case .text(let source) = value {
            return sources[source] ?? value.words
        }
        guard case .integer(let number) = value else { return value.words }
        switch property {
        case "traits": return traitsText(number)
        case "kind": return collections[number] ?? "\(number)"
        case "playbackStyle": return styles[number] ?? "\(number)"
        case "playbackVariation": return number == 0 ? "none" : "\(number)"
        case "burstSelection": return bitNames(in: number, names: choices, none: "none")
        case "mediaType": return types[number] ?? "\(number)"
        case "mediaSubtypes": return bitNames(in: number, names: subtypes, none: "none")
        case "creationZone": return zoneText(number)
        case "originalChoice": return number == 1 ? "RAW" : "JPEG"
        case "adjustmentsState": return states[number] ?? "\(number)"
        default: return value.words
        }
    }

    /// Returns a photo's state; one that is not offline is called online, whatever else is known of it.
    private static func traitsText(_ bits: Int64) -> String {
        let words = bitNames(in: bits, names: traits, none: "online")
        return bits & (1 << 3) == 0 && words != "online" ? "online, \(words)" : words
    }

    private static func bitNames(in bits: Int64, names: [(Int64, String)], none: String) -> String {
        let set = names.filter { bits & (1 << $0.0) != 0 }.map(\.1)
        return set.isEmpty ? none : set.joined(separator: ", ")
    }

    private static func zoneText(_ seconds: Int64) -> String {
        let minutes = seconds.magnitude / 60
        let sign = seconds < 0 ? "-" : "+"
        return sign + twoDigits(minutes / 60) + ":" + twoDigits(minutes % 60)
    }

    private static func twoDigits(_ number: UInt64) -> String {
        (number < 10 ? "0" : "") + "\(number)"
    }

    /// The names of the bits, as in `Documentation/LibraryFormat.md`.
    private static let traits: [(Int64, String)] = [
        (3, "offline"), (0, "front camera"), (1, "RAW"), (4, "base by the camera"),
        (5, "time zone assumed"), (6, "refused by a remote"),
    ]

    private static let types: [Int64: String] = [
        0: "unknown", 1: "image", 2: "video", 3: "audio",
    ]

    private static let collections: [Int64: String] = [0: "folder", 1: "album", 2: "smart album"]

    /// The origins of dates that are no tags.
    private static let sources = [
        "person": "a person", "file": "the file's own date", "name": "the file's name",
        "added": "the addition to the library",
    ]

    private static let styles: [Int64: String] = [
        styleNumber(.unsupported): "not at all", styleNumber(.image): "as a picture",
        styleNumber(.imageAnimated): "as an animation", styleNumber(.livePhoto): "as a Live Photo",
        styleNumber(.video): "as a video", styleNumber(.videoLooping): "as a video that repeats",
    ]

    private static func styleNumber(_ style: PHAsset.PlaybackStyle) -> Int64 {
        Int64(style.rawValue)
    }

    private static let choices: [(Int64, String)] = [(0, "by the camera"), (1, "by a person")]

    private static let states: [Int64: String] = [
        stateNumber(.none): "not edited", stateNumber(.userAdjusted): "edited",
        stateNumber(.cameraAutoAdjusted): "edited by the camera",
    ]

    private static func stateNumber(_ state: PHAsset.AdjustmentsState) -> Int64 {
        Int64(state.rawValue)
    }

    private static let subtypes: [(Int64, String)] = [
        (0, "panorama"), (1, "HDR"), (2, "screenshot"), (3, "Live Photo"), (4, "depth effect"),
        (10, "spatial"), (16, "streamed"), (17, "slow motion"), (18, "time-lapse"),
        (19, "screen recording"), (21, "cinematic"),
    ]
}
