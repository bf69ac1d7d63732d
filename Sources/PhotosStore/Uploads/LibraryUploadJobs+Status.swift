import GRDB

/// The number of jobs of a client in one state.
package struct UploadJobCount: Hashable, Sendable {
    package var client: String
    package var state: UploadJobState
    package var count: Int
}

extension LibraryUploadJobs {
    /// Returns the number of jobs by client and state, in the order of the clients' names.
    ///
    /// - Throws: ``StoreError``.
    package func counts() throws -> [UploadJobCount] {
        try core.readAll { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT client, state, count(*) FROM upload_job GROUP BY client, state
                    ORDER BY client, state
                    """
            ).compactMap { row in
                UploadJobState(rawValue: row[1]).map {
                    UploadJobCount(client: row[0], state: $0, count: row[2])
                }
            }
        }
    }

    /// Returns jobs that failed and wait for their clients, those that failed last first.
    ///
    /// - Throws: ``StoreError``.
    package func failures(atMost count: Int) throws -> [UploadJob] {
        try core.readAll { db in
            try UploadJobTable(db).jobs(
                where: "state = 3",
                [count],
                order: "change_date DESC, id DESC LIMIT ?"
            )
        }
    }
}
