package import Foundation
import GRDB
import Glibc
import PhotosBase

/// The paths of the files of resources.
extension LibraryOriginals {
    /// Returns the URL of a resource's file, whether or not the file exists.
    package func url(of resource: ResourceRecord) throws -> URL {
        guard let file = resource.sourceFileID else {
            guard !core.layout.hasLink(inWayTo: resource.file) else {
                throw StoreError(
                    .damaged,
                    "A symbolic link stands where the library has a file of its own. Run `photokit check`."
                )
            }
            return core.layout.original(resource.file)
        }
        guard let path = try core.readAll({ db in try SourceLedger(db).path(ofFile: file) }) else {
            throw StoreError(
                .damaged,
                "No row says where the file of a resource stands. Run `photokit check`."
            )
        }
        return URL(fileURLWithPath: path, isDirectory: false)
    }

    /// Returns the URL of a resource's file that is about to be opened, whether or not the file exists.
    ///
    /// - Parameter resource: The resource.
    /// - Returns: The URL.
    /// - Throws: ``StoreError``, also where the folder of the file's source hangs: opening the file would not end either.
    package func urlToOpen(of resource: ResourceRecord) throws -> URL {
        let url = try url(of: resource)
        if let file = resource.sourceFileID, try isSilent(sourceFile: file) {
            throw StoreError(
                .fileOffline,
                "\(resource.filename ?? "The file") is offline: the folder \(url.deletingLastPathComponent().path) does not answer. Check its disk or network."
            )
        }
        if core.mode == .readWrite, resource.sourceFileID == nil,
            let size = FileOperations.size(url),
            size != resource.byteCount, hasLeft(resource)
        {
            // Another program put a file under the name of one that is elsewhere. Its bytes are nobody's photo.
            _ = try? quarantine(resource.file)
        }
        return url
    }

    /// Opens the file of a resource for reading.
    ///
    /// - Returns: The descriptor.
    /// - Throws: ``StoreError``: with code `fileElsewhere` where the file has left.
    func openLocalFile(of resource: ResourceRecord) throws -> Int32 {
        guard let descriptor = try openIfHere(resource) else { throw elsewhereError(resource) }
        return descriptor
    }

    /// Opens the file of a resource for reading, unless the file has left.
    ///
    /// - Returns: The descriptor; nil where the file is elsewhere.
    /// - Throws: ``StoreError`` where the file cannot be opened for another reason.
    func openIfHere(_ resource: ResourceRecord) throws -> Int32? {
        let url = try urlToOpen(of: resource)
        do {
            return try FileOperations.open(url, flags: O_RDONLY | O_NONBLOCK)
        } catch {
            guard try elsewhere([resource]).isEmpty else { return nil }
            throw absence(of: resource, cause: StoreError(error))
        }
    }

    /// Whether a file or folder is in a source whose folder hangs.
    package func isSilent(_ url: URL) throws -> Bool {
        guard !url.path.hasPrefix(core.layout.root.path + "/") else { return false }
        return try core.readAll { db in try SourceLedger(db).sources() }.contains { source in
            SourceLedger.components(of: url.path, below: source.path) != nil
                && core.environment.folders.presence(of: source.path, .long) == .silent
        }
    }

    /// Returns the source of a file, if its folder is not there, is empty, or hangs; nil for any other file.
    package func absentSource(of url: URL) throws -> SourceRow? {
        guard !url.path.hasPrefix(core.layout.root.path + "/") else { return nil }
        return try core.readAll { db in try SourceLedger(db).sources() }.first { source in
            source.kind == .inPlace
                && SourceLedger.components(of: url.path, below: source.path) != nil
                && !core.isThere(source)
        }
    }

    /// Whether the folder of a known file's source hangs.
    func isSilent(sourceFile file: Int64) throws -> Bool {
        let source = try core.readAll { db in try SourceLedger(db).source(ofFile: file) }
        return source.map { core.environment.folders.presence(of: $0.path, .long) == .silent }
            ?? false
    }

    /// Returns the URL of a resource's file in its source; nil for a file that the library itself keeps, and for one whose name
    /// another file has.
    package func sourceURL(of resource: ResourceRecord) throws -> URL? {
        guard let file = resource.sourceFileID else { return nil }
        let name = try core.readAll { db in try SourceLedger(db).folderAndName(ofFile: file)?.name }
        // A name with a slash stands for a file whose name another file has.
        return name?.hasPrefix("/") == true ? nil : try url(of: resource)
    }

