import Foundation
import Glibc

/// Reading files that stay in their sources.
extension LibraryCheck {
    /// Looks for the files in sources, and compares their bytes with those that the library knows where files are read.
    ///
    /// A file that is missing, in a source that is offline, or has another size or date is no finding: the next sweep
    /// sees it.
    mutating func checkSources() throws {
        let files = try library.read { db in try SourcePromise.all(db) }
        var gaps: [Int64: SourceGap] = [:]
        var state = CheckProgress(
            filesDone: 0,
            filesTotal: files.count,
            bytesDone: 0,
            bytesTotal: files.reduce(0) { $0 &+ $1.copy.byteCount }
        )
        for file in files {
            var gap =
                gaps[file.source.id]
                ?? SourceGap(path: file.source.path, isOffline: !library.isThere(file.source))
            if !file.isDeleted, gap.isOffline || file.isKnownAbsent || file.isAbsent {
                gap.files += 1
                gap.example = gap.example ?? file.path
            }
            gaps[file.source.id] = gap
            if readsBytes, !gap.isOffline, !file.isKnownAbsent, let finding = file.finding() {
                add(finding)
            }
            state.filesDone += 1
            state.bytesDone &+= file.copy.byteCount
            if readsBytes { progress(state) }
        }
        report.sourceGaps = gaps.sorted { $0.key < $1.key }.map(\.value).filter { $0.files > 0 }
    }
}

extension SourcePromise {
    var path: String { url?.path ?? source.path }

    /// Whether no file has the path.
    var isAbsent: Bool {
        var facts = stat()
        guard let url, stat(url.path, &facts) != 0 else { return false }
        return errno == ENOENT || errno == ENOTDIR
    }

    /// Reads the file, and returns a finding if it has other bytes than the library knows.
    func finding() -> Finding? {
        guard let url else { return nil }
        let descriptor = open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            return errno == ENOENT || errno == ENOTDIR
                ? nil : notRead("\(String(cString: strerror(errno))).")
        }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            return notRead("It is not a file any more.")
        }
        guard looksUnchanged else { return nil }
        do {
            if try SourceFile.read(descriptor, url, { _ in }) == copy.checksum { return nil }
        } catch {
            return notRead("\(error)")
        }
        return looksUnchanged ? otherBytes : nil
    }

    /// The finding for a file with other bytes that no sweep would read.
    var otherBytes: Finding {
        Finding(
            .sourceFileChanged,
            "\(copy.subject) has other bytes than when its source was last swept, with the same size and date. If no program changed it, its disk did: put it back from a copy. \(Self.wayToRead)",
            at: path
        )
    }

    static let wayToRead =
        "`photokit source sweep --read` records what the file contains now."

    private func notRead(_ reason: String) -> Finding {
        Finding(
            .sourceFileUnreadable,
            "\(copy.subject) in a source cannot be read: \(reason) Check its permissions and its volume.",
            at: path
        )
    }
}
