import Foundation
import GRDB

/// A unit of work: the SQLite transaction of a change block, with the previous state of every object.
///
/// Objects are changed in memory and written once at the end. Positions in albums are written at once, since
/// later mutations of the block depend on them. The log gets the net effect: an object that ends in its
/// initial state is left out.
final class ChangeTransaction {
    let db: Database
    let now: Date
    /// The time zones of places, for dates without a zone.
    let places: (any PlaceZoning)?
    var assets = WorkingSet<AssetRecord>()
    var collections = WorkingSet<CollectionRecord>()
    var members: [MemberKey: MemberPositions] = [:]
    /// Whether assets outside `assets` are in Recently Deleted, as far as their rows were read.
    var isTrashed: [Int64: Bool] = [:]
    /// The effect of the finished block, for results in this process; nil where there is none, or it is too large to keep.
    private(set) var effect: Rewind?
    /// The objects that the finished block deleted.
    private(set) var deleted: [Tombstone] = []
    /// The source of an import that the block takes back.
    var reversedSource: Int64?
    /// Whether the block keeps files of other programs.
    var hasKeptFiles = false
    private(set) var releasedFiles: [String] = []
    /// The assets of which facts that searches compare have changed.
    var changedFacts: Set<Int64> = []
    /// The assets that limited clients see from this block on, by the rows of the clients.
    var selections: [Int64: Set<Int64>] = [:]
    /// The identifier of the client that makes the change, as upload jobs have it.
    var uploadClient = UploadJob.owner
    /// The files of upload jobs that the block does not need any more.
    var releasedUploadFiles = ReleasedUploadFiles()
    /// The file states of new files in the folder of originals, by file name.
    var fileStates: [String: FileState] = [:]

    typealias MemberKey = Rewind.MemberKey

    /// The identity of a deleted object.
    struct Tombstone {
        var id: ObjectID
        var uuid: UUID
        var kind: ObjectKind

        init(_ record: some Record) {
            id = ObjectID(type(of: record).entity, record.rowID)
            uuid = record.uuid
            kind = record.kind
        }
    }

    struct MemberPositions {
        var before: Position?
        var after: Position?
    }

    /// Creates a transaction.
    ///
    /// `client` is the limited client that makes the change. Objects that the client does not see do not
    /// exist for it. With `keepsEffect` the effect of the block is kept for results in this process.
    init(
        db: Database,
        now: Date,
        places: (any PlaceZoning)?,
        client: Int64? = nil,
        keepsEffect: Bool = false
    ) {
        self.db = db
        self.now = now
        self.places = places
        effect = keepsEffect ? Rewind() : nil
        assets.client = client
        collections.client = client
    }

    /// Applies mutations with their staged files, which are keyed by the index of the mutation in the block.
    func apply(_ mutations: [Mutation], staged: [Int: StagedContent]) throws {
        try prefetch(mutations)
        for (index, mutation) in mutations.enumerated() {
            switch mutation {
            case .createAsset(let creation):
                guard case .asset(let draft)? = staged[index] else {
                    throw StoreError(.missingResource, "An asset was to be made without any file.")
                }
                try createAsset(creation, draft: draft)
            case .updateAsset(let uuid, let update):
                try self.updateAsset(uuid, with: update, staged: staged[index])
            case .attachResources(let uuid, let attachment):
                guard case .attachment(let draft)? = staged[index] else {
                    throw StoreError(.missingResource, "No file was to be attached.")
                }
                try attachResource(attachment, draft: draft, to: uuid)
            case .recordFiles(let entries):
                try record(entries)
            case .healResources(let healings):
                for healing in healings { try heal(healing) }
            case .keepFiles(let uuid, let files):
                try keepFiles(files, with: uuid)
            case .releaseKeptFiles(let rows):
                try releaseKeptFiles(rows)
            case .deleteAssets(let uuids):
                try delete(uuids)
            case .restoreAssets(let uuids):
                try restore(uuids)
            case .purgeAssets(let uuids):
                // In the order of the rows, each page of the database is read once.
                for rowID in try assets.rows(uuids, in: db).sorted() { try purge(rowID) }
            case .createCollection(let uuid, let kind, let title):
                try createCollection(uuid, kind: kind, title: title)
            case .renameCollection(let uuid, let title):
                try renameCollection(uuid, to: title)
            case .createSmartAlbum(let uuid, let title, let search):
                try createSmartAlbum(uuid, title: title, search: search)
            case .setSearch(let uuid, let search):
                try setSearch(of: uuid, to: search)
            case .deleteCollections(let uuids, let kind):
                try deleteCollections(uuids, kind: kind)
            case .passOn(let heir, let uuids):
                var kept: [KeptFileSource] = []
                if case .keptFiles(let files)? = staged[index] { kept = files }
                try passOn(to: heir, from: uuids, keptFiles: kept)
            case .editMembers(let album, let edits):
                try editMembers(of: album, edits: edits)
            case .editChildren(let folder, let edits):
                try editChildren(of: folder, edits: edits)
            case .follow(let conclusions):
                try follow(conclusions)
            case .replaceTwins(let replacements):
                try replace(replacements)
            case .detach(let rows, let source):
                try detach(rows, fromSource: source)
            case .reverse(let request):
                var durations: [String: Double] = [:]
                if case .durations(let found)? = staged[index] { durations = found }
                try reverse(request, durations: durations)
            case .takeFacts(let readings):
                try assets.load(rows: readings.map(\.asset), in: db)
                for reading in readings { try updateFacts(from: reading) }
            case .noteUploads(let refused, let accepted):
                try assets.load(rows: refused + accepted, in: db)
                for row in refused { assets.change(row) { $0.traits.insert(.unableToUpload) } }
                for row in accepted { assets.change(row) { $0.traits.remove(.unableToUpload) } }
            case .changeUploadJobs(let changes):
                try changeUploadJobs(changes)
            }
        }
    }

