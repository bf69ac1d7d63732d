import Foundation
import Hummingbird
import OpenPhotoKit
import ServeRules

/// Actions on photos, undo and redo.
struct ActionRoutes {
    let undo: UndoBook
    let editing: PictureEditing

    func addRoutes(to table: inout RouteTable) {
        table.addRoute(.post, at: "/api/actions", for: .changer, answer: performAction)
        table.addRoute(.post, at: "/api/undo", for: .changer) { call in
            let body = try await JSONAnswer.read(UndoRequest.self, from: call.request)
            let done = try await undo.reverseStep(body.undo, kind: .done, for: call.client)
            return JSONAnswer.ok(ReversedModel(done, kind: .done))
        }
        table.addRoute(.post, at: "/api/redo", for: .changer) { call in
            let body = try await JSONAnswer.read(UndoRequest.self, from: call.request)
            let done = try await undo.reverseStep(body.redo, kind: .undone, for: call.client)
            return JSONAnswer.ok(ReversedModel(done, kind: .undone))
        }
    }

    private func performAction(_ call: Call) async throws -> Response {
        let body = try await JSONAnswer.read(ActionRequest.self, from: call.request)
        try body.checkMembers()
        let chosen = try await ChosenPhotos.findPhotos(of: body.selection, for: call)
        let album = body.album.flatMap(ObjectName.init)
        let collection = try await call.client.library.read { () -> PHAssetCollection? in
            guard let album else { return nil }
            guard let found = ViewFetch.album(album.uuid) else { throw Problem.noAlbum }
            return found
        }
        // Photos and albums go to one thread, whose block alone uses them.
        var made = ActionBlock(request: body, assets: chosen.assets, album: collection)
        try made.checkPhotos()
        if [.rotate, .crop, .trim].contains(body.verb) {
            made.outputs = try await renderings(of: chosen.assets, as: body)
        }
        let videos = chosen.assets.count { $0.mediaType == .video }
        var plan = UndoBook.Plan(action: body.verb.rawValue, count: chosen.assets.count)
        plan.videos = videos
        plan.canBeUndone = body.verb != .purge
        for output in made.outputs { plan.pictures[output.asset.localIdentifier] = output.change }
        if body.verb == .revert {
            for asset in chosen.assets where asset.hasAdjustments {
                plan.pictures[asset.localIdentifier] =
                    try await editing.changeByReverting(asset)
            }
        }
        let block = made
        let step = try await undo.perform(
            plan,
            by: call.client,
            restoring: block.restored
        ) { block.makeRequests() }
        return JSONAnswer.ok(UndoModel(count: chosen.assets.count, videos: videos, undo: step))
    }

    private func renderings(
        of assets: [PHAsset],
        as body: ActionRequest
    ) async throws -> [PictureEditing.Output] {
        guard assets.count <= PictureEditing.mostPhotos else {
            throw Problem.badRequest("Edit up to \(PictureEditing.mostPhotos) photos at once.")
        }
        if let part = body.shownPart, body.verb == .trim {
            guard let video = assets.first, assets.count == 1 else {
                throw Problem.badRequest("Trim one video at once.")
            }
            return [try await editing.trimVideo(video) { $0.trimmed(to: part) }]
        }
        var outputs: [PictureEditing.Output] = []
        for asset in assets {
            let output = try await editing.renderPhoto(asset) { edit in
                if let degrees = body.degrees { return edit.turned(byQuarters: degrees / 90) }
                return body.area.map { edit.cropped(to: $0) } ?? edit
            }
            outputs.append(output)
        }
        return outputs
    }
}

struct UndoModel: Encodable {
    var count: Int
    /// The number of videos among what is counted; nil where it is not known.
    var videos: Int?
    var undo: String?
}

/// The change that was taken back, or made again.
private struct ReversedModel: Encodable {
    /// The action of the client: a verb of an action on photos, or the name of a change of an album.
    var did: String
    var count: Int
    var videos: Int?
    var title: String?
    var undo: String?
    var redo: String?

    init(_ reversed: UndoBook.Reversed, kind: UndoStep.Kind) {
        did = reversed.step.action
        count = reversed.step.count
        videos = reversed.step.videos
        title = reversed.title
        if kind == .done { redo = reversed.id } else { undo = reversed.id }
    }
}

private struct UndoRequest: Decodable {
    /// The identifier of a step; missing means the last one.
    var undo: String?
    var redo: String?
}
