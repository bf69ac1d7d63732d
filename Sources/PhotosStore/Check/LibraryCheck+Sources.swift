import Foundation
import GRDB
import Glibc

/// Reading files that stay in their sources.
extension LibraryCheck {
    /// Finds the files in sources, and, where files are read, compares their bytes with those that the library knows.
    ///
    /// A file that is missing, or in a source that is offline, is a gap and no finding. So is a file that has other bytes
    /// with another size or date, because the next sweep sees it.
    mutating func checkSources() throws {
        let (files, hasRemotes) = try library.core.read { db in
            // Earlier formats have no remotes.
            (try SourcePromise.all(db), try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 >= 8)
        }
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
                ?? SourceGap(
                    path: file.source.path,
                    isOffline: !library.core.isThere(file.source)
                )
            if !file.isDeleted, gap.isOffline || file.isKnownAbsent || file.isAbsent {
                gap.files += 1
                gap.example = gap.example ?? file.url?.path
                if !gap.isOffline, hasRemotes,
                    let name = try library.originals.nameOfRemote(holding: file.copy.checksum)
                {
                    gap.inRemotes[name, default: 0] += 1
                }
            }
            if !gap.isOffline, !file.isKnownAbsent, !file.isAbsent {
                report.sourceFiles += 1
                report.sourceBytes &+= file.copy.byteCount
                switch readsBytes ? file.reading() : .whole {
                case .whole: break
                case .finding(let finding): add(finding)
                case .changed: if !file.isDeleted { gap.changed.append(file.path) }
                }
            }
            gaps[file.source.id] = gap
            state.filesDone += 1
            state.bytesDone &+= file.copy.byteCount
            if readsBytes { progress(state) }
        }
        report.sourceGaps = gaps.sorted { $0.key < $1.key }.map(\.value)
            .filter { $0.files > 0 || !$0.changed.isEmpty }
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

    /// The bytes of a file in a source, compared with those in the library.
    enum Reading {
        /// The bytes that the library knows, or no file any more.
        case whole
        /// Other bytes with the size and date that are known, or none that can be read.
        case finding(Finding)
        /// Other bytes with another size or date, which the next sweep takes up.
        case changed
    }

    /// Returns a finding if the file has other bytes than the library knows, with the same size and date, or cannot be read.
    func finding() -> Finding? {
        guard hasKnownSizeAndDate, case .finding(let finding) = reading() else { return nil }
        return finding
    }

    /// Reads the file.
    ///
    /// The inode does not count: a disk may give other ones each time when it is connected.
    func reading() -> Reading {
        guard let url else { return .whole }
        let descriptor = open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            return errno == ENOENT || errno == ENOTDIR
                ? .whole : .finding(notRead("\(String(cString: strerror(errno)))."))
        }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            return .finding(notRead("It is not a file any more."))
        }
        guard Int64(facts.st_size) == copy.byteCount else { return .changed }
        do {
            if try SourceFile.read(descriptor, at: url, body: { _ in }) == copy.checksum {
                return .whole
            }
        } catch {
            return .finding(notRead("\(error)"))
        }
        return hasKnownSizeAndDate ? .finding(otherBytes) : .changed
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
