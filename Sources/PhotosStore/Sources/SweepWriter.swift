import Foundation
import GRDB
import PhotosMedia

/// Gathers what a sweep concluded, and commits it in blocks of bounded size.
struct SweepWriter {
    private let library: Library
    private let source: Int64
    private let options: SourceSweep.Options
    private let tell: (SweepEvent) -> Void
    private var block = SourceConclusions()
    /// By the checksum: who is about to become an asset.
    private var coming: [[UInt8]: UUID] = [:]
    private var urls: [URL] = []
    private(set) var created = 0
    private(set) var duplicates = 0
    private(set) var refused = 0
    private(set) var reattached = 0

    init(
        _ library: Library,
        source: Int64,
        _ options: SourceSweep.Options,
        _ tell: @escaping (SweepEvent) -> Void
    ) {
        self.library = library
        self.source = source
        self.options = options
        self.tell = tell
    }

    mutating func add(found place: SourceConclusions.Place) throws {
        block.found.append(place)
        try commitIfFull()
    }

    mutating func add(edited edit: SourceConclusions.Edit) throws {
        block.edited.append(edit)
        try commitIfFull()
    }

    mutating func add(noted place: SourceConclusions.Place) throws {
        block.noted.append(place)
        try commitIfFull()
    }

    mutating func add(forgotten row: Int64) throws {
        block.forgotten.append(row)
        try commitIfFull()
    }

    mutating func add(missing row: Int64) throws {
        block.missing.append(row)
        try commitIfFull()
    }

    /// Makes an asset of a new file, unless its bytes are those of one.
    mutating func create(
        _ place: SourceConclusions.Place,
        _ file: SweptFile,
        _ facts: MediaFacts
    ) throws {
        let checksum = place.row.checksum ?? []
        let holder = try library.holder(checksum)
        if let holder, !holder.waitsForFile {
            var place = place
            place.row.outcome = .duplicate
            place.row.assetID = holder.row
            duplicates += 1
            tell(.duplicate(file.url, of: LocalIdentifier(uuid: holder.uuid, kind: .asset)))
            return try add(noted: place)
        }
        let uuid = library.environment.makeUUID()
        block.created.append(
            SourceConclusions.Creation(
                uuid: uuid,
                place: place,
                facts: facts,
                fallbackDate: Date(
                    timeIntervalSince1970: Double(file.entry.modification) / 1_000_000_000
                )
            )
        )
        urls.append(file.url)
        if holder != nil {
            reattached += 1
        } else if let twin = coming[checksum] {
            duplicates += 1
            tell(.duplicate(file.url, of: LocalIdentifier(uuid: twin, kind: .asset)))
        } else {
            coming[checksum] = uuid
        }
        try commitIfFull()
    }

    private mutating func commitIfFull() throws {
        if block.count >= options.blockRows || block.created.count >= options.blockFiles {
            try commit()
        }
    }

    /// Commits what is gathered.
    mutating func commit() throws {
        guard !block.isEmpty else { return }
        let (block, urls, coming) = (block, urls, coming)
        (self.block, self.urls, self.coming) = (SourceConclusions(), [], [:])
        do {
            try carryOut(block)
            tellCreated(block.created, urls, coming)
        } catch let error as StoreError where error.code == .changeNotSupported {
            // The facts of one file break a rule: the others still get in.
            var rest = block
            rest.created = []
            try carryOut(rest)
            for (creation, url) in zip(block.created, urls) {
                try commit(creation, url, coming)
            }
        }
    }

    private func carryOut(_ conclusions: SourceConclusions) throws {
        try library.commit(
            ChangeBlock([.follow(conclusions)], work: .imported, sourceID: source)
        )
    }

    private mutating func commit(
        _ creation: SourceConclusions.Creation,
        _ url: URL,
        _ coming: [[UInt8]: UUID]
    ) throws {
        var single = SourceConclusions()
        single.created = [creation]
        do {
            try carryOut(single)
            tellCreated([creation], [url], coming)
        } catch let error as StoreError where error.code == .changeNotSupported {
            var place = creation.place
            place.row.outcome = .refused
            var note = SourceConclusions()
            note.noted = [place]
            try carryOut(note)
            refused += 1
            tell(.refused(url, reason: error.message))
        }
    }

    private mutating func tellCreated(
        _ creations: [SourceConclusions.Creation],
        _ urls: [URL],
        _ coming: [[UInt8]: UUID]
    ) {
        for (creation, url) in zip(creations, urls)
        where coming[creation.place.row.checksum ?? []] == creation.uuid {
            created += 1
            tell(.created(url, LocalIdentifier(uuid: creation.uuid, kind: .asset)))
        }
    }
}

extension Library {
    /// The asset outside Recently Deleted whose original has some bytes, and whether it is without its file.
    fileprivate func holder(
        _ checksum: [UInt8]
    ) throws -> (row: Int64, uuid: UUID, waitsForFile: Bool)? {
        try read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT asset.id, asset.uuid, resource.source_file_id IS NULL AND asset.traits & ? <> 0
                    FROM resource JOIN asset ON asset.id = resource.asset_id
                    WHERE resource.checksum = ? AND resource.type IN (1, 2, 3) AND asset.trashed_date IS NULL
                    ORDER BY resource.id LIMIT 1
                    """
            )
            return try statement.first(in: db) { columns in
                columns.integer(AssetTraits.offline.rawValue)
                columns.blob(checksum)
            } _: { columns in
                (columns.row(), columns.uuid() ?? .zero, columns.flag())
            }
        }
    }
}
