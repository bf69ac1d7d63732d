import Foundation
import Glibc

/// Searches folders for bytes that a library has lost.
struct HealingSearch {
    let library: Library
    private let verifier: OriginalVerifier
    private(set) var broken: [[UInt8]: [HeldBytes.Broken]] = [:]
    private(set) var lostKept: [[UInt8]: [LostKeptFile]] = [:]
    private var sizes: [Int64: Int] = [:]
    /// The rows of files that count as lost in no case: a remote did not answer, or they stay in a source, forgotten or not.
    private var uncertain: Set<Int64> = []
    /// The rows of files that left, and of which a remote that did not answer may have the bytes.
    private(set) var unanswered: Set<Int64> = []
    /// The rows of the remotes that were not asked, did not answer, or could not give an object.
    private(set) var silentRemotes: Set<Int64> = []
    var outcome = LibraryHealing.Outcome()

    init(_ library: Library, _ verifier: OriginalVerifier) {
        self.library = library
        self.verifier = verifier
    }

    mutating func add(_ resource: HeldBytes.Broken) {
        broken[resource.file.checksum, default: []].append(resource)
        sizes[resource.file.byteCount, default: 0] += 1
    }

    /// Adds a file that stays in a source, forgotten or not, and that is not lost where nobody has its bytes here.
    mutating func add(staying file: HeldFile) {
        add(.init(file: file, isDamaged: false))
        uncertain.insert(file.row)
    }

    /// Removes files that are not to be looked for any more.
    mutating func remove(_ files: [HeldFile]) {
        let rows = Set(files.map(\.row))
        for (checksum, resources) in broken {
            let rest = resources.filter { !rows.contains($0.file.row) }
            broken[checksum] = rest.isEmpty ? nil : rest
        }
        uncertain.subtract(rows)
    }

    mutating func add(_ kept: LostKeptFile) {
        lostKept[kept.object.checksum, default: []].append(kept)
        sizes[kept.object.byteCount, default: 0] += 1
    }

    /// Adds those files that left and that no remote has at this moment.
    mutating func addElsewhere(_ files: [HeldFile], mayAsk: (RemoteRow) -> Bool) throws {
        guard !files.isEmpty else { return }
        let reach = try library.remotes.objectsInReach(files.map(\.object), mayAsk: mayAsk)
        for file in files where !reach.found.contains(file.object) {
            add(.init(file: file, isDamaged: false))
            guard !reach.isCertain else { continue }
            uncertain.insert(file.row)
            unanswered.insert(file.row)
        }
    }

    var isDone: Bool { broken.isEmpty && lostKept.isEmpty }

    /// The number of files that are known to be lost.
    var lostCount: Int {
        broken.values.reduce(0) { $0 + $1.count { !uncertain.contains($0.file.row) } }
            + lostKept.values.reduce(0) { $0 + $1.count }
    }

    /// The names of the files that are known to be lost, in the order of their rows, those that photos keep last.
    func lostNames() throws -> [String] {
        let rows = broken.values.joined().map(\.file.row).filter { !uncertain.contains($0) }
        let names = try library.records.resources(rows.sorted()).map { resource in
            resource.filename ?? resource.file
        }
        return names + lostKept.values.joined().map(\.filename).sorted()
    }

    /// The bytes that are wanted, each once.
    private var wanted: [RemoteObject] {
        Array(
            Set(broken.values.compactMap { $0.first?.file.object })
                .union(lostKept.values.compactMap { $0.first?.object })
        )
    }

    // MARK: Other photos

    /// Restores lost files from other photos of the library with the same bytes.
    mutating func examineTwins(_ area: StagingArea) throws {
        for (checksum, resources) in broken {
            let lost = Set(resources.map(\.file.row))
            let twins = try library.originals.heldFiles(ofChecksum: checksum, evenDeleted: true)
            for twin in twins where !lost.contains(twin.row) {
                guard try verifier.condition(of: twin, readingBytes: true) == .whole,
                    let (file, searched) = try location(of: twin)
                else { continue }
                try examineFile(at: file, searched: searched, area: area)
                if broken[checksum] == nil { break }
            }
        }
        for checksum in lostKept.keys {
            guard let twin = try KeptFileCheck(library.core).wholeFiles(ofChecksum: checksum).first,
                let file = FoundFile(at: library.layout.original(twin))
            else { continue }
            try examineFile(at: file, searched: library.layout.root, area: area)
        }
    }

