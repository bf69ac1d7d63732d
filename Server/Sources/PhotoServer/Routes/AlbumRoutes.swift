import Foundation
import HTTPTypes
import Hummingbird
import OpenPhotoKit
import ServeRules
import Synchronization

/// The tree of albums: reading it, and changing it.
struct AlbumRoutes {
    let owner: ClientLibrary
    let clock: ServerClock
    let undo: UndoBook

    func addRoutes(to table: inout RouteTable) {
        table.addRoute(.get, at: "/api/albums", for: .readerOrPicker) { call in
            let library = call.client.library
            let (activity, now) = (library.views.notices.activity, clock.seconds)
            let isReadOnly = call.client.isReadOnly || call.client.isLimited
            if let known = library.albums.storedAnswer(
                activity: activity,
                isReadOnly: isReadOnly,
                at: now
            ) {
                return JSONAnswer.ok(bytes: known)
            }
            let reading = AlbumReading(
                isReadOnly: isReadOnly,
                hasSources: try !owner.library.sources().isEmpty,
                now: clock.now(),
                scope: library.scope,
                withheld: library.views.withheld,
                omitted: library.omitted
            )
            let bytes = JSONAnswer.bytes(try await library.read { reading.albumTree() })
            library.albums.storeAnswer(bytes, activity: activity, isReadOnly: isReadOnly, at: now)
            return JSONAnswer.ok(bytes: bytes)
        }
        table.addRoute(.post, at: "/api/albums", for: .owner, answer: makeCollection)
        table.addRoute(.patch, at: "/api/albums/{id}", for: .owner, answer: changeCollection)
        table.addRoute(.delete, at: "/api/albums/{id}", for: .owner, answer: deleteCollection)
    }

    private func makeCollection(_ call: Call) async throws -> Response {
        let body = try await JSONAnswer.read(MakeRequest.self, from: call.request)
        let title = try Self.checkedTitle(body.title)
        guard ["album", "folder", "search"].contains(body.kind) else {
            throw Problem.badRequest("\"kind\" is \"album\", \"folder\" or \"search\".")
        }
        let search = try Self.searchToSave(in: body)
        let parent = try await Self.folder(body.parent, for: call)
        let made = MadeName()
        let action =
            switch body.kind {
            case "folder": UndoStep.Action.madeFolder
            case "search": UndoStep.Action.savedSearch
            default: UndoStep.Action.madeAlbum
            }
        let plan = UndoBook.Plan(action: action.rawValue, count: 1)
        let step = try await undo.perform(plan, by: call.client) {
            let collection: PHObjectPlaceholder
            if body.kind != "folder" {
                let request =
                    if let search {
                        PHAssetCollectionChangeRequest
                            .creationRequestForSmartAlbum(withTitle: title, matching: search)
                    } else {
                        PHAssetCollectionChangeRequest
                            .creationRequestForAssetCollection(withTitle: title)
                    }
                collection = request.placeholderForCreatedAssetCollection
            } else {
                let request =
                    PHCollectionListChangeRequest
                    .creationRequestForCollectionList(withTitle: title)
                collection = request.placeholderForCreatedCollectionList
            }
            made.set(collection.localIdentifier)
            if let parent {
                PHCollectionListChangeRequest(for: parent)?.addChildCollections([collection])
            }
        }
        let id = ObjectName(made.name)?.uuid ?? ""
        return JSONAnswer.ok(MadeModel(id: id, undo: step), status: .created)
    }

    private func changeCollection(_ call: Call) async throws -> Response {
        let body = try await JSONAnswer.read(ChangeRequest.self, from: call.request)
        let title = try body.title.map(Self.checkedTitle)
        let collection = try await Self.editableCollection(for: call)
        let isMove = body.parent != nil || body.position != nil
        if let position = body.position, position < 0 {
            throw Problem.badRequest("A position is 0 or more.")
        }
        let parent = try await Self.folder(body.parent ?? nil, for: call)
        let name = collection.localIdentifier
        let present = try await call.client.library.read { AlbumTree.allPlaces()[name] }
        let target = body.parent == nil ? present?.parent : parent?.localIdentifier
        let action = title == nil ? UndoStep.Action.movedAlbum : UndoStep.Action.renamed
        let plan = UndoBook.Plan(action: action.rawValue, count: 1)
        let step = try await undo.perform(plan, by: call.client) {
            if let title { Self.renameCollection(collection, to: title) }
            if isMove {
                let place = TreePlace(parent: target, index: body.position ?? .max)
                AlbumTree.moveCollection(collection, to: place)
            }
        }
        return JSONAnswer.ok(UndoModel(count: 1, undo: step))
    }

