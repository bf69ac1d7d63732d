import PhotosMedia

/// The names of media types and subtypes, which are those of the API's cases.
enum MediaNames {
    static let types: [(name: String, value: Int64)] = [
        ("image", 1), ("video", 2), ("audio", 3), ("unknown", 0),
    ]

    static let subtypes: [(name: String, bit: MediaSubtypes)] = [
        ("photoPanorama", .panorama), ("photoHDR", .hdr), ("photoScreenshot", .screenshot),
        ("photoLive", .live), ("photoDepthEffect", .depthEffect), ("spatialMedia", .spatial),
        ("videoStreamed", .videoStreamed), ("videoHighFrameRate", .videoHighFrameRate),
        ("videoTimelapse", .videoTimelapse), ("videoScreenRecording", .videoScreenRecording),
        ("videoCinematic", .videoCinematic),
    ]

    /// Returns the number of a media type by its name, ignoring case.
    static func type(_ name: String) -> Int64? {
        types.first { $0.name == name.lowercased() }?.value
    }

    /// Returns the bit of a subtype by its name, ignoring case; "live" also means "photoLive".
    static func subtype(_ name: String) -> Int64? {
        let names = [name, "photo" + name, "video" + name, name + "media"].map { $0.lowercased() }
        let match = subtypes.first { names.contains($0.name.lowercased()) }
        return match.map { Int64($0.bit.rawValue) }
    }
}