    /// Returns a photo's file, and the folder of the library or of the source in which it is.
    private func location(of twin: HeldFile) throws -> (FoundFile, URL)? {
        guard let row = twin.sourceFileID else {
            let file = FoundFile(at: library.layout.original(twin.file))
            return file.map { ($0, library.layout.root) }
        }
        let (path, source) = try library.core.readAll { db in
            let ledger = SourceLedger(db)
            return (try ledger.path(ofFile: row), try ledger.source(ofFile: row)?.path)
        }
        guard let path, let source else { return nil }
        return Self.file(inSource: source, path)
    }

    /// Returns a file and the folder of its source; nil where no file has the path.
    static func file(inSource source: String, _ path: String) -> (FoundFile, URL)? {
        // A file in a source may be a symbolic link.
        let url = URL(fileURLWithPath: path, isDirectory: false).resolvingSymlinksInPath()
        return FoundFile(at: url).map { ($0, URL(fileURLWithPath: source, isDirectory: true)) }
    }

    // MARK: Remotes

    /// Restores lost files from remotes.
    ///
    /// - Parameters:
    ///   - takes: Whether files may be fetched from a remote.
    ///   - area: Gets the files.
    ///   - willFetch: Called with the number of files and bytes before the first one is fetched.
    ///   - isCancelled: Called between files.
    /// - Throws: ``StoreError`` or `CancellationError`.
    mutating func fetchFiles(
        from takes: (RemoteRow) -> Bool,
        area: StagingArea,
        willFetch: (RemoteTotals.Part) -> Void,
        isCancelled: () -> Bool
    ) throws {
        guard !isDone else { return }
        let all = try library.core.readAll { db in try RemoteLedger(db).remotes() }
        let remotes = all.filter(takes)
        silentRemotes = Set(all.map(\.id)).subtracting(remotes.map(\.id))
        guard !remotes.isEmpty else { return }
        let scratch = try ScratchFolder(in: library.core)
        var hasAnnounced = false
        for remote in remotes where !isDone {
            let objects = wanted
            let answer: ObjectLookAnswer
            do {
                answer = try library.remotes.lookForObjects(objects, in: remote)
            } catch let failure as ObjectTransferFailure {
                silentRemotes.insert(remote.id)
                outcome.problems.append(.init(url: Self.url(of: remote), reason: failure.sentence))
                continue
            }
            let found = objects.filter { answer.objects.contains($0) }
            if !hasAnnounced, !found.isEmpty {
                willFetch(.init(count: found.count, bytes: found.reduce(0) { $0 + $1.byteCount }))
                hasAnnounced = true
            }
            for object in found {
                if isCancelled() { throw CancellationError() }
                try fetchObject(object, from: remote, scratch: scratch, area: area)
            }
        }
    }

    private mutating func fetchObject(
        _ object: RemoteObject,
        from remote: RemoteRow,
        scratch: ScratchFolder,
        area: StagingArea
    ) throws {
        let place = Self.url(of: remote)
        let url = scratch.url.appendingPathComponent("fetched", isDirectory: false)
        defer { try? FileOperations.unlink(url) }
        let transfer = ObjectTransfer(
            address: remote.address,
            settings: remote.settings,
            checksum: object.checksum,
            byteCount: object.byteCount,
            file: url,
            moved: { _ in },
            check: {}
        )
        do {
            try library.core.fetchObject(transfer)
        } catch let failure as ObjectTransferFailure {
            switch failure {
            case .noSpace, .localFile, .cancelled: throw StoreError(failure)
            case .lost, .unavailable, .noRanges:
                if case .unavailable = failure { silentRemotes.insert(remote.id) }
                return outcome.problems.append(.init(url: place, reason: failure.sentence))
            }
        }
        guard let file = FoundFile(at: url) else { return }
        try examineFile(at: file, searched: place, area: area, source: place)
    }

    private static func url(of remote: RemoteRow) -> URL {
        let service = remote.address.hasPrefix("/") ? nil : URL(string: remote.address)
        return service ?? URL(fileURLWithPath: remote.address, isDirectory: true)
    }

    // MARK: Folders

