import Foundation
import GRDB

/// The rows of upload jobs, used inside a transaction of the caller.
struct UploadJobTable {
    let db: Database

    init(_ db: Database) { self.db = db }

    private static let columns = """
        id, uuid, client, type, state, is_retried, attempts, host, request, answer, status, error_domain, error_code,
        creation_date, change_date, next_date, asset_uuid, asset_id, resource_id, resource_type, file, filename,
        content_type, byte_count, checksum, pixel_width, pixel_height, source_file_id
        """

    /// The condition that the client of a job may read the whole library; the number is that of ``AccessStatus/authorized``.
    static let isAllowed = """
        (client = '' OR 3 = coalesce(
            (SELECT read_write FROM client AS reader WHERE reader.identifier = upload_job.client),
            (SELECT default_read_write FROM library)))
        """

    // MARK: Reading

    /// Returns the jobs of a condition, the oldest first.
    func jobs(
        where condition: String = "true",
        _ arguments: StatementArguments = StatementArguments(),
        order: String = "id"
    ) throws -> [UploadJob] {
        var jobs: [UploadJob] = []
        let statement = try db.cachedStatement(
            sql: "SELECT \(Self.columns) FROM upload_job WHERE \(condition) ORDER BY \(order)"
        )
        try statement.forEachRow(arguments, in: db) { (columns) -> Void in
            jobs.append(try UploadJob(columns: &columns))
        }
        return jobs
    }

    func job(_ uuid: UUID) throws -> UploadJob? {
        try jobs(where: "uuid = ?", [Data(uuid.bytes)]).first
    }

    func count(ofClient client: String) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT count(*) FROM upload_job WHERE client = ?"),
            arguments: [client]
        ) ?? 0
    }

    /// Returns the names of all files that jobs have.
    func files() throws -> Set<UUID> {
        let rows = try Row.fetchAll(db, sql: "SELECT request, answer FROM upload_job")
        return Set(
            rows.flatMap { row in [Data?](arrayLiteral: row[0], row[1]) }
                .compactMap { $0.flatMap { UUID(bytes: $0) } }
        )
    }

    /// Returns whether the library has a resource as a job wants it.
    func has(_ resource: UploadedResource) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM resource JOIN asset ON asset.id = asset_id
                        WHERE resource.id = ? AND asset.uuid = ? AND resource.checksum = ?)
                    """
            ),
            arguments: [
                resource.record.rowID, Data(resource.asset.bytes), Data(resource.record.checksum),
            ]
        ) ?? false
    }

    // MARK: Writing

    func insert(_ job: UploadJob) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO upload_job (uuid, client, type, state, host, request, creation_date, change_date, asset_uuid,
                    asset_id, resource_id, resource_type, file, filename, content_type, byte_count, checksum, pixel_width,
                    pixel_height, source_file_id)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(
            arguments: [
                Data(job.uuid.bytes), job.client, job.type.rawValue, job.state.rawValue, job.host,
                Data(job.requestFile.bytes), job.creationDate.timeIntervalSinceReferenceDate,
                job.changeDate.timeIntervalSinceReferenceDate, Data(job.resource.asset.bytes),
                job.resource.record.assetID, job.resource.record.rowID,
                job.resource.record.type.rawValue, job.resource.record.file,
                job.resource.record.filename, job.resource.record.contentType,
                job.resource.record.byteCount, Data(job.resource.record.checksum),
                job.resource.record.pixelWidth, job.resource.record.pixelHeight,
                job.resource.record.sourceFileID,
            ]
        )
    }

    /// Writes what changes while a job lives.
    func update(_ job: UploadJob) throws {
        try db.cachedStatement(
            sql: """
                UPDATE upload_job SET state = ?, is_retried = ?, attempts = ?, host = ?, request = ?, answer = ?, status = ?,
                    error_domain = ?, error_code = ?, change_date = ?, next_date = ? WHERE id = ?
                """
        ).execute(
            arguments: [
                job.state.rawValue, job.isRetried, job.attempts, job.host,
                Data(job.requestFile.bytes), job.answerFile.map { Data($0.bytes) }, job.status,
                job.error?.domain, job.error?.code, job.changeDate.timeIntervalSinceReferenceDate,
                job.nextDate?.timeIntervalSinceReferenceDate, job.rowID,
            ]
        )
    }

    func delete(_ job: UploadJob) throws {
        try db.cachedStatement(sql: "DELETE FROM upload_job WHERE id = ?")
            .execute(arguments: [job.rowID])
    }

    /// Removes all jobs from a copy of a library's database, with their bytes: jobs never travel.
    static func removeJobs(fromCopy db: Database) throws {
        guard try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 >= 14,
            try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM upload_job)") == true
        else { return }
        try db.execute(sql: "PRAGMA secure_delete = ON")
        try db.execute(sql: "DELETE FROM upload_job")
    }
}

extension UploadJob {
    fileprivate init(columns: inout ColumnReader) throws {
        rowID = columns.row()
        uuid = columns.uuid() ?? .zero
        client = columns.text() ?? ""
        type = UploadJobType(rawValue: columns.count()) ?? .upload
        guard let state = UploadJobState(rawValue: columns.count()) else {
            throw StoreError(.damaged, "An upload job is damaged. Run `photokit check`.")
        }
        self.state = state
        isRetried = columns.flag()
        attempts = columns.count()
        host = columns.text()
        requestFile = columns.uuid() ?? .zero
        answerFile = columns.uuid()
        status = columns.number()
        let (domain, code) = (columns.text(), columns.number())
        error = domain.flatMap { domain in
            code.map { UploadJobError(domain: domain, code: $0) }
        }
        creationDate = columns.date() ?? .distantPast
        changeDate = columns.date() ?? .distantPast
        nextDate = columns.date()
        let asset = columns.uuid() ?? .zero
        let assetID = columns.row()
        let resourceID = columns.row()
        resource = UploadedResource(
            asset: asset,
            record: ResourceRecord(
                rowID: resourceID,
                assetID: assetID,
                type: ResourceRole(rawValue: columns.count()),
                file: columns.text() ?? "",
                filename: columns.text(),
                contentType: columns.text() ?? "",
                byteCount: columns.row(),
                checksum: columns.blob() ?? [],
                pixelWidth: columns.count(),
                pixelHeight: columns.count(),
                sourceFileID: columns.integer()
            )
        )
    }
}
