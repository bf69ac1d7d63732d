import ArgumentParser
import OpenPhotoKit

/// A filter as people type it: kinds with `,` between them for any of them, `+` for all of them, and `!` before a kind for not.
struct PickFilterText: ExpressibleByArgument {
    static let kinds: [(name: String, filter: PhotoPicker.Filter)] = [
        ("images", .images), ("videos", .videos), ("live-photos", .livePhotos),
        ("screenshots", .screenshots), ("panoramas", .panoramas), ("bursts", .bursts),
        ("slomo-videos", .slomoVideos), ("timelapse-videos", .timelapseVideos),
        ("screen-recordings", .screenRecordings), ("cinematic-videos", .cinematicVideos),
        ("depth-effect-photos", .depthEffectPhotos),
    ]

    let filter: PhotoPicker.Filter

    init?(argument: String) {
        var choices: [PhotoPicker.Filter] = []
        for choice in argument.split(separator: ",", omittingEmptySubsequences: false) {
            var parts: [PhotoPicker.Filter] = []
            for part in choice.split(separator: "+", omittingEmptySubsequences: false) {
                let isNot = part.hasPrefix("!")
                let name = isNot ? part.dropFirst() : part
                guard let kind = Self.kinds.first(where: { $0.name == name }) else { return nil }
                parts.append(isNot ? .not(kind.filter) : kind.filter)
            }
            choices.append(parts.count == 1 ? parts[0] : .all(of: parts))
        }
        filter = choices.count == 1 ? choices[0] : .any(of: choices)
    }
}
