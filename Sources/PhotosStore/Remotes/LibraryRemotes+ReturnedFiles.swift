import Foundation

extension LibraryRemotes {
    /// Forgets that files left which are here again, unless another process frees space at present.
    package func settleReturnedFiles() throws {
        guard let lock = try SpaceLock(of: core) else { return }
        defer { withExtendedLifetime(lock) {} }
        try noteReturnedFiles()
    }

    /// Forgets that files left which are here again.
    ///
    /// The files were fetched, or imported again, or a run ended before it removed them.
    func noteReturnedFiles() throws {
        var last: Int64 = 0
        while true {
            let left = try core.readAll { db in
                try ElsewhereLedger(db).left(after: last, atMost: 1_024)
            }
            guard let end = left.last else { return }
            last = end.resource
            let present = left.filter { FileOperations.size(core.layout.original($0.file)) != nil }
            guard !present.isEmpty else { continue }
            // Another program may have put any file under the name.
            let here = try wholeFiles(of: present.map(\.resource))
            guard !here.isEmpty else { continue }
            // The row may go only when the file's name is on the disk.
            let folders = Set(
                here.map { core.layout.original($0.file).deletingLastPathComponent() }
            )
            try FileSystemSync(of: core.layout.root).syncFolders(Array(folders))
            try core.usingReserve {
                try core.write { db in try ElsewhereLedger(db).noteReturned(here.map(\.row)) }
            }
        }
    }

    /// Returns the files of resources that are here with their bytes.
    private func wholeFiles(of resources: [Int64]) throws -> [HeldFile] {
        let files = try originals.heldFiles(ofResources: resources)
        let verifier = OriginalVerifier(self)
        let conditions = try verifier.conditions(of: files)
        try core.usingReserve { try verifier.noteStates() }
        return zip(files, conditions).filter { $0.1 == .whole }.map(\.0)
    }
}
