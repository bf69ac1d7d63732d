/// The pictures and previews of a library.
package final class LibraryPictures: Sendable {
    let core: LibraryCore
    let records: LibraryRecords
    let originals: LibraryOriginals
    package let previews: PreviewStore

    init(_ core: LibraryCore, _ records: LibraryRecords, _ originals: LibraryOriginals) {
        self.core = core
        self.records = records
        self.originals = originals
        previews = PreviewStore(
            core.layout,
            isWritable: core.mode == .readWrite,
            budget: core.environment.previewBudget,
            now: core.environment.now
        )
        core.atEnd { [previews] in previews.finish() }
    }
}
