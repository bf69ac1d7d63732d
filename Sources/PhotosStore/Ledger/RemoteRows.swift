package import Foundation

/// A place outside the library that has copies of its files: a folder on another disk, or a service.
package struct RemoteRow: Hashable, Sendable {
    package var id: Int64
    package var uuid: UUID
    /// The name by which the owner of the library calls it, unique in the library.
    package var name: String
    /// The absolute path of a folder, or a URL.
    ///
    /// The address contains no keys.
    package var address: String
    /// Further settings of a service as JSON.
    ///
    /// The settings contain no keys either, but may say which file has them.
    package var settings: String
    /// The incarnation of the library that writes to the place.
    ///
    /// A copied or restored library has another one, and writes nothing before its owner says so.
    package var incarnation: UUID
    /// The number of days after which a proof is repeated.
    package var proofDays: Int
    /// Whether files that stay in their sources are copied, too.
    package var takesSources: Bool
    package var addedDate: Date
    /// The date of the last copy of the database, or nil before the first one.
    package var sentDate: Date?
    /// The position of that copy in the log.
    package var sentPosition: LogPosition

    package init(
        id: Int64 = 0,
        uuid: UUID,
        name: String,
        address: String,
        settings: String = "{}",
        incarnation: UUID,
        proofDays: Int = 180,
        takesSources: Bool = false,
        addedDate: Date,
        sentDate: Date? = nil,
        sentPosition: LogPosition = LogPosition(sequence: 0, mark: 0)
    ) {
        self.id = id
        self.uuid = uuid
        self.name = name
        self.address = address
        self.settings = settings
        self.incarnation = incarnation
        self.proofDays = proofDays
        self.takesSources = takesSources
        self.addedDate = addedDate
        self.sentDate = sentDate
        self.sentPosition = sentPosition
    }
}

extension RemoteRow {
    /// Returns the dates of the proofs that count at a time.
    ///
    /// A later date is that of a clock that was ahead: when the proof was made is not known.
    package func proofPeriod(on date: Date) -> ClosedRange<Date> {
        date - Double(max(0, proofDays)) * 86_400...date
    }
}

/// A file of the library whose bytes a remote lacks.
package struct MissingObject: Hashable, Sendable {
    package var object: RemoteObject
    /// The row of a resource with these bytes, of a kept file, or of a sidecar in its source.
    package var row: Int64
    /// Whether the file is of another program: kept with an asset, or beside a photo in a source.
    package var isKept = false
    /// The name below the folder of originals.
    package var file: String
    /// The row of the file in its source, or nil for one of the library's own files.
    package var sourceFileID: Int64? = nil
}

/// The outcome of an object.
package enum RemoteOutcome: Hashable, Sendable {
    /// The place says that it has the bytes.
    case stored
    /// The place says that it has the bytes, and another copy of the library may have stored them by a date.
    case storedBy(Date)
    /// The bytes were read back, and have the checksum.
    case proved
    /// The bytes were read back, and another copy of the library had stored them by a date.
    case provedStored(Date)
    /// The place has other bytes, or none.
    case lost(String)
    /// The bytes could not be stored; the sentence says why.
    case refused(String)
}

/// How much of the library a remote has.
package struct RemoteTotals: Hashable, Sendable {
    /// A number of objects, and their bytes.
    package struct Part: Hashable, Sendable {
        package var count = 0
        package var bytes: Int64 = 0

        package init(count: Int = 0, bytes: Int64 = 0) {
            self.count = count
            self.bytes = bytes
        }
    }

    /// The different files that the remote should have.
    package var wanted = Part()
    /// Objects that it says it has.
    package var stored = Part()
    /// Objects whose bytes were read back since the proofs of the remote expire.
    package var proved = Part()
    /// Objects that could not be stored.
    package var refused = Part()
    /// Objects that no file of the library needs any more.
    package var unneeded = Part()
    /// The date of the oldest proof that counts.
    package var oldestProof: Date?
    /// The date of the newest proof that counts.
    package var newestProof: Date?

    package init() {}
}
