import Foundation
import Hummingbird
import OpenPhotoKit
import ServeRules

/// Actions on photos, undo and redo.
enum ActionRoutes {
    static func add(to table: inout RouteTable) {
        table.add(.post, "/api/actions", .changer, act)
        table.add(.post, "/api/undo", .changer) { call in
            let body = try await JSONAnswer.read(UndoRequest.self, call.request)
            guard let id = body.undo else { throw Problem.badRequest("Send \"undo\".") }
            let (step, count) = try await call.server.undo.reverse(id, .done, call)
            return JSONAnswer.ok(RedoModel(redo: step, count: count))
        }
        table.add(.post, "/api/redo", .changer) { call in
            let body = try await JSONAnswer.read(UndoRequest.self, call.request)
            guard let id = body.redo else { throw Problem.badRequest("Send \"redo\".") }
            let (step, count) = try await call.server.undo.reverse(id, .undone, call)
            return JSONAnswer.ok(UndoModel(count: count, undo: step))
        }
    }

    private static func act(_ call: Call) async throws -> Response {
        let body = try await JSONAnswer.read(ActionRequest.self, call.request)
        try body.check()
        let chosen = try await ChosenPhotos.find(body.selection, call)
        let album = body.album.flatMap(ObjectName.init)
        let collection = try await call.client.library.read { () -> PHAssetCollection? in
            guard let album else { return nil }
            guard let found = ViewFetch.album(album.uuid) else { throw Problem.noAlbum }
            return found
        }
        // Photos and albums go to one thread, whose block alone uses them.
        var made = ActionBlock(request: body, assets: chosen.assets, album: collection)
        try made.check()
        if [.rotate, .crop].contains(body.verb) {
            made.outputs = try await renderings(body, chosen.assets, call)
        }
        var before = UndoBook.Before(albums: [collection].compactMap(\.self))
        for output in made.outputs { before.recipes[output.asset.localIdentifier] = output.before }
        if body.verb == .revert {
            for asset in chosen.assets where asset.hasAdjustments {
                before.recipes[asset.localIdentifier] =
                    try await call.server.editing.recipe(of: asset)
            }
        }
        let block = made
        let undo = try await call.server.undo.perform(
            call,
            before,
            canBeUndone: body.verb != .purge,
            restoring: block.restored
        ) { block.run() }
        return JSONAnswer.ok(UndoModel(count: chosen.assets.count, undo: undo))
    }
}

extension ActionRoutes {
    private static func renderings(
        _ body: ActionRequest,
        _ assets: [PHAsset],
        _ call: Call
    ) async throws -> [PictureEditing.Output] {
        guard assets.count <= PictureEditing.mostPhotos else {
            throw Problem.badRequest("Edit up to \(PictureEditing.mostPhotos) photos at once.")
        }
        var outputs: [PictureEditing.Output] = []
        for asset in assets {
            let output = try await call.server.editing.render(asset) { edit in
                if let degrees = body.degrees { return edit.turned(degrees / 90) }
                return body.area.map { edit.cropped(to: $0) } ?? edit
            }
            outputs.append(output)
        }
        return outputs
    }
}

struct UndoModel: Encodable {
    var count: Int
    var undo: String?
}

private struct RedoModel: Encodable {
    var redo: String?
    var count: Int
}

private struct UndoRequest: Decodable {
    var undo: String?
    var redo: String?
}
