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
        table.addRoute(.post, at: "/api/duplicates/merge", for: .owner, answer: mergeGroup)
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
            let present = DuplicateReading.presentGroups(among: state.groups)
            return DuplicatesModel(
                kind: state.kind.rawValue,
                phase: state.phase,
                done: state.done,
                all: state.all,
                compared: state.compared,
                failures: state.failures,
                reason: state.reason,
                count: present.count,
                from: from,
                groups: present.dropFirst(from).prefix(count).map {
                    reading.groupModel(of: $0.0, assets: $0.1)
                }
            )
        }
        return JSONAnswer.ok(model)
    }

    private func mergeGroup(_ call: Call) async throws -> Response {
        let body = try await JSONAnswer.read(MergeRequest.self, from: call.request)
        guard let name = ObjectName(body.group) else {
            throw Problem.badRequest("A group is named by the identifier of its first photo.")
        }
        let library = call.client.library
        let groups = library.duplicates.present.groups
        guard let group = groups.first(where: { $0.first.localIdentifier == name.asset }) else {
            throw Problem(.notFound, "no-group", "There is no such group. Search again.")
        }
        let merge = try await library.read {
            do {
                return try library.library.mergePlan(for: group, readingFiles: true)
            } catch {
                throw Problem(error)
            }
        }
        guard !merge.removed.isEmpty else { throw Problem.nothingToMerge }
        let step = try await undo.perform(
            UndoBook.Plan(action: UndoStep.Action.merge.rawValue, count: merge.removed.count),
            by: call.client
        ) { merge.makeChangeRequests() }
        return JSONAnswer.ok(UndoModel(count: merge.removed.count, undo: step))
    }
}

private struct SearchRequest: Decodable {
    var kind: String?
}

private struct MergeRequest: Decodable {
    var group: String
}
