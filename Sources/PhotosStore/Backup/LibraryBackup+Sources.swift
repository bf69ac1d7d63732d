import Foundation
import Glibc

/// Files that stay in their sources: copying them, and reporting the files that the copy lacks.
extension LibraryBackup {
    /// The files of a source that a copy lacks.
    package struct LeftOut: Hashable, Sendable {
        /// The source's folder; nil for photos whose source was forgotten.
        package var source: String?
        package var assets = 0
        package var files = 0
        package var bytes: Int64 = 0
        /// The number of the files that the last sweep did not find, so that their photos are offline.
        package var missingFiles = 0
        /// The number of sidecars and settings files beside photos; they are not among the files.
        package var sidecars = 0
        fileprivate var latest: UUID?
    }

    /// Copies files from sources.
    ///
    /// - Returns: The files that the copy has, from an earlier backup or from this one.
    func copySources(
        of snapshot: BackupSnapshot,
        to target: BackupTarget,
        besides earlier: EarlierSidecars,
        outcome: inout Outcome,
        state: inout CheckProgress
    ) throws -> [SourcePromise] {
        let layout = target.layout
        let fileSystem = try FileSystemSync(of: layout.root)
        var (taken, staged): ([SourcePromise], [PromisedFile]) = ([], [])
        var absent: [Int64: (source: SourceRow, files: Int)] = [:]
        var isThere: [Int64: Bool] = [:]
        for file in snapshot.inSources.lazy.map(earlier.resolve) {
            if isCancelled() { throw CancellationError() }
            let isOnline = isThere[file.source.id] ?? library.core.isThere(file.source)
            isThere[file.source.id] = isOnline
            if staged.contains(where: { $0.file == file.copy.file }) {
                // A sidecar of another copy of the photo has the same name and bytes.
                try target.placeFiles(staged, fileSystem: fileSystem)
                staged = []
            }
            let hasEarlier = try hasFile(file.copy, in: layout)
            let isStale =
                file.isSidecar && takesSources && isOnline && !file.isAbsent
                && (readsAll || !file.looksUnchanged)
            if hasEarlier, !isStale {
                taken.append(file)
                outcome.recordFile(file.copy)
                if takesSources, isOnline, !file.isKnownAbsent, !file.isSidecar,
                    !file.source.isOffline, let finding = file.changeFinding(readingBytes: readsAll)
                {
                    outcome.findings.append(finding)
                }
            } else if !takesSources || !isOnline,
                let former = earlier.former(of: file), try hasFile(former.copy, in: layout)
            {
                // The copy keeps it, and it counts with what is kept.
            } else if !takesSources {
                outcome.leaveOut(file)
            } else if !isOnline {
                outcome.leaveOut(file)
                absent[file.source.id, default: (file.source, 0)].files += 1
            } else {
                switch try stageFile(file, in: target) {
                case .failure(let reason) where hasEarlier:
                    taken.append(file)
                    outcome.recordFile(file.copy)
                    outcome.findings.append(reason.finding)
                case .failure(let reason):
                    let way = SourceComplaint(
                        of: reason.finding.code,
                        isAbsent: file.isKnownAbsent,
                        isSourceOffline: file.source.isOffline
                    )
                    outcome.leaveOut(file, isMissing: way == .known)
                    switch way {
                    case .known: break
                    case .ofSource: absent[file.source.id, default: (file.source, 0)].files += 1
                    case .ofFile: outcome.findings.append(reason.finding)
                    }
                case .success(let present):
                    if !file.isSidecar, present.copy.checksum != file.copy.checksum {
                        outcome.findings.append(file.taken)
                    }
                    taken.append(present)
                    let isPresent = try hasFile(present.copy, in: layout)
                    let isNew = !isPresent && !staged.contains { $0.file == present.copy.file }
                    if isNew { staged.append(present.copy) }
                    if isPresent { try FileOperations.unlink(target.draft(present.copy)) }
                    outcome.recordFile(present.copy, isCopied: isNew)
                }
            }
            if staged.count >= Self.batch {
                try target.placeFiles(staged, fileSystem: fileSystem)
                staged = []
            }
            state.pass(file.copy)
            progress(state)
        }
        try target.placeFiles(staged, fileSystem: fileSystem)
        let folders = Set(taken.map { layout.original($0.copy.file).deletingLastPathComponent() })
        try fileSystem.syncFolders(folders.filter { FileOperations.isFolder($0) })
        outcome.findings += absent.values.sorted { $0.source.id < $1.source.id }.map(Finding.init)
        return taken
    }

