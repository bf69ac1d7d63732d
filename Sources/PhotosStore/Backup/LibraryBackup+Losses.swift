import Foundation
import Glibc

extension LibraryBackup {
    /// Checks whether the library has lost a file that an earlier copy has.
    ///
    /// Bytes are read if the file was written to since its file state was recorded. With `readsAll`, bytes
    /// are read if the file state differs in any way.
    func loss(of file: PromisedFile, copiedTo target: LibraryLayout) -> Finding? {
        guard !isOffline(file), !file.isElsewhere(library.layout) else { return nil }
        let state = FileState(of: library.layout.original(file.file))
        let isTouched = file.state?.inode == state?.inode && file.state != state
        let isUnknown = readsAll && file.state != state
        let finding = file.finding(in: library.layout, readingBytes: isTouched || isUnknown)
        return finding.map { keptFinding($0, file: file, in: target) }
    }

    /// Returns the finding about a file of the library that the copy has.
    func keptFinding(_ finding: Finding, file: PromisedFile, in target: LibraryLayout) -> Finding {
        var finding = finding
        finding.message =
            "\(file.subject) is lost or damaged in the library; the copy has it. Run `photokit check --repair --from` with the folder \(target.root.path)."
        return finding
    }
}
