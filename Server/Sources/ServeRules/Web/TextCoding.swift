/// Which answers are sent compressed.
public enum TextCoding {
    /// The smallest answer that is compressed, in bytes: shorter ones fit a packet as they are.
    public static let least = 1_024
    /// The largest answer that is compressed, in bytes.
    public static let most = 8 << 20

    /// Returns whether a client takes answers in the form of gzip.
    ///
    /// - Parameter accepted: The header `Accept-Encoding`; nil takes nothing but plain answers.
    /// - Returns: Whether `gzip`, `x-gzip` or `*` is named with a weight above 0. A weight of gzip itself counts
    ///   before that of `*`.
    public static func takesGzip(_ accepted: String?) -> Bool {
        guard let accepted, accepted.utf8.count <= 1_024 else { return false }
        var others = false
        for part in accepted.lowercased().split(separator: ",") {
            let words = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let name = words.first else { continue }
            let isTaken = words.dropFirst().allSatisfy { word in
                !word.hasPrefix("q=") || (Double(word.dropFirst(2)) ?? 0) > 0
            }
            switch name {
            case "gzip", "x-gzip": return isTaken
            case "*": others = isTaken
            default: break
            }
        }
        return others
    }

    /// Returns whether an answer is a text, by its type.
    ///
    /// - Parameter type: The header `Content-Type`.
    /// - Returns: Whether compressing pays. A stream of events is no such text, because each event is sent at once.
    public static func isText(_ type: String?) -> Bool {
        guard let name = type?.split(separator: ";").first?.lowercased() else { return false }
        switch name {
        case "text/event-stream": return false
        case "application/json", "application/yaml", "image/svg+xml", "application/manifest+json":
            return true
        default: return name.hasPrefix("text/")
        }
    }
}
