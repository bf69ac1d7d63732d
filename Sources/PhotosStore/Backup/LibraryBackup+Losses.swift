import Foundation
import Glibc

extension LibraryBackup {
    /// What the library has lost of a file that an earlier copy has.
    ///
    /// Without reading all files, those are read that were written to since they were noted; where all bytes are asked
    /// for, every file that does not look as it was noted.
    func loss(of file: PromisedFile, copiedTo target: LibraryLayout) -> Finding? {
        guard !isOffline(file) else { return nil }
        let state = FileState(of: library.layout.original(file.file))
        let isTouched = file.state?.inode == state?.inode && file.state != state
        let isUnknown = readsAll && file.state != state
        guard
            var finding = file.finding(
                in: library.layout,
                readingBytes: isTouched || isUnknown
            )
        else { return nil }
        finding.message =
            "A file of asset \(file.owner) is lost or damaged in the library; the copy has it. Run `photokit check --repair --from` with the folder \(target.root.path)."
        return finding
    }
}
