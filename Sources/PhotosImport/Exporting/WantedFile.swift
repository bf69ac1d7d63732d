import PhotosStore

/// A file that an asset should have in an export; its path follows from its asset's.
struct WantedFile: Sendable {
    var part: String
    var source: [UInt8]
    /// The file of the library from which it is made; nil for sidecars, recipes and others that come from none.
    var origin: RecordedFile.Origin?
    var content: ExportWork.File.Content
    var checksum: [UInt8]?
    var byteCount: Int64
    var name: String
    var place: Place
    /// The part into whose copy the metadata are to be embedded.
    var fallbackFor: String?
    /// Sentences that a person should read about the file; nil for none.
    var remark: String?

    enum Place: Sendable {
        case beside(ExportPart)
        /// The sidecar of a file.
        case sidecar(ExportPart)
        /// A sidecar that came with the original, by its extension.
        case companion(ending: String)
        /// A file in the folder of an album.
        case album([String], ExportPart)
    }

    /// Whether the file is a picture, movie or sound with the bytes of the library's own file.
    var staysAsItIs: Bool {
        guard case .copy = content, case .beside(let part) = place else { return false }
        return part.mayStateMetadata
    }
}
