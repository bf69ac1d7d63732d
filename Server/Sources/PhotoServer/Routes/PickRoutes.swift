import Foundation
import HTTPTypes
import Hummingbird
import OpenPhotoKit
import Photos
import ServeRules

/// The question of a server in pick mode, and its answer.
struct PickRoutes {
    /// nil for the page of the library, which answers none of these routes.
    let session: PickSession?
    let clock: ServerClock

    func addRoutes(to table: inout RouteTable) {
        table.addRoute(.get, at: "/api/pick", for: .picker, answer: sendQuestion)
        table.addRoute(.post, at: "/api/pick", for: .picker, answer: receiveAnswer)
        table.addRoute(.delete, at: "/api/pick", for: .picker) { _ in
            try await pickSession().answerQuestion { .cancelled(.person) }
            return JSONAnswer.done
        }
        // A page that goes away can send no header.
        table.addRoute(
            .post,
            at: "/api/pick/leave",
            for: .picker,
            isSign: false,
            needsToken: false
        ) { _ in
            try pickSession().recordLeaving(at: clock.seconds)
            return JSONAnswer.done
        }
    }

    private func pickSession() throws -> PickSession {
        guard let session else { throw Problem.notFound }
        return session
    }

    private func sendQuestion(_ call: Call) async throws -> Response {
        let session = try pickSession()
        guard !session.isOver else { throw Problem.pickIsOver }
        let request = session.request
        let library = call.client.library.library
        let scope = PickScope(request.filter)
        let model = try await call.client.library.read {
            let level: PHAccessLevel = request.isAddOnly ? .addOnly : .readWrite
            let standing = try PickWidening(library: library, application: request.application)
                .standing(for: level)
            let names = request.preselected.compactMap(ObjectName.init)
            let known = scope.pickableAssets(named: names).map {
                ObjectName($0.localIdentifier)?.uuid ?? ""
            }
            return QuestionModel(
                kind: request.kind.rawValue,
                name: request.name.isEmpty ? request.application ?? "" : request.name,
                prompt: request.prompt,
                addOnly: request.isAddOnly,
                limit: request.limit,
                ordered: request.isOrdered,
                preselected: Array(known.prefix(request.limit == 0 ? .max : request.limit)),
                search: request.search,
                effect: PickRules.effect(for: standing).rawValue
            )
        }
        return JSONAnswer.ok(model)
    }

    private func receiveAnswer(_ call: Call) async throws -> Response {
        let session = try pickSession()
        let body = try await JSONAnswer.read(AnswerRequest.self, from: call.request, upTo: 4 << 20)
        try await session.answerQuestion {
            switch session.request.kind {
            case .pick: try await Self.pickPhotos(body, request: session.request, call: call)
            case .access: try await Self.decideAccess(body, request: session.request, call: call)
            }
        }
        return JSONAnswer.done
    }

    private static func pickPhotos(
        _ body: AnswerRequest,
        request: PickRequest,
        call: Call
    ) async throws -> PickOutcome {
        let assets = try await pickedAssets(
            body.ids ?? [],
            request: request,
            limit: request.limit,
            call: call
        )
        let widening = PickWidening(
            library: call.client.library.library,
            application: request.application
        )
        let standing = try await call.client.library.read { try widening.standing() }
        var copies: (files: [[String]], folder: String)?
        if standing == .denied || request.copies != nil {
            let folder = try PickCopies(request.copies)
            copies = (try await folder.copyPhotos(assets), folder.folder.path)
        }
        do {
            try await call.client.library.read {
                try widening.widenAccess(by: assets, from: standing)
            }
        } catch {
            PickCopies.removeFiles(copies?.files ?? [])
            throw error
        }
        let picks = assets.enumerated().map { index, asset in
            PickOutcome.Pick(
                id: standing == .denied ? nil : asset.localIdentifier,
                files: copies?.files[index] ?? []
            )
        }
        return .picked(picks, folder: copies?.folder)
    }

    /// Decides about access, unless the owner has decided since the question was asked.
    private static func decideAccess(
        _ body: AnswerRequest,
        request: PickRequest,
        call: Call
    ) async throws -> PickOutcome {
        let level: PHAccessLevel = request.isAddOnly ? .addOnly : .readWrite
        guard let decision = body.decision, let application = request.application,
            ["allowed", "limited", "denied"].contains(decision),
            decision != "limited" || !request.isAddOnly
        else {
            throw Problem.badRequest("\"decision\" is allowed, limited or denied.")
        }
        let library = call.client.library.library
        let widening = PickWidening(library: library, application: application)
        guard
            try await call.client.library.read({ try widening.standing(for: level) })
                == .undecided
        else { return .decided("decided") }
        switch decision {
        case "limited":
            let assets = try await pickedAssets(
                body.ids ?? [],
                request: request,
                limit: 0,
                call: call
            )
            try await call.client.library.read {
                try widening.widenAccess(by: assets, from: .undecided)
            }
        default:
            let status = decision == "allowed" ? PHAuthorizationStatus.authorized : .denied
            try await call.client.library.read {
                try library.access.set(status, for: level, of: application)
            }
        }
        return .decided(decision)
    }

    private static func pickedAssets(
        _ ids: [String],
        request: PickRequest,
        limit: Int,
        call: Call
    ) async throws -> [PHAsset] {
        let names = ids.compactMap(ObjectName.init)
        guard names.count == ids.count else {
            throw Problem.badRequest("A photo's id is malformed.")
        }
        switch PickRules.refusal(of: names, limit: limit) {
        case nil: break
        case .nothing: throw Problem.badRequest("Pick at least one photo.")
        case .twice: throw Problem.badRequest("A photo is picked twice.")
        case .tooMany:
            throw Problem(.conflict, "too-many-picks", "More photos are picked than asked for.")
        }
        let scope = PickScope(request.filter)
        let assets = try await call.client.library.read { scope.pickableAssets(named: names) }
        guard assets.count == names.count else {
            throw Problem(
                .conflict,
                "not-pickable",
                "A picked photo is gone, or is not one that was asked for. Pick again."
            )
        }
        return assets
    }
}

private struct QuestionModel: Encodable {
    var kind: String
    var name: String
    var prompt: String?
    var addOnly: Bool
    var limit: Int
    var ordered: Bool
    var preselected: [String]
    var search: String
    var effect: String
}

private struct AnswerRequest: Decodable {
    var ids: [String]?
    var decision: String?
}
