import ArgumentParser
import OpenPhotoKit

/// The part of a video that a person typed, such as `1.5..10` or `0:05..1:30`.
struct TrimRange: Hashable {
    let trim: VideoTrim
    private let text: String

    /// Reads `START..END`; either may be left out.
    init(text: String) throws {
        let parts = text.split(separator: "..", omittingEmptySubsequences: false)
        let start = parts.first.map(Self.seconds) ?? nil
        let end = parts.last.map(Self.seconds) ?? nil
        guard parts.count == 2, parts[0].isEmpty || start != nil, parts[1].isEmpty || end != nil,
            start != nil || end != nil, let trim = VideoTrim(start: start ?? 0, end: end)
        else {
            throw ValidationError(
                "\"\(text)\" is no part of a video. Write start and end in seconds or minutes, such as 1.5..10, 0:05..1:30 or 5.. for the rest."
            )
        }
        self.trim = trim
        self.text = text
    }

    /// The part in words.
    var words: String { "trim: \(text)" }

    /// Returns the seconds of `10.5`, `1:30` or `1:00:00`; nil if the text is none of them.
    private static func seconds(_ text: Substring) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var seconds = 0.0
        for (index, part) in parts.enumerated() {
            guard part.allSatisfy({ "0123456789.".contains($0) }), let value = Double(part),
                index == 0 || value < 60, index == parts.count - 1 || !part.contains(".")
            else { return nil }
            seconds = seconds * 60 + value
        }
        return seconds
    }
}
