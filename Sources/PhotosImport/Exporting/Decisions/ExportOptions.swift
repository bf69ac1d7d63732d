/// The options of an export.
package struct ExportOptions: Hashable, Sendable {
    package typealias Metadata = LibraryExport.Metadata
    package typealias Albums = LibraryExport.Albums

    /// The properties that an export keeps back.
    package struct Withheld: OptionSet, Hashable, Sendable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        package static let places = Withheld(rawValue: 1)
        package static let persons = Withheld(rawValue: 2)
    }

    package var versions = LibraryExport.Versions.originals
    package var metadata = Metadata.none
    package var withheld: Withheld = []
    package var albums = Albums.none
    package var template = ExportTemplate.original
    /// Whether the whole library is exported, with empty albums and folders.
    package var isWhole = false
    /// Whether assets in Recently Deleted count as present.
    package var includesDeleted = false
    /// Whether files of assets that the library has deleted are removed.
    package var removesDeleted = false
    /// Whether to go on where an earlier export has changes that the library does not know.
    package var overNewer = false
    /// The maximum number of files that are written before the record states them.
    package var blockFiles = 256
    /// The maximum number of bytes that are written before the record states them.
    package var blockBytes: Int64 = 128 << 20

    package init() {}

    /// The folder of albums as folders.
    package static let albumsFolder = "Albums"

    /// Adds what determines the files of an asset.
    func add(to digest: inout ExportDigest) {
        digest.add(versions.rawValue)
        digest.add(metadata.rawValue)
        digest.add(albums.rawValue)
        digest.add(template.text)
        digest.add(Int64(withheld.rawValue))
    }
}

extension ExportOptions {
    /// The options of a program.
    package init(_ options: LibraryExport.Options) {
        self.init()
        versions = options.versions
        metadata = options.metadata
        albums = options.albums
        if options.withheld.contains(.places) { withheld.insert(.places) }
        if options.withheld.contains(.persons) { withheld.insert(.persons) }
        template = options.paths.template
        includesDeleted = options.includesRecentlyDeleted
        removesDeleted = options.removesDeletedFiles
        overNewer = options.overNewer
    }
}
