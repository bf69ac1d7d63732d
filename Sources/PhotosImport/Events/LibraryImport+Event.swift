public import Foundation

extension LibraryImport {
    /// An event of a running import.
    public enum Event: Hashable, Sendable {
        /// All folders have been searched once.
        case found(files: Int, bytes: Int64)
        /// A file became a durable asset; in a dry run, it would.
        case imported(URL, localIdentifier: String)
        /// A file belongs to an asset of another file: the movie of a Live Photo, a RAW, an edit, a sidecar.
        case joined(URL, localIdentifier: String)
        /// A file has the same bytes as an asset of the library.
        case duplicate(URL, of: String)
        /// An asset has the same bytes, but only in a file that stays in a source, or had them before that file was changed.
        ///
        /// Nothing was copied. If the file in the source is removed, the photo is lost.
        case inSource(URL, of: String)
        /// The library's own folder already had the bytes, and the import, which moves files, removed the file.
        ///
        /// In a dry run, the import would remove it.
        case removed(URL, of: String)
        /// A lost file of the library with these bytes was durably restored; in a dry run, it would be.
        case healed(URL, localIdentifier: String)
        /// Files of a folder are unchanged since an earlier import, and are not read again.
        case unchanged(URL, files: Int)
        /// A file is neither a photo nor a part of one: a text, or a sidecar or recipe that no photo has.
        case other(URL)
        /// A file was imported, but not all of its content could be read; `reason` is a sentence.
        case incomplete(URL, reason: String)
        /// A file was imported, and its bytes are not those that an export wrote; `reason` is a sentence.
        ///
        /// A person has edited the file, or it is damaged.
        case changed(URL, reason: String)
        /// Some values of a changed file of an export were left out; `reason` is a sentence with the solution.
        ///
        /// The library has changed the same properties since.
        ///
        /// The properties have the names `date`, `place`, `caption`, `keywords`, `rating`, `title`, `headline`, `creators`,
        /// `persons` and `placeNames`.
        case conflict(URL, localIdentifier: String, properties: [String], reason: String)
        /// The library has a file's bytes, but the file could not be moved and stays; `reason` is a sentence.
        case stayed(URL, reason: String)
        /// A sidecar has the name of several photos, does not state which it describes, and was read for each; `reason` is a
        /// sentence.
        case sharedSidecar(URL, reason: String)
        /// A file was left out, because it was deleted since; `reason` is a sentence with the solution.
        ///
        /// The exported library has deleted the photo or version of a file of an export. Or this library let go an edited version
        /// or another part of a photo that an earlier import found. With `isChanged`, somebody has changed the file since the
        /// export: a sidecar alone is no photo.
        case deleted(URL, reason: String, isChanged: Bool)
        /// This number of names in a folder is left out by a rule: names of other programs' files, or of
        /// ``Options/excludedPatterns``.
        case passedOver(URL, names: Int)
        /// A file is left out; `reason` is a sentence with the cause and the solution.
        case refused(URL, reason: String)
        /// Something in another program's library cannot be imported, or not completely.
        case loss(path: String, reason: String)
        /// Another file was processed.
        case progress(Progress)
        /// The asset of a file was imported but has no preview; `reason` is a sentence.
        case withoutPreview(URL, reason: String)
        /// No previews can be made at present; `reason` is a sentence with the cause and the solution.
        case noPreviews(reason: String)
        /// From here on, only headers and names of files are read; `reason` is a sentence with the cause and the
        /// solution.
        case withoutFacts(reason: String)
        /// All files are imported, and this number of previews is still to be made.
        case previewsLeft(Int)
    }
}

