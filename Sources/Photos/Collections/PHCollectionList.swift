public import CPhotosTypes
public import Foundation
package import PhotosStore

/// A folder of albums and folders.
open class PHCollectionList: PHCollection, @unchecked Sendable {
    // Unchecked because the class is open for test doubles; everything it stores is constant.

    /// The collections of a transient list.
    package let transientCollections: [PHCollection]?

    /// Makes a list that is in no library, for test doubles.
    public override init() {
        transientCollections = nil
        super.init()
    }

    package override init(_ record: CollectionRecord, source: ObjectSource?) {
        transientCollections = nil
        super.init(record, source: source)
    }

    private init(transient collections: [PHCollection], title: String?) {
        var record = CollectionRecord(rowID: 0, uuid: UUID())
        record.collectionKind = .folder
        record.subtype = CollectionSubtype.regularFolder
        record.title = title
        transientCollections = collections
        super.init(record, source: nil)
    }

    /// Always a folder.
    open var collectionListType: PHCollectionListType { .folder }

    /// Whether the list is the root folder or a regular one.
    open var collectionListSubtype: PHCollectionListSubtype {
        PHCollectionListSubtype(rawValue: record.subtype) ?? .regularFolder
    }

    /// Nil: only lists of moments had dates, and Apple has retired them.
    open var startDate: Date? { nil }
    /// Nil: only lists of moments had dates, and Apple has retired them.
    open var endDate: Date? { nil }
    /// Empty: only lists of moments had locations, and Apple has retired them.
    open var localizedLocationNames: [String] { [] }

    open override var canContainCollections: Bool { true }

    /// Whether the list exists in memory only.
    package var isTransient: Bool { transientCollections != nil }

    open override func canPerform(_ anOperation: PHCollectionEditOperation) -> Bool {
        guard source != nil else { return false }
        let isRoot = collectionListSubtype == .rootFolder
        return switch anOperation {
        case .addContent, .createContent, .rearrangeContent, .deleteContent: true
        case .removeContent, .delete, .rename: !isRoot
        @unknown default: false
        }
    }

    // MARK: Fetching

    /// Returns the folder that contains an album or folder.
    ///
    /// The result is empty at the top level, because the root folder is never returned as a parent.
    @discardableResult
    open class func fetchCollectionListsContaining(
        _ collection: PHCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        guard let source = collection.source else { return FetchPlanning.nothing() }
        return FetchPlanning(options, in: source.library).collections(
            .parent(of: source.row),
            where: .not(.rootFolder),
            subject: .collectionList
        )
    }

    /// Returns the folders with some identifiers; unknown identifiers are left out.
    @discardableResult
    open class func fetchCollectionLists(
        withLocalIdentifiers identifiers: [String],
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        let uuids = identifiers.compactMap { LocalIdentifier($0) }.filter { $0.kind == .folder }
            .map(\.uuid)
        guard !uuids.isEmpty else { return FetchPlanning.nothing() }
        return FetchPlanning(options).collections(
            where: .all([.uuids(.collection(.uuid), in: uuids), .kind(.folder)]),
            subject: .collectionList
        )
    }

    /// Returns the folders of one subtype.
    ///
    /// `.any` returns regular folders; only `.rootFolder` returns the root folder.
    @discardableResult
    open class func fetchCollectionLists(
        with collectionListType: PHCollectionListType,
        subtype: PHCollectionListSubtype,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        guard collectionListType == .folder else { return FetchPlanning.nothing() }
        let wanted = subtype == .any ? PHCollectionListSubtype.regularFolder : subtype
        return FetchPlanning(options).collections(
            where: .all([
                .kind(.folder),
                .field(.collection(.subtype), .equal, .integer(Int64(wanted.rawValue))),
            ]),
            subject: .collectionList
        )
    }

    /// Returns an empty result: Apple has retired moments.
    @available(*, deprecated, message: "Fetch assets by date and place.")
    @discardableResult
    open class func fetchMomentLists(
        with momentListSubtype: PHCollectionListSubtype,
        containingMoment moment: PHAssetCollection,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        FetchPlanning.nothing()
    }

    /// Returns an empty result: Apple has retired moments.
    @available(*, deprecated, message: "Fetch assets by date and place.")
    @discardableResult
    open class func fetchMomentLists(
        with momentListSubtype: PHCollectionListSubtype,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollectionList> {
        FetchPlanning.nothing()
    }

    open override func value(forKey key: String) -> Any? {
        let value: Any? =
            switch key {
            case "collectionListType": collectionListType
            case "collectionListSubtype": collectionListSubtype
            case "startDate": startDate
            case "endDate": endDate
            case "localizedLocationNames": localizedLocationNames
            default: super.value(forKey: key)
            }
        return KeyedValue.object(value)
    }

    /// Makes a list in memory from collections, in the given order.
    @discardableResult
    open class func transientCollectionList(
        with collections: [PHCollection],
        title: String?
    ) -> PHCollectionList {
        PHCollectionList(transient: collections, title: title)
    }

    /// Makes a list in memory from the collections of a fetch result.
    @discardableResult
    open class func transientCollectionList(
        withCollectionsFetchResult fetchResult: PHFetchResult<PHCollection>,
        title: String?
    ) -> PHCollectionList {
        PHCollectionList(
            transient: fetchResult.objects(at: IndexSet(0..<fetchResult.count)),
            title: title
        )
    }
}
