public import Foundation

extension LibrarySource {
    /// An event while sources are watched.
    public enum WatchEvent: Hashable, Sendable {
        /// All sources were swept, and are watched from now on.
        case watching(sources: Int)
        /// A sweep found changes.
        case swept(URL, Report)
        /// An event of a sweep of a source.
        case sweep(URL, Event)
        /// Watching is limited; the sentence gives the cause and the solution.
        case notice(String)
    }
}

/// The coding of events is the JSON of `photokit watch`.
extension LibrarySource.WatchEvent: Codable {
    /// Writes the event as an object; an event of a sweep has the path of its source as `source`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .watching(let sources):
            var members = encoder.container(keyedBy: MemberName.self)
            try members.encode(event: "watching")
            try members.encode(sources, forKey: "sources")
        case .swept(let url, let report): try report.encode(to: encoder, at: url)
        case .sweep(let url, let event):
            try event.encode(to: encoder)
            var members = encoder.container(keyedBy: MemberName.self)
            try members.encode(url.path, forKey: "source")
        case .notice(let sentence):
            var members = encoder.container(keyedBy: MemberName.self)
            try members.encode(event: "notice")
            try members.encode(sentence, forKey: "message")
        }
    }

    /// Reads an event, such as a line of `photokit watch --json`; one of a later version throws `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        self =
            switch try members.text("event") {
            case "watching": .watching(sources: try members.amount("sources"))
            case "swept":
                .swept(try members.url(is: .isDirectory), try LibrarySource.Report(from: decoder))
            case "notice": .notice(try members.text("message"))
            default:
                .sweep(
                    try members.url("source", is: .isDirectory),
                    try LibrarySource.Event(from: decoder)
                )
            }
    }
}
