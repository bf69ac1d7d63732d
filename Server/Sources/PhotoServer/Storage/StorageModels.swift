import OpenPhotoKit

/// A folder that photos stay in.
struct SourceModel: Encodable, Sendable {
    var id: String
    var path: String
    var isOffline: Bool
    var count: Int

    init(_ source: LibrarySource) {
        id = source.identifier
        path = source.url.path
        isOffline = source.isOffline
        count = source.assetCount
    }
}

/// The remotes, and the space that files take in the library's folder.
struct RemotesModel: Encodable, Sendable {
    var remotes: [RemoteModel]
    var space: SpaceModel
}

/// How much of the library a remote has.
struct RemoteModel: Encodable, Sendable {
    struct Problem: Encodable, Sendable {
        var message: String
        var count: Int
    }

    var id: String
    var name: String
    var address: String
    var isEncrypted: Bool
    var isComplete: Bool
    var wanted: AmountModel
    var proved: AmountModel
    var problems: [Problem]
    /// The date of the last copy of the database.
    var databaseDate: String?

    init(_ remote: LibraryRemote, status: LibraryRemote.Status) {
        id = remote.identifier
        name = remote.name
        address = remote.address
        isEncrypted = remote.encryptionKeyURL != nil
        isComplete = status.isComplete
        wanted = AmountModel(status.wanted)
        proved = AmountModel(status.proved)
        problems = status.problems.map { Problem(message: $0.sentence, count: $0.count) }
        databaseDate = remote.databaseDate.map(InterfaceDate.text)
    }
}

struct SpaceModel: Encodable, Sendable {
    var local: AmountModel
    var elsewhere: AmountModel
    /// The bytes that files may take here; nil where all files stay.
    var limit: Int64?

    init(use: LibrarySpaceUse, rule: LibrarySpaceRule?) {
        local = AmountModel(use.local)
        elsewhere = AmountModel(use.elsewhere)
        limit = rule?.byteCount
    }
}

/// A number of files, and their bytes.
struct AmountModel: Encodable, Sendable {
    var count: Int
    var bytes: Int64

    init(_ amount: LibraryRemote.Amount) {
        count = amount.count
        bytes = Int64(amount.byteCount)
    }
}