/// The coding of events is the JSON of `photokit import`.
extension LibraryImport.Event: Codable {
    /// Writes the event as an object; a URL is its path.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        switch self {
        case .found(let files, let bytes):
            try members.encode(event: "found")
            try members.encode(files, forKey: "files")
            try members.encode(bytes, forKey: "bytes")
        case .imported(let url, let identifier):
            try members.encode(event: "imported", at: url, identifier: identifier)
        case .joined(let url, let identifier):
            try members.encode(event: "joined", at: url, identifier: identifier)
        case .duplicate(let url, let twin):
            try members.encode(event: "duplicate", at: url, identifier: twin)
        case .inSource(let url, let twin):
            try members.encode(event: "inSource", at: url, identifier: twin)
        case .removed(let url, let twin):
            try members.encode(event: "removed", at: url, identifier: twin)
        case .healed(let url, let identifier):
            try members.encode(event: "healed", at: url, identifier: identifier)
        case .unchanged(let url, let files):
            try members.encode(event: "unchanged", at: url)
            try members.encode(files, forKey: "files")
        case .other(let url): try members.encode(event: "other", at: url)
        case .incomplete(let url, let reason):
            try members.encode(event: "incomplete", at: url, reason: reason)
        case .changed(let url, let reason):
            try members.encode(event: "changed", at: url, reason: reason)
        case .stayed(let url, let reason):
            try members.encode(event: "stayed", at: url, reason: reason)
        case .sharedSidecar(let url, let reason):
            try members.encode(event: "sharedSidecar", at: url, reason: reason)
        case .refused(let url, let reason):
            try members.encode(event: "refused", at: url, reason: reason)
        case .withoutPreview(let url, let reason):
            try members.encode(event: "withoutPreview", at: url, reason: reason)
        case .conflict(let url, let identifier, let properties, let reason):
            try members.encode(event: "conflict", at: url, identifier: identifier)
            try members.encode(properties, forKey: "properties")
            try members.encode(reason, forKey: "reason")
        case .deleted(let url, let reason, let isChanged):
            try members.encode(event: "deleted", at: url, reason: reason)
            try members.encode(isChanged, forKey: "isChanged")
        case .passedOver(let url, let names):
            try members.encode(event: "passedOver", at: url)
            try members.encode(names, forKey: "names")
        case .loss(let path, let reason):
            try members.encode(event: "loss", path: path, reason: reason)
        case .progress(let progress): try progress.encode(to: encoder)
        case .noPreviews(let reason): try members.encode(event: "noPreviews", reason: reason)
        case .withoutFacts(let reason): try members.encode(event: "withoutFacts", reason: reason)
        case .previewsLeft(let count):
            try members.encode(event: "previewsLeft")
            try members.encode(count, forKey: "count")
        }
    }

    /// Reads an event, such as a line of `photokit import --json`; one of a later version throws `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        self =
            switch try members.text("event") {
            case "found":
                .found(files: try members.amount("files"), bytes: try members.amount("bytes"))
            case "imported":
                .imported(try members.url(), localIdentifier: try members.text("identifier"))
            case "joined":
                .joined(try members.url(), localIdentifier: try members.text("identifier"))
            case "duplicate":
                .duplicate(try members.url(), of: try members.text("identifier"))
            case "inSource":
                .inSource(try members.url(), of: try members.text("identifier"))
            case "removed":
                .removed(try members.url(), of: try members.text("identifier"))
            case "healed":
                .healed(try members.url(), localIdentifier: try members.text("identifier"))
            case "unchanged":
                .unchanged(try members.url(is: .isDirectory), files: try members.amount("files"))
            case "other": .other(try members.url())
            case "incomplete":
                .incomplete(try members.url(), reason: try members.text("reason"))
            case "changed":
                .changed(try members.url(), reason: try members.text("reason"))
            case "stayed":
                .stayed(try members.url(), reason: try members.text("reason"))
            case "sharedSidecar":
                .sharedSidecar(try members.url(), reason: try members.text("reason"))
            case "refused":
                .refused(try members.url(), reason: try members.text("reason"))
            case "withoutPreview":
                .withoutPreview(try members.url(), reason: try members.text("reason"))
            case "conflict":
                .conflict(
                    try members.url(),
                    localIdentifier: try members.text("identifier"),
                    properties: try members.value("properties"),
                    reason: try members.text("reason")
                )
            case "deleted":
                .deleted(
                    try members.url(),
                    reason: try members.text("reason"),
                    isChanged: try members.value("isChanged")
                )
            case "passedOver":
                .passedOver(try members.url(is: .isDirectory), names: try members.amount("names"))
            case "loss": .loss(path: try members.value("path"), reason: try members.text("reason"))
            case "progress": .progress(try LibraryImport.Progress(from: decoder))
            case "noPreviews": .noPreviews(reason: try members.text("reason"))
            case "withoutFacts": .withoutFacts(reason: try members.text("reason"))
            case "previewsLeft": .previewsLeft(try members.amount("count"))
            default: throw members.otherEvent()
            }
    }
}