    /// Returns the present file name of an asset's original in its source; nil where the library keeps the
    /// original itself.
    package func sourceFilename(ofAsset row: Int64) throws -> String? {
        try core.readAll { db in
            try db.cachedStatement(
                sql: """
                    SELECT source_file.name FROM resource
                    JOIN source_file ON source_file.id = resource.source_file_id
                    WHERE resource.asset_id = ? AND source_file.name NOT GLOB '/*' ORDER BY resource.id LIMIT 1
                    """
            ).first(in: db) {
                $0.integer(row)
            } _: {
                $0.text()
            } ?? nil
        }
    }

    /// Returns the error for a resource whose file cannot be opened.
    ///
    /// Its message says what to do.
    package func absence(of resource: ResourceRecord, cause: (any Error)? = nil) -> StoreError {
        // A folder that does not answer would hold up the opening.
        let waits = resource.sourceFileID.map { (try? isSilent(sourceFile: $0)) ?? true } ?? false
        if !waits, let url = try? url(of: resource),
            let error = Self.openingError(of: resource, at: url, cause: cause)
        {
            return error
        }
        let source = resource.sourceFileID.flatMap { file in
            try? core.readAll { db in try SourceLedger(db).source(ofFile: file) }
        }
        let remote = try? nameOfRemote(holding: resource.checksum)
        if let source {
            let isThere = !waits && source.isThere(core.environment.folders)
            let fetch = remote.map { Self.wayBack(from: $0, of: source, isThere: isThere) } ?? ""
            return StoreError(
                .fileOffline,
                "\(resource.filename ?? "The file") is offline: it stays in \(source.path) and is not there at present. Connect its volume, or put the file back and run `photokit source sweep`.\(fetch)\(isThere && remote == nil ? wayWithout(resource) : "")",
                cause: cause
            )
        }
        if hasLeft(resource) { return elsewhereError(resource, cause: cause) }
        if (try? isInForgottenSource(resource)) == true {
            let fetch =
                remote.map { " The remote \($0) has the file, too: `photokit remote fetch`." } ?? ""
            let hasCopy =
                (try? hasCopy(ofChecksum: resource.checksum, besides: resource.rowID)) == true
            let way =
                hasCopy
                ? "Another photo has the same bytes, perhaps in Recently Deleted: `photokit check --repair` copies them."
                : "Run `photokit source add` with its folder, or `photokit import` with the file, to have it again."
                    + (remote == nil ? wayWithout(resource) : "")
            return StoreError(
                .fileOffline,
                "\(resource.filename ?? "The file") is offline: it stays in a folder that is no longer a source of the library. \(way)\(fetch)",
                cause: cause
            )
        }
        return StoreError(
            .missingResource,
            "\(resource.filename ?? "The file") is not in the library's folder: the file was lost, or its photo was deleted for good meanwhile. Run `photokit check`, which names lost files.",
            cause: cause
        )
    }

    /// Says how a photo goes on without one of its files.
    ///
    /// - Parameter resource: The file.
    /// - Returns: A sentence with a space before it; an empty text if no other picture or movie of the photo is there.
    private func wayWithout(_ resource: ResourceRecord) -> String {
        (try? isDispensable(resource)) == true
            ? " If it is gone for good, `photokit edit PHOTO --without-missing-files` keeps the photo without it."
            : ""
    }

    /// Says how a file of a source comes from a remote.
    ///
    /// - Parameters:
    ///   - remote: The name of the remote.
    ///   - source: The source.
    ///   - isThere: Whether the folder of the source is there, so that a sweep notes that the file is not.
    /// - Returns: A sentence with a space before it.
    private static func wayBack(
        from remote: String,
        of source: SourceRow,
        isThere: Bool
    ) -> String {
        isThere
            ? " The remote \(remote) has the file, too: `photokit source sweep` and `photokit remote fetch` bring it from there."
            : " The remote \(remote) has the file, too. If the folder is gone for good, run `photokit source forget \(ShellWord.operand(source.path, "--assets keep-offline"))` and `photokit remote fetch`."
    }

