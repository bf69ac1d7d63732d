import Foundation
import HTTPTypes
import Hummingbird
import OpenPhotoKit
import Photos
import ServeRules

/// Searching for duplicates, and merging them; for the owner.
struct DuplicateRoutes {
    let owner: ClientLibrary
    let clock: ServerClock
    let undo: UndoBook

    private static let mostGroups = 50

    func addRoutes(to table: inout RouteTable) {
        table.addRoute(.get, at: "/api/duplicates", for: .owner, answer: sendGroups)
        table.addRoute(.post, at: "/api/duplicates", for: .owner) { call in
            let body = try await JSONAnswer.read(SearchRequest.self, from: call.request)
            guard let kind = PhotoDuplicates.Kind(rawValue: body.kind ?? "alike") else {
                throw Problem.badRequest("The kind is bytes, pixels or alike.")
            }
            let library = call.client.library
            library.duplicates.start(kind, in: library.library)
            return JSONAnswer.done
        }
        table.addRoute(.delete, at: "/api/duplicates", for: .owner) { call in
            call.client.library.duplicates.cancel()
            return JSONAnswer.done
        }
        table.addRoute(.post, at: "/api/duplicates/merge", for: .owner, answer: mergeGroups)
        table.addRoute(.post, at: "/api/duplicates/keeper", for: .owner, answer: chooseKeeper)
        table.addRoute(.post, at: "/api/duplicates/different", for: .owner, answer: callDifferent)
    }

    private func sendGroups(_ call: Call) async throws -> Response {
        let from = try call.queryNumber("from", in: 0...Int(Int32.max), default: 0)
        let count = try call.queryNumber("count", in: 1...Self.mostGroups, default: 20)
        let client = call.client.library
        let state = client.duplicates.present
        let owner = owner.library
        let now = clock.now()
        let model = try await client.read(on: .files) {
            let reading = DuplicateReading(
                library: client.library,
                hasSources: try !owner.sources().isEmpty,
                now: now
            )
            let present = DuplicateReading.presentGroups(among: state.foundGroups)
            return DuplicatesModel(
                kind: state.kind.rawValue,
                phase: state.phase,
                done: state.done,
                all: state.all,
                compared: state.compared,
                failures: state.failures,
                reason: state.reason,
                count: present.count,
                kinds: DuplicateReading.sums(of: present),
                from: from,
                groups: present.dropFirst(from).prefix(count).map(reading.groupModel)
            )
        }
        return JSONAnswer.ok(model)
    }

    private func mergeGroups(_ call: Call) async throws -> Response {
        let body = try await JSONAnswer.read(MergeRequest.self, from: call.request)
        let library = call.client.library
        let groups = try await chosenGroups(of: body, in: library)
        let merging = try await library.read(on: .files) {
            try DuplicateMerging(of: groups, in: library.library)
        }
        guard !merging.merges.isEmpty else { throw merging.problem ?? Problem.noGroup }
        var plan = UndoBook.Plan(
            action: UndoStep.Action.merge.rawValue,
            count: merging.removedCount
        )
        plan.videos = merging.removedVideoCount
        let step = try await undo.perform(plan, by: call.client) { merging.makeChangeRequests() }
        return JSONAnswer.ok(MergedModel(merging, undo: step))
    }

    /// Returns the group that a request names, or all groups of a kind.
    private func chosenGroups(
        of body: MergeRequest,
        in library: ClientLibrary
    ) async throws -> [PhotoDuplicates.Group] {
        let found = library.duplicates.present.foundGroups
        if let group = body.group {
            guard body.kind == nil else {
                throw Problem.badRequest("Name a group or a kind of groups, not both.")
            }
            let id = try Self.groupIdentifier(group)
            guard let group = found.first(where: { $0.id == id })?.group else {
                throw Problem.noGroup
            }
            return [group]
        }
        guard let kind = body.kind.flatMap(PhotoDuplicates.Kind.init(rawValue:)) else {
            throw Problem.badRequest("Name a group, or a kind: bytes, pixels or alike.")
        }
        let present = try await library.read(on: .files) {
            DuplicateReading.presentGroups(among: found).map(\.found.group)
        }
        return present.filter { $0.kind == kind }
    }

    private func chooseKeeper(_ call: Call) async throws -> Response {
        let body = try await JSONAnswer.read(KeeperRequest.self, from: call.request)
        let group = try Self.groupIdentifier(body.group)
        guard let photo = ObjectName(body.photo) else {
            throw Problem.badRequest("A photo's id is malformed.")
        }
        let library = call.client.library
        try await library.duplicates.choosePhoto(
            photo.asset,
            ofGroup: group,
            in: library.library
        )
        return JSONAnswer.done
    }

    private func callDifferent(_ call: Call) async throws -> Response {
        let body = try await JSONAnswer.read(DifferentRequest.self, from: call.request)
        let group = try Self.groupIdentifier(body.group)
        let library = call.client.library
        let count = try await library.read(on: .files) {
            body.isDifferent ?? true
                ? try library.duplicates.callDifferent(group, in: library.library)
                : try library.duplicates.forgetDifferent(group, in: library.library)
        }
        return JSONAnswer.ok(UndoModel(count: count, undo: nil))
    }

    private static func groupIdentifier(_ text: String) throws -> String {
        guard let name = ObjectName(text) else {
            throw Problem.badRequest("A group is named by the identifier of its first photo.")
        }
        return name.asset
    }
}

private struct SearchRequest: Decodable {
    var kind: String?
}

private struct MergeRequest: Decodable {
    /// The photo that the search put first.
    var group: String?
    /// Merges all groups of a kind.
    var kind: String?
}

private struct KeeperRequest: Decodable {
    var group: String
    var photo: String
}

private struct DifferentRequest: Decodable {
    var group: String
    /// False takes it back.
    var isDifferent: Bool?
}
