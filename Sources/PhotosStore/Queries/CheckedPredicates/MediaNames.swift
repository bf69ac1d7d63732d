import PhotosMedia

/// The names by which people call kinds of media; those of the API's cases.
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

    /// The number of a kind of media, without regard to case.
    static func type(_ name: String) -> Int64? {
        types.first { $0.name == name.lowercased() }?.value
    }

    /// The bit of a subtype, without regard to case; "live" stands for "photoLive" as well.
    static func subtype(_ name: String) -> Int64? {
        let names = [name, "photo" + name, "video" + name, name + "media"].map { $0.lowercased() }
        let match = subtypes.first { names.contains($0.name.lowercased()) }
        return match.map { Int64($0.bit.rawValue) }
    }
}