    private func deleteCollection(_ call: Call) async throws -> Response {
        let collection = try await Self.editableCollection(for: call)
        let plan = UndoBook.Plan(action: UndoStep.Action.deletedAlbum.rawValue, count: 1)
        let step = try await undo.perform(plan, by: call.client) {
            if let list = collection as? PHCollectionList {
                PHCollectionListChangeRequest.deleteCollectionLists([list])
            } else if let album = collection as? PHAssetCollection {
                PHAssetCollectionChangeRequest.deleteAssetCollections([album])
            }
        }
        return JSONAnswer.ok(UndoModel(count: 1, undo: step))
    }

    private static func renameCollection(_ collection: PHCollection, to title: String) {
        if let list = collection as? PHCollectionList {
            PHCollectionListChangeRequest(for: list)?.title = title
        } else if let album = collection as? PHAssetCollection {
            PHAssetCollectionChangeRequest(for: album)?.title = title
        }
    }

    private static func checkedTitle(_ title: String) throws -> String {
        guard title.unicodeScalars.count <= 2000 else {
            throw Problem.badRequest("A title has 1 to 2,000 characters.")
        }
        let invisible = CharacterSet.whitespacesAndNewlines.union(.controlCharacters)
        guard !title.unicodeScalars.allSatisfy(invisible.contains) else {
            throw Problem.badRequest("A title has at least one visible character.")
        }
        return title
    }

    /// Returns the search to save; nil for what is no search.
    private static func searchToSave(in body: MakeRequest) throws -> PhotoSearch? {
        guard body.kind == "search" else { return nil }
        let text = body.search ?? ""
        guard text.unicodeScalars.count <= 1_000 else {
            throw Problem.badRequest("\"search\" has up to 1,000 characters.")
        }
        let search = PhotoSearch(text)
        guard !search.isEmpty else {
            throw Problem(.unprocessableContent, "no-search", "\"search\" asks for nothing.")
        }
        return search
    }

    private static func editableCollection(for call: Call) async throws -> PHCollection {
        let name = try call.objectName()
        let found = try await call.client.library.read {
            AlbumTree.collection(named: name.album) ?? AlbumTree.collection(named: name.folder)
        }
        guard let found else { throw Problem.noAlbum }
        if let album = found as? PHAssetCollection, !album.canPerform(.rename) {
            throw Problem(.conflict, "not-editable", "A smart album cannot be changed.")
        }
        return found
    }

    private static func folder(_ id: String?, for call: Call) async throws -> PHCollectionList? {
        guard let id else { return nil }
        guard let name = ObjectName(id) else { throw Problem.noAlbum }
        let found = try await call.client.library.read { AlbumTree.collection(named: name.folder) }
        guard let folder = found as? PHCollectionList else { throw Problem.noAlbum }
        return folder
    }
}

/// The identifier of what a change block made; the mutex guards it, because the block runs on another thread.
private final class MadeName: Sendable {
    private let value = Mutex("")

    var name: String { value.withLock { $0 } }

    func set(_ name: String) { value.withLock { $0 = name } }
}

private struct MakeRequest: Decodable {
    var title: String
    var kind: String
    var parent: String?
    var search: String?
}

private struct ChangeRequest: Decodable {
    var title: String?
    /// Missing leaves the folder; null means the top level.
    var parent: String??
    var position: Int?

    private enum Keys: String, CodingKey {
        case title, parent, position
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        title = try values.decodeIfPresent(String.self, forKey: .title)
        position = try values.decodeIfPresent(Int.self, forKey: .position)
        parent =
            values.contains(.parent)
            ? .some(try values.decodeIfPresent(String.self, forKey: .parent)) : nil
    }
}

private struct MadeModel: Encodable {
    var id: String
    var undo: String?
}