    /// Restores lost files from the files of a folder and all folders below it, or from a single file.
    ///
    /// Symbolic links inside the folder are skipped. Databases of libraries are skipped, too: reading one
    /// would drop the locks of a program that has it open.
    mutating func examineFiles(
        through searched: URL,
        area: StagingArea,
        isCancelled: () -> Bool
    ) throws {
        let top = searched.resolvingSymlinksInPath()
        if let file = FoundFile(at: top) {
            return try examineFile(at: file, searched: searched, area: area)
        }
        var problems: [LibraryHealing.Outcome.Problem] = []
        let found = FileManager.default.enumerator(
            at: top,
            includingPropertiesForKeys: [.isDirectoryKey]
        ) { url, error in
            problems.append(.init(url: url, reason: error.localizedDescription))
            return true
        }
        while !isDone, let url = found?.nextObject() as? URL {
            if isCancelled() { throw CancellationError() }
            if Self.isDatabase(url) {
                found?.skipDescendants()
                continue
            }
            guard !FileOperations.isLink(url), let file = FoundFile(at: url) else { continue }
            try examineFile(at: file, searched: searched, area: area)
        }
        outcome.problems += problems
    }

    private static func isDatabase(_ url: URL) -> Bool {
        url.lastPathComponent == "database"
            && access(url.deletingLastPathComponent().appendingPathComponent("LIBRARY").path, F_OK)
                == 0
    }

    mutating func examineFile(
        at file: FoundFile,
        searched: URL,
        area: StagingArea,
        source: URL? = nil
    ) throws {
        // A file with another size is not read.
        guard sizes[file.byteCount] != nil else { return }
        do {
            let descriptor = try FileOperations.open(
                file.url,
                flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK
            )
            defer { close(descriptor) }
            let checksum = try SourceFile.read(descriptor, at: file.url) { _ in }
            if let resources = broken[checksum] {
                let staged = try stageCopy(of: file, descriptor: descriptor, in: area)
                guard staged.file.checksum == checksum else { return area.drop(staged.file) }
                let healings = try library.givenFiles.healings(
                    of: resources,
                    with: staged,
                    verifier: verifier
                )
                try library.commits.commit(ChangeBlock([.healResources(healings)]))
                broken[checksum] = nil
                recordRestored(
                    resources.map(\.file.asset),
                    named: try filenames(of: resources.map(\.file.row)),
                    from: file,
                    source: source,
                    in: searched
                )
            }
            for kept in lostKept[checksum] ?? [] {
                let staged = try stageCopy(
                    of: file,
                    descriptor: descriptor,
                    in: area,
                    named: kept.sourceName
                )
                guard staged.file.checksum == checksum else { return area.drop(staged.file) }
                let whole = KeptFileSource(
                    staged,
                    filename: kept.filename,
                    beside: kept.others
                )
                try library.commits.commit(ChangeBlock([.keepFiles(kept.asset, [whole])]))
                recordRestored(
                    [kept.asset],
                    named: [kept.filename],
                    from: file,
                    source: source,
                    in: searched
                )
            }
            lostKept[checksum] = nil
        } catch {
            let error = StoreError(error)
            switch error.code {
            // The error concerns the file, or an asset that another process healed or deleted meanwhile.
            case .objectMissing, .invalidResource, .missingResource, .readOnly, .libraryMissing,
                .inputOutput:
                try library.core.checkIsPresent()
                outcome.problems.append(.init(url: file.url, reason: error.message))
            default: throw error
            }
        }
    }

    /// Copies a file to the staging area.
    ///
    /// On a full disk, files that remotes have make room.
    private func stageCopy(
        of file: FoundFile,
        descriptor: Int32,
        in area: StagingArea,
        named name: String? = nil
    ) throws -> StagedResource {
        try library.core.makingRoom(for: file.byteCount) {
            try area.stageCopy(
                of: file,
                descriptor: descriptor,
                core: library.core,
                named: name
            )
        }
    }

    /// Returns the names with which files of assets came in, in the order of their rows.
    private func filenames(of rows: [Int64]) throws -> [String?] {
        let resources = try library.records.resources(rows)
        let names = Dictionary(resources.map { ($0.rowID, $0.filename) }) { first, _ in first }
        return rows.map { names[$0] ?? nil }
    }

    /// Notes files of assets that were restored from a file, all of its size and bytes.
    private mutating func recordRestored(
        _ assets: [UUID],
        named filenames: [String?],
        from file: FoundFile,
        source: URL?,
        in searched: URL
    ) {
        sizes[file.byteCount] = (sizes[file.byteCount] ?? 0) - assets.count
        if sizes[file.byteCount] ?? 0 <= 0 { sizes[file.byteCount] = nil }
        outcome.healed += zip(assets, filenames).map { asset, filename in
            .init(
                asset: LocalIdentifier(uuid: asset, kind: .asset),
                filename: filename,
                source: source ?? file.url,
                searched: searched
            )
        }
    }
}
