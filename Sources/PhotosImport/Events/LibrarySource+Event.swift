public import Foundation

extension LibrarySource {
    /// An event of a running sweep.
    public enum Event: Hashable, Sendable {
        /// A file became an asset and stays in its folder.
        case created(URL, localIdentifier: String)
        /// A file became part of an asset of another file.
        case joined(URL, localIdentifier: String)
        /// A file has the same bytes as an asset of the library.
        case duplicate(URL, of: String)
        /// A lost file of the library with the same bytes was restored from a copy of this file.
        case healed(URL, localIdentifier: String)
        /// A file is left out; `reason` is a sentence with the cause and the solution.
        case refused(URL, reason: String)
        /// A file is in the library, but not all of its content could be read; `reason` is a sentence.
        case incomplete(URL, reason: String)
        /// A sidecar has the name of several photos, does not state which it describes, and was read for each; `reason` is a
        /// sentence.
        case sharedSidecar(URL, reason: String)
        /// A folder is an export of a photo library and is left out; `reason` is a sentence with the solution.
        case leftOutExport(URL, reason: String)
        /// A folder was renamed or moved with all its content.
        case movedFolder(from: URL, to: URL)
        /// A folder, or a sidecar of a photo that has lost another one, could not be read, so that its assets are unchanged.
        case unread(URL, reason: String)
        /// The whole source is missing, so that its assets are unchanged.
        case offline(reason: String)
        /// From here on, only headers and names of files are read; `reason` is a sentence with the cause and the
        /// solution.
        case withoutFacts(reason: String)
        /// A file became an asset without a preview; `reason` is a sentence.
        case withoutPreview(URL, reason: String)
        /// No previews can be made at present; `reason` is a sentence with the cause and the solution.
        case noPreviews(reason: String)
        /// All files are in the library, and this number of previews is still to be made.
        case previewsLeft(Int)
    }
}

/// The coding of events is the JSON of `photokit source`.
extension LibrarySource.Event: Codable {
    /// Writes the event as an object; a URL is its path.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        switch self {
        case .created(let url, let identifier):
            try members.encode(event: "created", at: url, identifier: identifier)
        case .joined(let url, let identifier):
            try members.encode(event: "joined", at: url, identifier: identifier)
        case .duplicate(let url, let twin):
            try members.encode(event: "duplicate", at: url, identifier: twin)
        case .healed(let url, let identifier):
            try members.encode(event: "healed", at: url, identifier: identifier)
        case .refused(let url, let reason):
            try members.encode(event: "refused", at: url, reason: reason)
        case .incomplete(let url, let reason):
            try members.encode(event: "incomplete", at: url, reason: reason)
        case .sharedSidecar(let url, let reason):
            try members.encode(event: "sharedSidecar", at: url, reason: reason)
        case .leftOutExport(let url, let reason):
            try members.encode(event: "leftOutExport", at: url, reason: reason)
        case .unread(let url, let reason):
            try members.encode(event: "unread", at: url, reason: reason)
        case .withoutPreview(let url, let reason):
            try members.encode(event: "withoutPreview", at: url, reason: reason)
        case .movedFolder(let from, let to):
            try members.encode(event: "movedFolder", at: to)
            try members.encode(from.path, forKey: "from")
        case .offline(let reason): try members.encode(event: "offline", reason: reason)
        case .withoutFacts(let reason): try members.encode(event: "withoutFacts", reason: reason)
        case .noPreviews(let reason): try members.encode(event: "noPreviews", reason: reason)
        case .previewsLeft(let count):
            try members.encode(event: "previewsLeft")
            try members.encode(count, forKey: "count")
        }
    }

    /// Reads an event, such as a line of `photokit source sweep --json`; one of a later version throws `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        self =
            switch try members.text("event") {
            case "created":
                .created(try members.url(), localIdentifier: try members.text("identifier"))
            case "joined":
                .joined(try members.url(), localIdentifier: try members.text("identifier"))
            case "duplicate":
                .duplicate(try members.url(), of: try members.text("identifier"))
            case "healed":
                .healed(try members.url(), localIdentifier: try members.text("identifier"))
            case "refused":
                .refused(try members.url(), reason: try members.text("reason"))
            case "incomplete":
                .incomplete(try members.url(), reason: try members.text("reason"))
            case "sharedSidecar":
                .sharedSidecar(try members.url(), reason: try members.text("reason"))
            case "leftOutExport":
                .leftOutExport(
                    try members.url(is: .isDirectory),
                    reason: try members.text("reason")
                )
            // The path is that of a sidecar or a folder; the line does not say which.
            case "unread":
                .unread(try members.url(), reason: try members.text("reason"))
            case "withoutPreview":
                .withoutPreview(try members.url(), reason: try members.text("reason"))
            case "movedFolder":
                .movedFolder(
                    from: try members.url("from", is: .isDirectory),
                    to: try members.url(is: .isDirectory)
                )
            case "offline": .offline(reason: try members.text("reason"))
            case "withoutFacts": .withoutFacts(reason: try members.text("reason"))
            case "noPreviews": .noPreviews(reason: try members.text("reason"))
            case "previewsLeft": .previewsLeft(try members.amount("count"))
            default: throw members.otherEvent()
            }
    }
}