    /// Copies a file from its source to the staging folder of the copy.
    ///
    /// A file with other bytes is copied as it is if no sweep would notice them, because its inode, size and date are
    /// those that the library knows. Of a file that the last sweep did not find, only the library's own bytes are copied:
    /// another photo may have its path. A sidecar is always copied as it is.
    ///
    /// - Returns: The file with the bytes that were copied, or the reason why the source cannot provide it.
    private func stageFile(
        _ file: SourcePromise,
        in target: BackupTarget
    ) throws -> Result<SourcePromise, LeavingReason> {
        if let finding = file.absenceFinding() { return .failure(LeavingReason(finding: finding)) }
        guard let url = file.url else {
            return .failure(file.unreadableFinding("no row says where it stands.").asReason)
        }
        // The source file is opened separately, to distinguish its errors from those of the destination.
        let descriptor = open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            return .failure(file.unreadableFinding("\(String(cString: strerror(errno))).").asReason)
        }
        close(descriptor)
        let temporary = target.draft(file.copy)
        try FileOperations.unlink(temporary)
        do {
            let brought = try SourceFile.bring(url, to: temporary, settles: false)
            if brought.checksum == file.copy.checksum { return .success(file) }
            guard file.isSidecar || file.looksUnchanged && !file.isKnownAbsent else {
                try FileOperations.unlink(temporary)
                return .failure(file.changed.asReason)
            }
            let present = file.with(brought.checksum, byteCount: brought.byteCount)
            let draft = target.draft(present.copy)
            guard rename(temporary.path, draft.path) == 0 else {
                throw StoreError.system("Renaming to", path: draft.path, code: errno)
            }
            return .success(present)
        } catch let error as StoreError where error.code == .invalidResource {
            try FileOperations.unlink(temporary)
            return .failure(file.changed.asReason)
        } catch let error as StoreError where error.code == .inputOutput {
            try FileOperations.unlink(temporary)
            return .failure(file.unreadableFinding("\(error)").asReason)
        }
    }

    /// Why the copy is without a file.
    fileprivate struct LeavingReason: Error {
        var finding: Finding
    }
}

extension Finding {
    fileprivate var asReason: LibraryBackup.LeavingReason {
        LibraryBackup.LeavingReason(finding: self)
    }
}

extension LibraryBackup.Outcome {
    mutating func recordFile(_ file: PromisedFile, isCopied: Bool = false) {
        files += 1
        bytes &+= file.byteCount
        guard isCopied else { return }
        copiedFiles += 1
        copiedBytes &+= file.byteCount
    }

    /// Counts a file of a source that the copy lacks.
    mutating func leaveOut(_ file: SourcePromise, isMissing: Bool = false) {
        guard file.isSidecar else {
            return leaveOut(file.copy, of: file.source, isMissing: isMissing)
        }
        leftOut[leftOutIndex(of: file.source)].sidecars += 1
    }

    /// Counts a file that the copy lacks.
    ///
    /// Files of one asset must be passed one after another.
    mutating func leaveOut(
        _ file: PromisedFile,
        of source: SourceRow?,
        isMissing: Bool = false
    ) {
        let index = leftOutIndex(of: source)
        leftOut[index].files += 1
        leftOut[index].bytes &+= file.byteCount
        if isMissing { leftOut[index].missingFiles += 1 }
        guard leftOut[index].latest != file.asset else { return }
        leftOut[index].latest = file.asset
        leftOut[index].assets += 1
    }

    private mutating func leftOutIndex(of source: SourceRow?) -> Int {
        if let index = leftOut.lastIndex(where: { $0.source == source?.path }) { return index }
        leftOut.append(LibraryBackup.LeftOut(source: source?.path))
        return leftOut.count - 1
    }
}

extension CheckProgress {
    mutating func pass(_ file: PromisedFile) {
        filesDone += 1
        bytesDone &+= file.byteCount
    }
}

extension SourcePromise {
    /// Returns the reason why there is no file to copy; nil if there is one.
    fileprivate func absenceFinding() -> Finding? {
        var facts = stat()
        if stat(path, &facts) == 0 {
            // Something else may have the file's name.
            if facts.st_mode & S_IFMT == S_IFREG { return nil }
        } else if errno != ENOENT, errno != ENOTDIR {
            return unreadableFinding("\(String(cString: strerror(errno))).")
        }
        return Finding(
            .sourceFileMissing,
            "\(copy.subject) is not where it was, so the copy is without it. Put it back, or run `photokit source sweep`, and back up again.",
            at: path
        )
    }

    /// Returns a finding if the file's content has changed.
    ///
    /// The file is read only if its date has changed, or if `readingBytes` is true.
    fileprivate func changeFinding(readingBytes: Bool) -> Finding? {
        var facts = stat()
        guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        guard Int64(facts.st_size) == copy.byteCount else { return changed }
        let isDated = FolderListing.nanoseconds(facts.st_mtim) == modification
        guard readingBytes || !isDated, let url,
            let descriptor = try? FileOperations.open(url, flags: O_RDONLY | O_NONBLOCK)
        else { return nil }
        defer { close(descriptor) }
        let checksum = try? SourceFile.read(descriptor, at: url, body: { _ in })
        guard let checksum, checksum != copy.checksum else { return nil }
        return looksUnchanged ? otherBytes : changed
    }

    fileprivate var changed: Finding {
        Finding(
            .sourceFileChanged,
            "\(copy.subject) has changed since its source was last swept, and the copy is without what it holds now. Run `photokit source sweep`, and back up again.",
            at: path
        )
    }

    /// The finding for a file that was copied with other bytes than the library knows.
    fileprivate var taken: Finding {
        Finding(
            .sourceFileChanged,
            "\(copy.subject) has other bytes than when its source was last swept, with the same size and date. The copy has what it holds now. \(Self.wayToRead)",
            at: path
        )
    }

    fileprivate func unreadableFinding(_ reason: String) -> Finding {
        Finding(
            .sourceFileUnreadable,
            "\(copy.subject) cannot be copied from its source: \(reason) Check its permissions and its volume, and back up again.",
            at: path
        )
    }
}

extension Finding {
    /// Creates one finding for an offline source, in place of one for each file.
    fileprivate init(_ absent: (source: SourceRow, files: Int)) {
        self.init(
            .sourceOffline,
            "A source is offline, and the copy is without \(absent.files == 1 ? "1 file that stays" : "\(absent.files) files that stay") in it. Connect its volume, and back up again. If its folder has moved, run `photokit source move`. If its files are gone for good, run `photokit source forget`.",
            at: absent.source.path
        )
    }
}
