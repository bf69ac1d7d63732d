import Foundation
import Glibc

/// The files of other programs that pass on to another asset.
extension BlockStaging {
    /// Copies the files that some assets keep and that an asset lacks, so that it keeps them, too.
    ///
    /// A file that is missing or has other bytes stays behind, and so do all for a client that sees a part of the library.
    func stageKeptFiles(of uuids: [UUID], for heir: UUID) throws -> [KeptFileSource] {
        guard try commits.core.clientAccess().readWrite == .authorized else { return [] }
        let rows = try commits.records.rows(of: uuids + [heir], in: .asset)
        guard let row = rows[heir] else { return [] }
        let others = uuids.compactMap { rows[$0] }
        return try commits.originals.keptFiles(passedTo: row, from: others)
            .compactMap { file, _ in
                // Another process may give the heir a file of the planned name, so the transaction chooses the name.
                try stageCopy(of: file).map { KeptFileSource($0, filename: file.filename) }
            }
    }

    private func stageCopy(of kept: KeptFile) throws -> StagedResource? {
        let url = commits.core.layout.original(kept.file)
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
        guard let found = FoundFile(at: url),
            let descriptor = try? FileOperations.open(url, flags: flags)
        else { return nil }
        defer { close(descriptor) }
        let area = try ownArea ?? makeArea()
        let staged = try area.stageCopy(of: found, descriptor: descriptor, core: commits.core)
        guard staged.file.checksum == kept.checksum else {
            area.drop(staged.file)
            return nil
        }
        recordFile(staged.file, in: area)
        return staged
    }
}
