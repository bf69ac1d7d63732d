/// The photos of a library that look alike or have the same bytes.
package final class LibraryDuplicates: Sendable {
    let core: LibraryCore
    let records: LibraryRecords
    let originals: LibraryOriginals
    let facts: LibraryFacts
    let pictures: LibraryPictures
    let pictureHashes: PictureHashStore

    init(
        _ core: LibraryCore,
        _ records: LibraryRecords,
        _ originals: LibraryOriginals,
        _ facts: LibraryFacts,
        _ pictures: LibraryPictures
    ) {
        self.core = core
        self.records = records
        self.originals = originals
        self.facts = facts
        self.pictures = pictures
        pictureHashes = PictureHashStore(core.layout, isWritable: core.mode == .readWrite)
        core.atEnd { [pictureHashes] in pictureHashes.finish() }
    }
}
