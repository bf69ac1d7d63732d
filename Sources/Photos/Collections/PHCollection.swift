public import CPhotosTypes
public import Foundation
package import PhotosStore

/// The base class of albums and folders.
open class PHCollection: PHObject, @unchecked Sendable {
    // Unchecked because the class is open for test doubles; everything it stores is constant.

    package let record: CollectionRecord

    /// Makes a collection that is in no library, for test doubles.
    public override init() {
        record = CollectionRecord(rowID: 0, uuid: UUID())
        super.init(identifier: LocalIdentifier(uuid: record.uuid, kind: record.kind), source: nil)
    }

    package init(_ record: CollectionRecord, source: ObjectSource?) {
        self.record = record
        super.init(
            identifier: LocalIdentifier(uuid: record.uuid, kind: record.kind),
            source: source
        )
    }

    /// Whether the collection can contain assets.
    open var canContainAssets: Bool { false }
    /// Whether the collection can contain other collections.
    open var canContainCollections: Bool { false }
    /// The title; nil for the root folder.
    open var localizedTitle: String? { record.title }
    /// The date of the last change to the collection's own properties.
    open var modificationDate: Date? { record.modificationDate }

    /// Returns whether the library would accept a kind of change to the collection.
    open func canPerform(_ anOperation: PHCollectionEditOperation) -> Bool { false }

    // MARK: Fetching

    /// Returns the albums and folders in a folder, in the user's order.
    @discardableResult
    open class func fetchCollections(
        in collectionList: PHCollectionList,
        options: PHFetchOptions?
    ) -> PHFetchResult<PHCollection> {
        if let collections = collectionList.transientCollections {
            return FetchPlanning.objects(collections)
        }
        guard let source = collectionList.source else { return FetchPlanning.nothing() }
        return FetchPlanning(options, in: source.library).children(of: source.row)
    }

    /// Returns the albums and folders at the top level, in the user's order.
    @discardableResult
    open class func fetchTopLevelUserCollections(
        with options: PHFetchOptions?
    ) -> PHFetchResult<PHCollection> {
        let planning = FetchPlanning(options)
        let root = planning.library.read(orElse: nil) { try $0.records.rootFolder().rowID }
        guard let root else { return FetchPlanning.nothing() }
        return planning.children(of: root)
    }

    open override func value(forKey key: String) -> Any? {
        let value: Any? =
            switch key {
            case "localizedTitle", "title": localizedTitle
            case "modificationDate": modificationDate
            case "creationDate": record.creationDate
            case "canContainAssets": canContainAssets
            case "canContainCollections": canContainCollections
            default: super.value(forKey: key)
            }
        return KeyedValue.object(value)
    }

    /// Makes the album or folder of a record.
    static func makeCollection(
        of record: CollectionRecord,
        in library: PHPhotoLibrary,
        at sequence: Int64,
        batch: AlbumBatch
    ) -> PHCollection {
        let source = ObjectSource(library: library, row: record.rowID, sequence: sequence)
        return record.collectionKind == .folder
            ? PHCollectionList(record, source: source)
            : PHAssetCollection(record, source: source, batch: batch)
    }
}