    /// Returns the error for a file that is there, or may be, and cannot be opened.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - url: Its file.
    ///   - cause: The error of the caller.
    /// - Returns: The error; nil if no file is there, or if it can be opened.
    private static func openingError(
        of resource: ResourceRecord,
        at url: URL,
        cause: (any Error)?
    ) -> StoreError? {
        let name = resource.filename ?? "The file"
        let code: StoreError.Code = resource.sourceFileID == nil ? .missingResource : .fileOffline
        var facts = stat()
        guard lstat(url.path, &facts) == 0 else {
            // Whether a file is there is not known.
            guard let reason = systemWords(for: errno) else { return nil }
            return StoreError(
                code,
                "\(name) cannot be looked for (\(reason)): \(url.path). Check the permissions of its folder, or its disk.",
                cause: cause
            )
        }
        let descriptor = Glibc.open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor < 0 else {
            Glibc.close(descriptor)
            return nil
        }
        let problem = errno
        guard let reason = systemWords(for: problem) else { return nil }
        guard !isPassing(problem) else {
            return StoreError(
                .inputOutput,
                "\(name) cannot be opened now (\(reason)): \(url.path). Try again later.",
                cause: cause
            )
        }
        return StoreError(
            code,
            "\(name) is there, but cannot be read (\(reason)): \(url.path). Check its permissions, or its disk.",
            cause: cause
        )
    }

    /// Returns the words of the system for the error of a call; nil if it says that there is no file.
    private static func systemWords(for code: Int32) -> String? {
        [ENOENT, ENOTDIR].contains(code) ? nil : String(cString: strerror(code))
    }

    /// Whether a call failed because this process or the system lacks something at the moment, whatever the file is.
    private static func isPassing(_ code: Int32) -> Bool {
        [EMFILE, ENFILE, EINTR, ENOMEM].contains(code)
    }
}

extension SourceLedger {
    /// Returns the path of a known file; nil when there is no such row.
    package func path(ofFile file: Int64) throws -> String? {
        guard let (folder, name) = try folderAndName(ofFile: file) else { return nil }
        guard let above = try path(ofFolder: folder) else { return nil }
        return above + (above.hasSuffix("/") ? "" : "/") + name
    }

    /// Returns the path of a known folder; nil when there is no such row.
    package func path(ofFolder folder: Int64) throws -> String? {
        var names: [String] = []
        var next: Int64? = folder
        var source: Int64?
        var seen: Set<Int64> = []
        while let folder = next {
            guard seen.insert(folder).inserted else { return nil }
            guard let row = try self.folder(folder) else { return nil }
            if row.parentID != nil { names.append(row.name) }
            (next, source) = (row.parentID, row.sourceID)
        }
        guard let source = try source.flatMap({ try self.source($0) }) else { return nil }
        return ([source.path == "/" ? "" : source.path] + names.reversed()).joined(separator: "/")
    }

    func source(ofFile file: Int64) throws -> SourceRow? {
        guard let (folder, _) = try folderAndName(ofFile: file), let row = try self.folder(folder)
        else {
            return nil
        }
        return try source(row.sourceID)
    }

    /// Returns the sources of files, and whether a sweep found that a file is missing.
    ///
    /// Two statements read all of them.
    ///
    /// - Parameter files: The rows of the files. Unknown ones are left out.
    /// - Returns: The sources, by the rows of the files.
    /// - Throws: The errors of SQLite.
    func sources(ofFiles files: [Int64]) throws -> [Int64: (source: SourceRow, isAbsent: Bool)] {
        guard !files.isEmpty else { return [:] }
        let sources = Dictionary(uniqueKeysWithValues: try self.sources().map { ($0.id, $0) })
        var found: [Int64: (source: SourceRow, isAbsent: Bool)] = [:]
        try db.cachedStatement(
            sql: """
                SELECT source_file.id, source_folder.source_id, source_file.outcome = ?
                FROM photokit_rows(?) AS list
                CROSS JOIN source_file ON source_file.id = list.value
                CROSS JOIN source_folder ON source_folder.id = source_file.folder_id
                """
        ).forEachRow(in: db) { columns in
            columns.integer(Int64(SourceOutcome.absent.rawValue))
            columns.list(PackedList.rows(files))
        } _: { (columns) -> Void in
            let (file, source, isAbsent) = (columns.row(), columns.row(), columns.flag())
            if let source = sources[source] { found[file] = (source, isAbsent) }
        }
        return found
    }
}
