public import Foundation

extension LibraryExport {
    /// A file of an export.
    public struct File: Hashable, Sendable {
        /// The file in the export's folder.
        public let url: URL
        /// The local identifier of the photo or video.
        public let localIdentifier: String
        /// The size in bytes.
        public let byteCount: Int64
        /// The SHA-256 checksum in hexadecimal digits; empty for a symbolic link.
        public let sha256: String
    }

    /// An event of a running export.
    public enum Event: Hashable, Sendable {
        /// A file was written, and its bytes were read back and compared with their checksum.
        ///
        /// `replaces` says whether an earlier export had written another version of the file.
        case written(File, replaces: Bool)
        /// A file that no export wrote has the same name and the same bytes, and stays.
        case present(File)
        /// A file of an earlier export got another path, because the pattern or the photo's values changed.
        case moved(File, from: URL)
        /// All files of these numbers of photos and videos are unchanged since an earlier export.
        case unchanged(assets: Int, files: Int)
        /// A file stays as it is, because another program changed it since it was exported, or wrote it; `reason` is a sentence.
        ///
        /// Files of photos and versions that the library has deleted are meant, too, where they were to be removed. So are
        /// files of other programs whose photo the export removes, and copies of files that the library may not have any
        /// more.
        case kept(URL, localIdentifier: String, reason: String)
        /// The library has deleted the photo, the version or the album of a file since it was exported.
        case deleted(URL, localIdentifier: String, isRemoved: Bool)
        /// A file of an earlier export stays, because the photo goes on without it and the library has it no more; `reason` is a sentence.
        ///
        /// Such a file is the JPEG beside a RAW, the RAW, or the movie of a Live Photo. It stays until the photo is deleted.
        case givenUp(URL, localIdentifier: String, reason: String)
        /// A file was not exported; `reason` is a sentence with the cause and the solution.
        case failed(name: String, localIdentifier: String, reason: String)
        /// A file still states something that was to be kept back; `reason` is a sentence.
        case remains(URL, localIdentifier: String, reason: String)
        /// A smart album is not in the manifest, because its search may name what is to be kept back; `reason` is a
        /// sentence.
        case leftOut(title: String, localIdentifier: String, reason: String)
        /// An imported sidecar that cannot be read was copied under this name; `reason` is a sentence.
        ///
        /// A new sidecar, with what people said about the photo, has the sidecar's own name.
        case unreadableSidecar(URL, localIdentifier: String, reason: String)
        /// The files of another photo or video were processed.
        case progress(Progress)
    }
}

extension LibraryExport.File: Codable {
    /// Writes the file as the members of an event about it; a link has no checksum.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(localIdentifier, forKey: "identifier")
        try members.encode(url.path, forKey: "path")
        try members.encode(byteCount, forKey: "bytes")
        if !sha256.isEmpty { try members.encode(sha256, forKey: "sha256") }
    }

    /// Reads the file from an event about it.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        url = try members.url()
        localIdentifier = try members.value("identifier")
        byteCount = try members.amount("bytes")
        sha256 = try members.decodeIfPresent(String.self, forKey: "sha256") ?? ""
    }
}

/// The coding of events is the JSON of `photokit export`.
extension LibraryExport.Event: Codable {
    /// Writes the event as an object; a URL is its path.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        switch self {
        case .written(let file, let replaces):
            try members.encode(event: replaces ? "replaced" : "written")
            try file.encode(to: encoder)
            if !replaces { try members.encode(true, forKey: "isNew") }
        case .present(let file):
            try members.encode(event: "present")
            try file.encode(to: encoder)
            try members.encode(false, forKey: "isNew")
        case .moved(let file, let url):
            try members.encode(event: "moved", reason: "It was at \(url.path).")
            try file.encode(to: encoder)
            try members.encode(url.path, forKey: "from")
        case .unchanged(let assets, let files):
            try members.encode(event: "unchanged")
            try members.encode(assets, forKey: "assets")
            try members.encode(files, forKey: "files")
        case .deleted(let url, let identifier, let isRemoved):
            try members.encode(
                event: isRemoved ? "removed" : "deleted",
                at: url,
                identifier: identifier
            )
        case .kept(let url, let identifier, let reason):
            try members.encode(event: "kept", at: url, identifier: identifier, reason: reason)
        case .givenUp(let url, let identifier, let reason):
            try members.encode(event: "givenUp", at: url, identifier: identifier, reason: reason)
        case .remains(let url, let identifier, let reason):
            try members.encode(event: "remains", at: url, identifier: identifier, reason: reason)
        case .unreadableSidecar(let url, let identifier, let reason):
            try members.encode(
                event: "unreadableSidecar",
                at: url,
                identifier: identifier,
                reason: reason
            )
        case .failed(let name, let identifier, let reason):
            try members.encode(event: "failed", path: name, identifier: identifier, reason: reason)
        case .leftOut(let title, let identifier, let reason):
            try members.encode(
                event: "leftOut",
                path: title,
                identifier: identifier,
                reason: reason
            )
        case .progress(let progress): try progress.encode(to: encoder)
        }
    }

    /// Reads an event, such as a line of `photokit export --json`; one of a later version throws `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        func file() throws -> LibraryExport.File { try LibraryExport.File(from: decoder) }
        func identifier() throws -> String { try members.text("identifier") }
        func reason() throws -> String { try members.text("reason") }
        self =
            switch try members.text("event") {
            case "written": .written(try file(), replaces: false)
            case "replaced": .written(try file(), replaces: true)
            case "present": .present(try file())
            case "moved": .moved(try file(), from: try members.url("from"))
            case "unchanged":
                .unchanged(assets: try members.amount("assets"), files: try members.amount("files"))
            case "deleted":
                .deleted(try members.url(), localIdentifier: try identifier(), isRemoved: false)
            case "removed":
                .deleted(try members.url(), localIdentifier: try identifier(), isRemoved: true)
            case "kept":
                .kept(try members.url(), localIdentifier: try identifier(), reason: try reason())
            case "givenUp":
                .givenUp(try members.url(), localIdentifier: try identifier(), reason: try reason())
            case "remains":
                .remains(try members.url(), localIdentifier: try identifier(), reason: try reason())
            case "unreadableSidecar":
                .unreadableSidecar(
                    try members.url(),
                    localIdentifier: try identifier(),
                    reason: try reason()
                )
            case "failed":
                .failed(
                    name: try members.text("path"),
                    localIdentifier: try identifier(),
                    reason: try reason()
                )
            case "leftOut":
                .leftOut(
                    title: try members.text("path"),
                    localIdentifier: try identifier(),
                    reason: try reason()
                )
            case "progress": .progress(try LibraryExport.Progress(from: decoder))
            default: throw members.otherEvent()
            }
    }
}
