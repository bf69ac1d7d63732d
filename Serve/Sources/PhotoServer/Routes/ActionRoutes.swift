import Foundation
import Hummingbird
import OpenPhotoKit
import ServeRules

/// Actions on photos, undo and redo.
struct ActionRoutes {
    let undo: UndoBook
    let editing: PictureEditing

    func add(to table: inout RouteTable) {
        table.add(.post, "/api/actions", .changer, act)
        table.add(.post, "/api/undo", .changer) { call in
            let body = try await JSONAnswer.read(UndoRequest.self, call.request)
            let done = try await undo.reverse(body.undo, .done, call.client)
            return JSONAnswer.ok(ReversedModel(done, .done))
        }
        table.add(.post, "/api/redo", .changer) { call in
            let body = try await JSONAnswer.read(UndoRequest.self, call.request)
            let done = try await undo.reverse(body.redo, .undone, call.client)
            return JSONAnswer.ok(ReversedModel(done, .undone))
        }
    }

    private func act(_ call: Call) async throws -> Response {
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
        var plan = UndoBook.Plan(action: body.verb.rawValue, count: chosen.assets.count)
        plan.canBeUndone = body.verb != .purge
        for output in made.outputs { plan.pictures[output.asset.localIdentifier] = output.change }
        if body.verb == .revert {
            for asset in chosen.assets where asset.hasAdjustments {
                plan.pictures[asset.localIdentifier] =
                    try await editing.reverting(asset)
            }
        }
        let block = made
        let step = try await undo.perform(
            call.client,
            plan,
            restoring: block.restored
        ) { block.run() }
        return JSONAnswer.ok(UndoModel(count: chosen.assets.count, undo: step))
    }

    private func renderings(
        _ body: ActionRequest,
        _ assets: [PHAsset],
        _ call: Call
    ) async throws -> [PictureEditing.Output] {
        guard assets.count <= PictureEditing.mostPhotos else {
            throw Problem.badRequest("Edit up to \(PictureEditing.mostPhotos) photos at once.")
        }
        var outputs: [PictureEditing.Output] = []
        for asset in assets {
            let output = try await editing.render(asset) { edit in
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

/// What was taken back, or made again.
private struct ReversedModel: Encodable {
    /// What the client had done: a verb of an action, or what became of an album.
    var did: String
    var count: Int
    var title: String?
    var undo: String?
    var redo: String?

    init(_ reversed: UndoBook.Reversed, _ kind: UndoStep.Kind) {
        did = reversed.step.action
        count = reversed.step.count
        title = reversed.title
        if kind == .done { redo = reversed.id } else { undo = reversed.id }
    }
}

private struct UndoRequest: Decodable {
    /// The identifier of a step; missing means the last one.
    var undo: String?
    var redo: String?
}
