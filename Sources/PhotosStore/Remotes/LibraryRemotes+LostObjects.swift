package import Foundation
import GRDB

/// Finding out whether anybody still has a file.
extension LibraryRemotes {
    /// Notes that a remote lost a file, if it is still the place that it was.
    ///
    /// Another disk at the address says nothing about the files of this one.
    ///
    /// - Parameters:
    ///   - failure: The answer of the remote when it was asked for the file.
    ///   - resource: The resource of the file.
    ///   - remote: The remote.
    /// - Returns: Why the file cannot be had there, with its name, or why the remote is not the place that it was.
    func noteLoss(
        _ failure: ObjectTransferFailure,
        of resource: ResourceRecord,
        in remote: RemoteRow
    ) -> ObjectTransferFailure {
        let object = RemoteObject(checksum: resource.checksum, byteCount: resource.byteCount)
        do {
            _ = try lookForObjects([object], in: remote)
        } catch let silence as ObjectTransferFailure {
            return silence
        } catch {
            return failure
        }
        recordOutcome(.lost(failure.sentence), of: resource, in: remote)
        return .lost(
            "The remote \(remote.name) has no whole copy of \(resource.filename ?? "the file") any more. `photokit check` says whether it is lost, and how it comes back."
        )
    }

    /// Returns the names of files with given bytes that nobody has: neither this disk, nor a source, nor another remote.
    ///
    /// A source that cannot be read now counts as having its files.
    ///
    /// - Parameters:
    ///   - objects: The bytes.
    ///   - remote: A remote that does not have them.
    /// - Returns: For each of the objects without a copy the name of a file; an identifier where it has none.
    /// - Throws: ``StoreError`` if the library cannot be read.
    package func namesWithoutCopy(
        among objects: [RemoteObject],
        exceptIn remote: RemoteRow
    ) throws -> [String] {
        try holdings(of: objects).compactMap { holding in
            guard holding.remotes.subtracting([remote.id]).isEmpty,
                let first = holding.files.first, try !isHere(holding)
            else { return nil }
            return first.filename ?? LocalIdentifier(uuid: first.asset, kind: .asset).description
        }
    }

    /// Finds which objects can be had from other remotes alone.
    ///
    /// No remote is asked: one of them may have lost an object that its row promises.
    ///
    /// - Parameters:
    ///   - objects: The bytes.
    ///   - remote: A remote that does not have them.
    /// - Returns: The number of objects that are not on this disk and that other remotes are said to have. The rows are
    ///   those of these remotes.
    /// - Throws: ``StoreError`` if the library cannot be read.
    package func objectsInOtherRemotes(
        among objects: [RemoteObject],
        exceptIn remote: RemoteRow
    ) throws -> (count: Int, remotes: Set<Int64>) {
        var (count, remotes) = (0, Set<Int64>())
        for holding in try holdings(of: objects) {
            let others = holding.remotes.subtracting([remote.id])
            guard !others.isEmpty, try !isHere(holding) else { continue }
            count += 1
            remotes.formUnion(others)
        }
        return (count, remotes)
    }

    /// Returns a file that is there with the bytes of one that may have left: its own, or that of another photo.
    ///
    /// - Throws: ``StoreError`` if the library cannot be read.
    package func presentFile(of missing: MissingObject) throws -> URL? {
        let own = missing.sourceFileID == nil ? core.layout.original(missing.file) : nil
        let byteCount = missing.object.byteCount
        if let own, FileOperations.size(own) == byteCount { return own }
        let files = try holdings(of: [missing.object]).flatMap(\.files)
        let twins = files.filter { $0.sourceFile == nil }
        return twins.map { core.layout.original($0.file) }
            .first { FileOperations.size($0) == byteCount }
    }

    private func isThere(_ file: OwnedFile, byteCount: Int64) throws -> Bool {
        guard let source = file.sourceFile else {
            return FileOperations.size(core.layout.original(file.file)) == byteCount
        }
        guard try !originals.isSilent(sourceFile: source),
            let path = try core.readAll({ db in try SourceLedger(db).path(ofFile: source) })
        else { return true }
        return FoundFile(at: URL(fileURLWithPath: path, isDirectory: false)) != nil
    }

    /// A file of a resource, or one that is kept with an asset.
    private struct OwnedFile {
        var file: String
        var sourceFile: Int64?
        var filename: String?
        var asset: UUID
    }

    /// The remotes and files that have an object by the rows of the library.
    private struct Holding {
        var object: RemoteObject
        /// The rows of the remotes that are said to have it.
        var remotes: Set<Int64>
        var files: [OwnedFile]
    }

    private func isHere(_ holding: Holding) throws -> Bool {
        try holding.files.contains { try isThere($0, byteCount: holding.object.byteCount) }
    }

    /// Reads who has objects, in one transaction.
    private func holdings(of objects: [RemoteObject]) throws -> [Holding] {
        guard !objects.isEmpty else { return [] }
        return try core.readAll { db in
            try objects.map { object in
                Holding(
                    object: object,
                    remotes: try ElsewhereLedger(db).remotes(thatStored: object.checksum),
                    files: try Self.files(ofChecksum: object.checksum, in: db)
                )
            }
        }
    }

    private static func files(
        ofChecksum checksum: [UInt8],
        in db: Database
    ) throws -> [OwnedFile] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT resource.file, resource.source_file_id, resource.filename, asset.uuid
                    FROM resource JOIN asset ON asset.id = resource.asset_id WHERE resource.checksum = ?1
                    UNION ALL SELECT kept_file.file, NULL, kept_file.filename, asset.uuid
                    FROM kept_file JOIN asset ON asset.id = kept_file.asset_id WHERE kept_file.checksum = ?1
                    """
            ),
            arguments: [Data(checksum)]
        ).map { row in
            OwnedFile(
                file: row.text(0),
                sourceFile: Int64.fromDatabaseValue(row[1]),
                filename: String.fromDatabaseValue(row[2]),
                asset: UUID(bytes: Blob.bytes(of: row, at: 3)) ?? .zero
            )
        }
    }
}