    /// Loads the objects that the block names in a few statements, instead of one statement for each object.
    private func prefetch(_ mutations: [Mutation]) throws {
        var uuids: [UUID] = []
        var rows: [Int64] = []
        // Lookups by identifier also decide which assets exist for a limited client.
        let usesRows = assets.client == nil
        for mutation in mutations {
            switch mutation {
            case .updateAsset(let uuid, let update):
                uuids.append(uuid)
                if usesRows, let row = update.row { rows.append(row) }
            case .attachResources(let uuid, _), .keepFiles(let uuid, _): uuids.append(uuid)
            case .deleteAssets(let list), .restoreAssets(let list), .purgeAssets(let list):
                uuids += list
            case .editMembers(_, let edits):
                if usesRows { try learn(edits.rows) }
                try assets.resolve(edits.named, in: db)
            default: break
            }
        }
        try assets.load(rows: rows, in: db)
        try assets.load(uuids, in: db)
    }

    func release(_ file: String) throws {
        releasedFiles.append(file)
        try db.cachedStatement(sql: "INSERT INTO released_file (file) VALUES (?)")
            .run(in: db) { $0.text(file) }
    }

    /// Writes the changes that are left to write, and returns the net effect of the block.
    func finish() throws -> ChangeBody {
        var body = ChangeBody()
        try settleBursts()
        let touched = try touchedCollections()
        if assets.entries.count + collections.entries.count + members.count > Rewind.largest {
            effect = nil
        }
        // Tables and lists that grow while they are filled would copy large records again and again.
        effect?.assets.reserveCapacity(assets.entries.count)
        body.objects.reserveCapacity(assets.entries.count + collections.entries.count)
        try finishAssets(into: &body)
        try finishCollections(touched, into: &body)
        for (key, positions) in members where positions.before != positions.after {
            let kind: MemberChange.Kind =
                positions.before == nil ? .entered : positions.after == nil ? .left : .moved
            effect?.members[key] = Rewind.MemberDelta(
                before: positions.before,
                after: positions.after
            )
            body.members.append(
                MemberChange(
                    albumID: key.albumID,
                    assetID: key.assetID,
                    kind: kind,
                    before: positions.before
                )
            )
        }
        body.members.sort { ($0.albumID, $0.assetID) < ($1.albumID, $1.assetID) }
        return body
    }

    private func finishAssets(into body: inout ChangeBody) throws {
        // Most objects of a block change in the same fields, so the statement of the previous object is
        // reused.
        var update: (mask: AssetFieldMask, statement: Statement)?
        for rowID in assets.entries.keys.sorted() {
            guard let entry = assets.entries[rowID] else { continue }
            // The entry is released now, because its log entry needs the memory.
            assets.forget(rowID)
            switch (entry.before, entry.after) {
            case (nil, nil): break
            case (nil, let after?):
                effect?.assets[rowID] = ObjectDelta(before: nil, after: after, mask: [])
                let mask = after.differences(from: entry.inserted ?? after)
                try after.checkRules(mask)
                try after.update(mask, in: db)
                body.objects.append(.inserted(after))
            case (let before?, nil):
                effect?.assets[rowID] = ObjectDelta(before: before, after: nil, mask: [])
                body.objects.append(.deleted(before))
                deleted.append(Tombstone(before))
            case (let before?, var after?):
                var mask = after.differences(from: before)
                mask.remove(.modificationDate)
                if mask.isEmpty, changedFacts.contains(rowID) {
                    // Searches compare facts of files, so the log mentions the asset without any property.
                    effect?.assets[rowID] = ObjectDelta(before: before, after: before, mask: [])
                    body.objects.append(.updated(before, mask: mask))
                }
                guard !mask.isEmpty else { continue }
                try after.checkRules(mask)
                if before.modificationDate != now {
                    after.modificationDate = now
                    mask.insert(.modificationDate)
                }
                if update?.mask != mask {
                    update = (mask, try AssetRecord.updating(mask, in: db))
                }
                if let update { try after.update(mask, by: update.statement, in: db) }
                effect?.assets[rowID] = ObjectDelta(before: before, after: after, mask: mask)
                body.objects.append(.updated(before, mask: mask))
            }
        }
    }

    private func finishCollections(_ touched: Set<Int64>, into body: inout ChangeBody) throws {
        for rowID in touched { try collections.load(row: rowID, in: db) }
        for (rowID, entry) in collections.entries.sorted(by: { $0.key < $1.key }) {
            switch (entry.before, entry.after) {
            case (nil, nil): break
            case (nil, let after?):
                effect?.collections[rowID] = ObjectDelta(before: nil, after: after, mask: [])
                body.objects.append(.inserted(CollectionRecord.self, at: rowID))
            case (let before?, nil):
                effect?.collections[rowID] = ObjectDelta(before: before, after: nil, mask: [])
                body.objects.append(.deleted(before))
                deleted.append(Tombstone(before))
            case (let before?, var after?):
                var mask = after.differences(from: before)
                if mask.contains(.title) {
                    after.modificationDate = now
                    mask = after.differences(from: before)
                    try after.update(FieldMask([.modificationDate]), in: db)
                }
                if touched.contains(rowID) { mask.formUnion(.contents) }
                guard !mask.isEmpty else { continue }
                effect?.collections[rowID] = ObjectDelta(
                    before: before,
                    after: after,
                    mask: mask.subtracting(.contents),
                    contentsChanged: mask.contains(CollectionFieldMask.contents)
                )
                body.objects.append(.updated(before, mask: mask))
            }
        }
    }
}
